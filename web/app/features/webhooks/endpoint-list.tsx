import { ENDPOINT_STATES, type EndpointState } from '@nofiller/contract/webhooks/webhook-rules'
import type { Endpoint } from '@nofiller/contract/webhooks/webhooks'
import type { ReactNode } from 'react'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { IconCircleCheck, IconClock, IconTriangleAlert } from '../../ui/icons.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Tag } from '../../ui/tag.tsx'
import { EndpointName } from './endpoint-name.tsx'
import { nameOf, shortUrl, showTime, stateOf } from './endpoint-words.ts'
import { useWebhooksChanged } from './use-webhooks.ts'

/** What is asked before it is done to an endpoint. */
export type EndpointAct = 'edit' | 'secret' | 'pause' | 'remove'
type OnAct = (endpoint: Endpoint, act: EndpointAct) => void

type EndpointListProps = { endpoints: readonly Endpoint[]; onAct: OnAct }

/** A developer's endpoints, with how each is doing. */
export const EndpointList = ({ endpoints, onAct }: EndpointListProps) => (
  <div className="grid grid-cols-1 gap-4">
    {endpoints.map((endpoint) => (
      <EndpointPanel key={endpoint.id} endpoint={endpoint} onAct={onAct} />
    ))}
  </div>
)

type EndpointProps = { endpoint: Endpoint; onAct: OnAct }

function EndpointPanel({ endpoint, onAct }: EndpointProps) {
  const { url, name, types, state, oldSecretUntil } = endpoint
  const now = currentTime()
  return (
    <section aria-label={nameOf(endpoint)} className="rounded-3 border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 phone:px-5">
        <div className="min-w-0 flex-[1_1_18rem]">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="text-md/6 font-650">
              <EndpointName endpoint={endpoint} />
            </h2>
            {STATES[state]}
          </div>
          {name !== '' && (
            <p translate="no" className="text-sm text-muted wrap-anywhere">
              {shortUrl(url)}
            </p>
          )}
          <p className="text-sm text-muted">{stateOf(endpoint, now)}</p>
          {oldSecretUntil !== null && (
            <p className="text-sm text-muted">
              The old secret still signs too, until {showTime(oldSecretUntil, now)}.
            </p>
          )}
        </div>
        <Actions endpoint={endpoint} onAct={onAct} />
      </div>
      <ul aria-label="Events" className="flex flex-wrap gap-1.5 border-t border-line px-4 py-3 phone:px-5">
        {types.map((type) => (
          <li key={type} translate="no">
            <Tag>{type}</Tag>
          </li>
        ))}
      </ul>
    </section>
  )
}

const STATES: Record<EndpointState, ReactNode> = {
  on: (
    <Pill kind="go" icon={<IconCircleCheck />}>
      {ENDPOINT_STATES.on}
    </Pill>
  ),
  failing: (
    <Pill kind="warn" icon={<IconTriangleAlert />}>
      {ENDPOINT_STATES.failing}
    </Pill>
  ),
  paused: <Pill icon={<IconClock />}>{ENDPOINT_STATES.paused}</Pill>,
  off: (
    <Pill kind="bad" icon={<IconTriangleAlert />}>
      {ENDPOINT_STATES.off}
    </Pill>
  ),
}

function Actions({ endpoint, onAct }: EndpointProps) {
  const isOn = endpoint.state === 'on' || endpoint.state === 'failing'
  const asking = (act: EndpointAct, label: string) => (
    <Button
      size="small"
      kind={act === 'edit' && isOn ? 'secondary' : 'quiet'}
      aria-label={`${label}: ${nameOf(endpoint)}`}
      onClick={() => onAct(endpoint, act)}
    >
      {label}
    </Button>
  )
  return (
    <span className="flex flex-wrap gap-x-1 gap-y-2 max-phone:-mx-3">
      {isOn && <SendTest endpoint={endpoint} />}
      {asking('secret', 'Change secret')}
      {isOn && asking('pause', 'Pause')}
      {asking('remove', 'Remove')}
      {asking('edit', 'Edit')}
      {!isOn && <TurnOn endpoint={endpoint} />}
    </span>
  )
}

function SendTest({ endpoint }: { endpoint: Endpoint }) {
  const changed = useWebhooksChanged()
  const { busy, press } = useAction(
    () => call('POST /api/endpoints/:id/test', { params: { id: endpoint.id } }),
    {
      onDone: async () => {
        await changed()
        toast('The test is on its way. Its answer shows under Deliveries.')
      },
    },
  )
  return (
    <Button
      size="small"
      kind="quiet"
      busy={busy}
      aria-label={`Send a test: ${nameOf(endpoint)}`}
      onClick={() => press()}
    >
      Send a test
    </Button>
  )
}

function TurnOn({ endpoint }: { endpoint: Endpoint }) {
  const changed = useWebhooksChanged()
  const { busy, press } = useAction(
    () => call('PATCH /api/endpoints/:id', { params: { id: endpoint.id }, body: { paused: false } }),
    {
      onDone: async () => {
        await changed()
        toast('The endpoint is on.')
      },
    },
  )
  return (
    <Button size="small" busy={busy} aria-label={`Turn on: ${nameOf(endpoint)}`} onClick={() => press()}>
      Turn on
    </Button>
  )
}
