import type { Earning } from '@nofiller/contract/analytics/analytics'
import type { Sent } from '@nofiller/contract/calls'
import { TIME_SORTS } from '@nofiller/contract/catalog/time-sorts'
import { showUtcDay } from '@nofiller/contract/text/time'
import { callFile } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { useList } from '../../api/use-list.ts'
import { ViewedDeveloperNote } from '../../features/analytics/viewed-developer.tsx'
import { DeveloperPage } from '../../features/authoring/own-games/developer-page.tsx'
import { OrderName } from '../../features/orders/list/order-name.tsx'
import { BalanceBreakdown } from '../../features/payouts/earnings/balance-breakdown.tsx'
import { BalanceParts } from '../../features/payouts/earnings/balance-parts.tsx'
import { NextPayout } from '../../features/payouts/earnings/next-payout.tsx'
import { PayoutHistory } from '../../features/payouts/earnings/payout-history.tsx'
import { usePayoutSummary } from '../../features/payouts/earnings/use-payout-summary.ts'
import { titled } from '../../shell/store-info.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DayFields } from '../../ui/form/day-field.tsx'
import { IconCoins } from '../../ui/icons.tsx'
import { choiceIn, dayIn, textIn, useAddressFilter } from '../../ui/list/address-filter.ts'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { SortChoice, TIME_SORT_NAMES } from '../../ui/list/sort-choice.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { PageTitle, Panel } from '../../ui/page.tsx'
import { Price } from '../../ui/price.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { UtcTime } from '../../ui/utc-time.tsx'

export const meta = titled('Earnings')

const FAILED = 'Failed to load earnings'

/** `developer` is another user, for an admin. */
type Filter = Omit<Sent<'GET /api/dev/earnings.csv', 'query'>, 'developerId'> & {
  developer?: string | undefined
}

const filterIn = (search: URLSearchParams): Filter => ({
  developer: search.get('developer') ?? undefined,
  q: textIn(search),
  from: dayIn(search, 'from'),
  to: dayIn(search, 'to'),
  sort: choiceIn(search, 'sort', TIME_SORTS),
})

/** A developer's balance, and every line of the ledger behind it. */
export default function DevEarnings() {
  return (
    <DeveloperPage>
      <PageTitle>Earnings</PageTitle>
      <Earnings />
    </DeveloperPage>
  )
}

function Earnings() {
  const { filter, setFilter, field, clear } = useAddressFilter(filterIn)
  const { developer, ...others } = filter
  const { q, from, to } = others
  const query = { developerId: developer, ...others }
  return (
    <div className="grid grid-cols-1 gap-5">
      <ViewedDeveloperNote developerId={developer} />
      <Money developerId={developer} />
      <h2 className="d4 mt-3">Every sale</h2>
      <ListPage
        list={useList('GET /api/dev/earnings', query)}
        error={FAILED}
        skeleton={<Skeleton className="h-80" />}
        search={{ label: 'Search earnings', placeholder: 'Game or order ID', ...field('q') }}
        filters={
          <>
            <DayFields from={from} to={to} onChange={(days) => setFilter({ ...filter, ...days })} />
            <SortChoice names={TIME_SORT_NAMES} {...field('sort')} />
            <CsvButton
              load={() => callFile('GET /api/dev/earnings.csv', { query })}
              fileName="earnings.csv"
              failure={() => FAILED}
            />
          </>
        }
        noMatch={{
          title: 'No matching earnings.',
          icon: <IconCoins />,
          filter: { search: q, 'first day': from, 'last day': to },
          onClear: () => (developer === undefined ? clear() : setFilter({ developer })),
        }}
        empty={<Empty title="Nothing was earned yet." icon={<IconCoins />} />}
        className="gap-5"
      >
        {(rows) => <EarningsTable earnings={rows} />}
      </ListPage>
    </div>
  )
}

function Money({ developerId }: { developerId: string | undefined }) {
  const summary = usePayoutSummary(developerId)
  const balance = useCall('GET /api/dev/balance', { query: { developerId }, refetchOnWindowFocus: 'always' })
  return (
    <QueryView query={summary} error={FAILED} skeleton={<Skeleton className="h-120" />}>
      {(parts) => (
        <>
          <BalanceParts summary={parts} />
          <div className="grid grid-cols-1 gap-5 desktop:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
            <NextPayout summary={parts} isOwn={developerId === undefined} />
            <QueryView query={balance} error={FAILED} skeleton={<Skeleton className="h-80" />}>
              {(shown) => <BalanceBreakdown balance={shown} summary={parts} />}
            </QueryView>
          </div>
          <PayoutHistory developerId={developerId} medianHours={parts.medianHours} />
        </>
      )}
    </QueryView>
  )
}

const COLUMNS: readonly Column<Earning>[] = [
  {
    head: 'Date (UTC)',
    cell: (line) => <UtcTime iso={line.at} />,
    card: { wide: true },
    className: 'whitespace-nowrap text-muted',
  },
  {
    head: 'Game',
    cell: ({ gameTitle }) => gameTitle,
    card: { wide: true },
    className: 'font-semibold break-words',
  },
  {
    head: 'Order ID',
    cell: ({ orderId, orderNumber }) => <OrderName order={{ orderId, number: orderNumber }} />,
    card: { wide: true },
  },
  {
    head: 'Paid',
    cell: (line) => <Price dollars={line.gross} />,
    align: 'right',
    card: { labeled: true, align: 'left' },
    className: 'whitespace-nowrap',
  },
  {
    head: 'Provider fee',
    cell: (line) => <Price dollars={line.fee} />,
    align: 'right',
    card: { labeled: true },
    className: 'whitespace-nowrap',
  },
  {
    head: 'Store share',
    cell: (line) => <Price dollars={line.platform} />,
    align: 'right',
    card: { labeled: true, align: 'left' },
    className: 'whitespace-nowrap',
  },
  {
    head: 'Your share',
    cell: (line) => <Price dollars={line.amount} />,
    align: 'right',
    card: { labeled: true },
    className: 'font-750 whitespace-nowrap',
  },
  { head: 'State', cell: stateOf, card: { wide: true }, className: 'text-muted' },
]

/** The state of a line's money, as far as the line shows: available money may have been paid out since. */
function stateOf({ isRefund, isCorrection, pendingUntil }: Earning): string {
  if (isRefund) return 'Refunded'
  if (isCorrection) return 'Correction of the fee'
  return pendingUntil ? `Pending until ${showUtcDay(pendingUntil)}` : 'Made available'
}

const EarningsTable = ({ earnings }: { earnings: readonly Earning[] }) => (
  <Panel flush>
    <Table label="Earnings" columns={COLUMNS} rows={earnings} keyOf={({ _id }) => _id} />
  </Panel>
)
