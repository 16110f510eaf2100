import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { showMoment } from '../../../ui/when.ts'
import type { useSavedDraft } from './use-saved-draft.ts'

/** Offers unsaved data of an earlier visit. */
export function SavedDraftNote({
  saved: { offer, restore, discard },
}: {
  saved: ReturnType<typeof useSavedDraft>
}) {
  const place = useRef<HTMLDivElement>(null)
  // The buttons disappear, so the focus must move.
  const answered = () => place.current?.focus()
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {offer !== null && (
        <Note
          role="status"
          className="mb-8 max-phone:flex-wrap"
          action={
            <div className="flex gap-2 max-phone:w-full max-phone:*:flex-1">
              <Button
                size="small"
                disabled={offer.busy}
                onClick={() => {
                  discard()
                  answered()
                }}
              >
                Discard
              </Button>
              <Button
                kind="primary"
                size="small"
                busy={offer.busy}
                onClick={() => void restore().then(answered)}
              >
                Restore
              </Button>
            </div>
          }
        >
          You have unsaved changes from {showMoment(new Date(offer.saved.keptAt).toISOString())}.
          {offer.isOutdated && ' The game has been saved since; restoring puts these changes over it.'}
        </Note>
      )}
    </div>
  )
}
