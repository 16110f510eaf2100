import { useCall } from '../../api/use-call.ts'
import { titled } from '../../shell/store-info.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Who am I')

/** The server's raw response about the signed-in user (requirements 9.9). */
export default function Whoami() {
  return (
    <Page title="Who am I">
      <Response />
    </Page>
  )
}

function Response() {
  const whoami = useCall('GET /api/whoami', {})
  return (
    <QueryView query={whoami} error={whoami.error?.message ?? ''}>
      {(user) => (
        <Panel>
          <pre translate="no" className="mono break-words whitespace-pre-wrap">
            {JSON.stringify(user, null, 2)}
          </pre>
        </Panel>
      )}
    </QueryView>
  )
}
