import { coinOf } from '@nofiller/contract/payments/coins'
import type { Payout } from '@nofiller/contract/payouts/payouts'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcDay, showUtcMoment } from '@nofiller/contract/text/time'
import type { ReactNode } from 'react'
import { useList } from '../../../api/use-list.ts'
import { TextLink } from '../../../ui/button.tsx'
import { IconWallet } from '../../../ui/icons.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { List } from '../../../ui/list/list.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { DeveloperPill } from '../payout-pill.tsx'
import { TransactionLink } from '../transaction-link.tsx'

type HistoryProps = { developerId: string | undefined; medianHours: number | null }

/** The payouts of a developer, each with its state in words and its statement. */
export const PayoutHistory = ({ developerId, medianHours }: HistoryProps) => (
  <section className="grid grid-cols-1 gap-3">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="d4">Payouts</h2>
      {medianHours !== null && (
        <p className="text-sm text-muted">Usually paid within {plural(medianHours, 'hour')}</p>
      )}
    </div>
    <List
      list={useList('GET /api/dev/payouts', { developerId }, { limit: 10, refreshMs: whileOpen })}
      error="Failed to load payouts"
      empty={<Empty title="No payouts yet." icon={<IconWallet />} />}
    >
      {(payouts) => (
        <Panel flush>
          <Table label="Payouts" columns={COLUMNS} rows={payouts} keyOf={({ _id }) => _id} />
        </Panel>
      )}
    </List>
  </section>
)

const REFRESH_MS = 15_000
const whileOpen = (payouts: readonly Payout[]) =>
  payouts.some(({ endedAt }) => endedAt === null) ? REFRESH_MS : false

const COLUMNS: readonly Column<Payout>[] = [
  {
    head: 'Date',
    cell: ({ draftedAt }) => <time dateTime={draftedAt}>{showUtcDay(draftedAt)}</time>,
    className: 'whitespace-nowrap',
  },
  {
    head: 'Amount',
    cell: ({ amount }) => <Price dollars={amount} />,
    align: 'right',
    className: 'font-650 whitespace-nowrap',
  },
  { head: 'State', cell: ({ state }) => <DeveloperPill state={state} />, card: { wide: true } },
  {
    head: 'Details',
    cell: (payout) => <Details payout={payout} />,
    card: { wide: true },
    className: 'break-words',
  },
  {
    head: 'Statement',
    cell: ({ _id, number }) => (
      <TextLink to={`/dev/statement/${_id}`} aria-label={`Statement ${number}`}>
        Statement
      </TextLink>
    ),
    align: 'right',
    card: { wide: true, align: 'left' },
  },
]

function Details({ payout }: { payout: Payout }): ReactNode {
  const { state, coin, coinAmount, transactionId, draftedAt, approvedAt, releasedAt, endedAt, reason } =
    payout
  switch (state) {
    case 'PAID':
      return (
        <>
          {coinAmount} {coinOf(coin).ticker}
          {transactionId && (
            <>
              , <TransactionLink coin={coin} transactionId={transactionId} />
            </>
          )}
        </>
      )
    case 'FAILED':
    case 'CANCELLED':
      return `${reason ?? 'It was not sent.'} The money was back in your balance on ${showUtcDay(endedAt ?? draftedAt)}.`
    case 'UNKNOWN':
      return 'We are asking the network. Nothing is lost.'
    case 'BLOCKED':
      return reason
    case 'RELEASING':
    case 'SENDING':
      return releasedAt && `Sent to the network ${showUtcMoment(releasedAt)}`
    default:
      return approvedAt ? `Approved ${showUtcMoment(approvedAt)}` : 'We check every payout before we send it.'
  }
}
