import { WEBHOOK_TEXT } from '@nofiller/contract/webhooks/webhook-rules'
import type { Delivery, Endpoint } from '@nofiller/contract/webhooks/webhooks'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { IconChevronDown } from '../../ui/icons.tsx'
import { choiceIn, textIn, useAddressFilter } from '../../ui/list/address-filter.ts'
import { Empty } from '../../ui/list/empty.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { List, type Listed } from '../../ui/list/list.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { Panel } from '../../ui/page.tsx'
import { zoneAt } from '../releases/local-time.ts'
import { AnswerPill } from './answer-pill.tsx'
import { EndpointName } from './endpoint-name.tsx'
import { nameOf, showTime, subjectOf } from './endpoint-words.ts'
import { OpenedDelivery } from './opened-delivery.tsx'
import { ResendDialog } from './resend-dialog.tsx'
import { useAllDeliveries, useDeliveriesTo, useWebhooksChanged } from './use-webhooks.ts'

const filterIn = (search: URLSearchParams) => ({
  endpoint: textIn(search, 'endpoint'),
  failed: choiceIn(search, 'failed', ['1'] as const),
})

/** What was sent to the developer's endpoints in 30 days, and what came of it. */
export function Deliveries({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const { filter, field } = useAddressFilter(filterIn)
  // An address may name one that was removed.
  const endpointId = endpoints.find(({ id }) => id === filter.endpoint)?.id
  const chosen = endpoints.filter(({ id }) => endpointId === undefined || id === endpointId)
  const [isResending, setResending] = useState(false)
  const failed = chosen.reduce((sum, { counts }) => sum + counts.failed, 0)
  const choice = field('failed')
  return (
    <section aria-labelledby="deliveries" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id="deliveries" className="d3">
          Deliveries
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <Segmented
            label="Show"
            options={[
              { value: 'all', label: 'All' },
              { value: 'failed', label: failed === 0 ? 'Failed' : `Failed ${failed}` },
            ]}
            value={choice.value === undefined ? 'all' : 'failed'}
            onChange={(view) => choice.onChange(view === 'failed' ? '1' : undefined)}
          />
          {endpoints.length > 1 && (
            <FilterSelect
              label="Endpoint"
              names={Object.fromEntries(endpoints.map((endpoint) => [endpoint.id, nameOf(endpoint)]))}
              none="All endpoints"
              {...field('endpoint')}
            />
          )}
          {failed > 0 && (
            <Button size="small" onClick={() => setResending(true)}>
              Send failed again
            </Button>
          )}
        </div>
      </div>
      {endpointId === undefined ? (
        <AllDeliveries failed={filter.failed} endpoints={endpoints} />
      ) : (
        <DeliveriesTo key={endpointId} id={endpointId} failed={filter.failed} endpoints={endpoints} />
      )}
      <p className="text-sm text-faint">
        {WEBHOOK_TEXT.kept} <TextLink to="/developers#signature">Check a signature</TextLink> ·{' '}
        <TextLink to="/developers#events">Example bodies</TextLink>
      </p>
      {isResending && <ResendDialog endpoints={chosen} onClose={() => setResending(false)} />}
    </section>
  )
}

type LogProps = { failed: '1' | undefined; endpoints: readonly Endpoint[] }

const AllDeliveries = ({ failed, endpoints }: LogProps) => (
  <DeliveryList list={useAllDeliveries(failed)} failed={failed} endpoints={endpoints} />
)

const DeliveriesTo = ({ id, failed, endpoints }: LogProps & { id: string }) => (
  <DeliveryList list={useDeliveriesTo(id, failed)} failed={failed} endpoints={endpoints} />
)

const DeliveryList = ({ list, failed, endpoints }: LogProps & { list: Listed<Delivery> }) => (
  <List
    list={list}
    error="Failed to load deliveries"
    skeleton={<Skeleton className="h-72" />}
    empty={
      <Empty title={failed ? 'Nothing failed.' : 'Nothing was sent yet.'}>
        {failed ? 'All that was sent arrived.' : 'Send a test to see how it works.'}
      </Empty>
    }
  >
    {(rows) => <DeliveryTable rows={rows} endpoints={endpoints} />}
  </List>
)

type DeliveryTableProps = { rows: readonly Delivery[]; endpoints: readonly Endpoint[] }

/** One delivery at a time is opened under its row. */
function DeliveryTable({ rows, endpoints }: DeliveryTableProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const endpointOf = ({ endpointId }: Delivery) => endpoints.find(({ id }) => id === endpointId)
  const now = currentTime()
  const columns: readonly Column<Delivery>[] = [
    {
      head: `When (${zoneAt(now)})`,
      cell: ({ at }) => <time dateTime={at}>{showTime(at, now)}</time>,
      className: 'text-muted whitespace-nowrap',
    },
    {
      head: 'Event',
      cell: (delivery) => (
        <EventButton
          delivery={delivery}
          isOpened={opened === delivery.id}
          onToggle={() => setOpened(opened === delivery.id ? null : delivery.id)}
        />
      ),
      card: { order: 0, wide: true },
    },
    ...(endpoints.length > 1
      ? [
          {
            head: 'To',
            cell: (delivery: Delivery) => <To endpoint={endpointOf(delivery)} />,
            card: { order: 5, wide: true },
            className: 'text-muted',
          },
        ]
      : []),
    {
      head: 'Answer',
      cell: (delivery) => <AnswerPill delivery={delivery} />,
      card: { order: 2, align: 'right' },
    },
    {
      head: 'Took',
      cell: ({ ms }) => (ms === null ? '—' : tookOf(ms)),
      align: 'right',
      card: { labeled: true, align: 'left' },
      className: 'text-muted whitespace-nowrap',
    },
    {
      head: 'Next try',
      cell: (delivery) => nextTryOf(delivery, endpointOf(delivery), now),
      card: { labeled: true, align: 'right' },
      className: 'text-muted bar:whitespace-nowrap',
    },
    {
      head: 'Actions',
      cell: (delivery) => <SendAgain delivery={delivery} />,
      align: 'right',
      card: { wide: true, align: 'left' },
    },
  ]
  return (
    <Panel flush>
      <Table
        label="Deliveries"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        openedOf={(delivery) => delivery.id === opened && <OpenedDelivery delivery={delivery} />}
      />
    </Panel>
  )
}

/** `184 ms`, `15 s` */
const tookOf = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 1_000)} s`)

function nextTryOf({ state, nextTryAt }: Delivery, endpoint: Endpoint | undefined, now: Date) {
  if (state === 'delivered' || state === 'dropped') return '—'
  if (endpoint?.state === 'off') return 'Off'
  if (endpoint?.state === 'paused') return 'Paused'
  return nextTryAt === null ? '—' : <time dateTime={nextTryAt}>{showTime(nextTryAt, now)}</time>
}

const To = ({ endpoint }: { endpoint: Endpoint | undefined }) =>
  endpoint && (
    <span title={nameOf(endpoint)} className="block max-w-36 truncate max-bar:max-w-full">
      <EndpointName endpoint={endpoint} />
    </span>
  )

type EventButtonProps = { delivery: Delivery; isOpened: boolean; onToggle: () => void }

function EventButton({ delivery, isOpened, onToggle }: EventButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpened}
      onClick={onToggle}
      className="group flex min-h-8 cursor-pointer items-start gap-1.5 text-left"
    >
      <IconChevronDown
        className={`mt-1 size-3.5 shrink-0 text-faint group-hover:text-text ${isOpened ? '' : '-rotate-90'}`}
      />
      <span className="min-w-0">
        <b translate="no" className="block font-650 group-hover:underline">
          {delivery.type}
        </b>
        <span translate="no" dir="auto" className="block text-sm text-muted wrap-anywhere">
          {subjectOf(delivery)}
        </span>
      </span>
    </button>
  )
}

function SendAgain({ delivery: { id, endpointId, type, state } }: { delivery: Delivery }) {
  const changed = useWebhooksChanged()
  const { busy, press } = useAction(
    () => call('POST /api/endpoints/:id/redeliver', { params: { id: endpointId }, body: { deliveryId: id } }),
    {
      onDone: async () => {
        await changed()
        toast('Sent again, with the same id and a new timestamp.')
      },
    },
  )
  if (state === 'waiting') return null
  return (
    <Button
      size="small"
      kind={state === 'delivered' ? 'quiet' : 'secondary'}
      busy={busy}
      aria-label={`Send again: ${type}`}
      onClick={() => press()}
    >
      Send again
    </Button>
  )
}
