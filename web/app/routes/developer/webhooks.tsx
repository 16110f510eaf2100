import { WEBHOOK_LIMITS, WEBHOOK_TEXT } from '@nofiller/contract/webhooks/webhook-rules'
import type { Endpoint } from '@nofiller/contract/webhooks/webhooks'
import { useState } from 'react'
import { DeveloperPage } from '../../features/authoring/own-games/developer-page.tsx'
import { PauseDialog, RemoveDialog, SecretDialog } from '../../features/webhooks/act-dialogs.tsx'
import { Deliveries } from '../../features/webhooks/deliveries.tsx'
import { EndpointDialog } from '../../features/webhooks/endpoint-dialog.tsx'
import { type EndpointAct, EndpointList } from '../../features/webhooks/endpoint-list.tsx'
import { type NewSecret, SecretNote } from '../../features/webhooks/secret-note.tsx'
import { useEndpoints } from '../../features/webhooks/use-webhooks.ts'
import { titled } from '../../shell/store-info.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Webhooks')

/** What is asked in a dialog: a new endpoint, or something about one. */
type Asked = { act: 'add' } | { act: EndpointAct; endpoint: Endpoint }

/** Where a developer's own servers are told what happens to their games, and what became of each message. */
export default function DevWebhooks() {
  const endpoints = useEndpoints()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [made, setMade] = useState<NewSecret | null>(null)
  const count = endpoints.data?.endpoints.length
  return (
    <DeveloperPage>
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <PageTitle>Webhooks</PageTitle>
          {count !== undefined && (
            <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span className="text-sm text-muted">
                {count} of {WEBHOOK_LIMITS.endpoints}
              </span>
              <Button
                kind="primary"
                icon={<IconPlus />}
                disabled={count >= WEBHOOK_LIMITS.endpoints}
                onClick={() => setAsked({ act: 'add' })}
              >
                Add an endpoint
              </Button>
            </span>
          )}
        </div>
        <p className="max-w-[72ch] text-muted">
          We tell your server when something happens to your games.{' '}
          <TextLink to="/developers">How webhooks work</TextLink>
        </p>
      </div>
      {made && <SecretNote key={made.secret} made={made} />}
      <QueryView
        query={endpoints}
        error="Failed to load your endpoints"
        skeleton={<Skeleton className="h-60" />}
      >
        {(loaded) => (
          <>
            {loaded.isSendingOff && <Note kind="warn">{WEBHOOK_TEXT.sendingOff}</Note>}
            {loaded.endpoints.length === 0 ? (
              <Empty title="No endpoints yet.">
                Add the address of your server, and choose what it is told of.
              </Empty>
            ) : (
              <>
                <EndpointList
                  endpoints={loaded.endpoints}
                  onAct={(endpoint, act) => setAsked({ act, endpoint })}
                />
                <Deliveries endpoints={loaded.endpoints} />
              </>
            )}
          </>
        )}
      </QueryView>
      {asked && <AskedDialog asked={asked} onSecret={setMade} onClose={() => setAsked(null)} />}
    </DeveloperPage>
  )
}

type AskedDialogProps = { asked: Asked; onSecret: (made: NewSecret) => void; onClose: () => void }

function AskedDialog({ asked, ...rest }: AskedDialogProps) {
  if (asked.act === 'add') return <EndpointDialog endpoint={null} {...rest} />
  const { act, endpoint } = asked
  switch (act) {
    case 'edit':
      return <EndpointDialog endpoint={endpoint} {...rest} />
    case 'secret':
      return <SecretDialog endpoint={endpoint} {...rest} />
    case 'pause':
      return <PauseDialog endpoint={endpoint} onClose={rest.onClose} />
    case 'remove':
      return <RemoveDialog endpoint={endpoint} onClose={rest.onClose} />
  }
}
