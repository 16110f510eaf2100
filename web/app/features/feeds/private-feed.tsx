import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { showDay } from '../../ui/when.ts'

const CALL = 'GET /api/feed'

/** The user's own feed: off until they make its address, which is shown once. */
export function PrivateFeed() {
  const feed = useCall(CALL, {})
  const queries = useQueryClient()
  const [url, setUrl] = useState<string | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: [CALL] })
  const make = useAction(() => call('POST /api/feed'), {
    onDone: async (made) => {
      setUrl(made.url)
      await refresh()
    },
  })
  const end = useAction(() => call('DELETE /api/feed'), {
    onDone: async () => {
      setUrl(null)
      await refresh()
      toast('Your feed is off.')
    },
  })
  return (
    <Panel className="grid gap-3">
      <div>
        <h2 className="text-md/6 font-650">Your feed</h2>
        <p className="max-w-[60ch] text-sm text-muted">
          What’s new of games you own, follow and want, and from developers you follow, for a feed reader. It
          stays within your limits and blocks, and has no pictures of 18+ games.
        </p>
      </div>
      <QueryView query={feed} error="Failed to load your feed">
        {({ since }) => (
          <>
            {url !== null && (
              <Note kind="go">
                <div className="grid gap-2">
                  <p>Copy this address now: it isn’t shown again. Whoever has it can read your feed.</p>
                  <CopyField label="Address of your feed" name="Address" text={url}>
                    <code className="mono text-sm wrap-anywhere">{url}</code>
                  </CopyField>
                </div>
              </Note>
            )}
            <div className="flex flex-wrap items-center gap-3">
              <Button size="small" busy={make.busy} onClick={() => make.press()}>
                {since === null ? 'Make an address' : 'Make a new address'}
              </Button>
              {since !== null && (
                <>
                  <Button size="small" kind="quiet" busy={end.busy} onClick={() => end.press()}>
                    Switch off
                  </Button>
                  <span className="text-sm text-muted">
                    On since {showDay(since)}. A new address ends this one.
                  </span>
                </>
              )}
            </div>
          </>
        )}
      </QueryView>
    </Panel>
  )
}
