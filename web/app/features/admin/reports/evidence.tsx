import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'
import { WorkPanel } from '../work-page.tsx'

/** The reported part; covered until the admin opens it, and each view is logged. */
export function Evidence({ id, hasPictures }: { id: string; hasPictures: boolean }) {
  const changed = useAdminChanged()
  const open = useMutation({
    mutationFn: () => call('POST /api/admin/reports/:id/evidence', { params: { id } }),
    onSuccess: () => changed(),
    networkMode: 'always',
    gcTime: 0,
  })
  return (
    <WorkPanel title="What was reported">
      {open.data ? (
        <>
          {open.data.file && (
            <div className="grid gap-1 wrap-anywhere">
              <p className="font-semibold">{open.data.file.name}</p>
              {open.data.file.sha256 && (
                <p className="text-sm text-muted">
                  SHA-256:{' '}
                  <code translate="no" className="mono">
                    {open.data.file.sha256}
                  </code>
                </p>
              )}
            </div>
          )}
          {open.data.text && (
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {plain(open.data.text)}
            </p>
          )}
          {open.data.otherTexts.length > 0 && (
            <div className="grid gap-2">
              <h3 className="text-ui font-semibold">Today and before</h3>
              {open.data.otherTexts.map((text) => (
                <p key={text} dir="auto" className="whitespace-pre-line text-muted wrap-anywhere">
                  {text}
                </p>
              ))}
            </div>
          )}
          {open.data.pictures.length > 0 && (
            <ul className="flex flex-wrap gap-3">
              {open.data.pictures.map((picture, index) => (
                <li key={picture}>
                  <img
                    src={picture}
                    alt={`Reported ${index + 1}, small and gray`}
                    className="w-60 rounded-1"
                  />
                </li>
              ))}
            </ul>
          )}
          {open.data.lost > 0 && (
            <p className="text-muted">
              {open.data.lost === 1 ? '1 picture is gone.' : `${open.data.lost} pictures are gone.`}
            </p>
          )}
        </>
      ) : (
        <>
          <p className="text-muted">
            {hasPictures
              ? 'Covered. Pictures are shown small and gray, and the audit log records who opened them.'
              : 'Covered. The audit log records who opened it.'}
          </p>
          {open.isError && (
            <Note kind="bad">{messageOf(open.error, 'We couldn’t open it. Please try again.')}</Note>
          )}
          <Button className="justify-self-start" busy={open.isPending} onClick={() => open.mutate()}>
            Show what was reported
          </Button>
        </>
      )}
    </WorkPanel>
  )
}

/** The text of a description. Parsed in a document that loads nothing. */
const plain = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
