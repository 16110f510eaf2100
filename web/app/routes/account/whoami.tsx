import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
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
  const whoami = useQuery({
    queryKey: ['GET /api/whoami'],
    queryFn: ({ signal }) => call('GET /api/whoami', { signal }),
  })
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
