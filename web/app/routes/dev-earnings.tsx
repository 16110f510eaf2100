import type { Earning } from '@nofiller/contract/analytics'
import type { Sent } from '@nofiller/contract/calls'
import { TIME_SORTS } from '@nofiller/contract/list-sorts'
import { showPrice } from '@nofiller/contract/money'
import { useQuery } from '@tanstack/react-query'
import { call, callFile, callPage } from '../api/client.ts'
import { useList } from '../api/use-list.ts'
import { Figures } from '../features/analytics/figures.tsx'
import { Whose } from '../features/analytics/whose.tsx'
import { DeveloperPage } from '../features/authoring/developer-page.tsx'
import { OrderId } from '../features/orders/order-id.tsx'
import { titled } from '../shell/store-info.ts'
import { choiceIn, dayIn, isFiltering, textIn, useAddressFilter } from '../ui/address-filter.ts'
import { Answer } from '../ui/answer.tsx'
import { CsvButton } from '../ui/csv-button.tsx'
import { DayFields } from '../ui/day-field.tsx'
import { Empty } from '../ui/empty.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { IconCoins } from '../ui/icons.tsx'
import { List, showingOf } from '../ui/list.tsx'
import { NoMatch } from '../ui/no-match.tsx'
import { PageTitle, Panel } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SortChoice, TIME_SORT_NAMES } from '../ui/sort-choice.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { showMoment } from '../ui/when.ts'

export const meta = titled('Earnings')

const PAGE = 20
const FAILED = 'Failed to load earnings'

/** `developer` is somebody else, for an admin. */
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

/** What the store owes a developer, and every line of the ledger behind it. */
export default function DevEarnings() {
  return (
    <DeveloperPage>
      <PageTitle>Earnings</PageTitle>
      <Earnings />
    </DeveloperPage>
  )
}

function Earnings() {
  const { filter, setFilter, clear } = useAddressFilter(filterIn)
  const { developer, q, from, to, sort } = filter
  const query = { developerId: developer, q, from, to, sort }
  const lines = useEarnings(query)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Whose developerId={developer} />
      <BalanceFigures developerId={developer} />
      <FilterBar
        label="Search earnings"
        searched="Game or order ID"
        text={q}
        onText={(text) => setFilter({ ...filter, q: text })}
        count={showingOf(lines)}
      >
        <DayFields from={from} to={to} onChange={(days) => setFilter({ ...filter, ...days })} />
        <SortChoice
          names={TIME_SORT_NAMES}
          value={sort}
          onChange={(next) => setFilter({ ...filter, sort: next })}
        />
        <CsvButton
          load={() => callFile('GET /api/dev/earnings.csv', { query })}
          fileName="earnings.csv"
          failure={() => FAILED}
        />
      </FilterBar>
      <List
        of={lines}
        error={FAILED}
        skeleton={<Skeleton className="h-80" />}
        empty={
          isFiltering({ q, from, to }) ? (
            <NoMatch
              title="No matching earnings."
              icon={<IconCoins />}
              filter={{ search: q, 'first day': from, 'last day': to }}
              onClear={() => (developer === undefined ? clear() : setFilter({ developer }))}
            />
          ) : (
            <Empty title="Nothing was earned yet." icon={<IconCoins />} />
          )
        }
      >
        {(rows) => <EarningsTable earnings={rows} />}
      </List>
    </div>
  )
}

function BalanceFigures({ developerId }: { developerId: string | undefined }) {
  const balance = useQuery({
    queryKey: ['GET /api/dev/balance', developerId],
    queryFn: ({ signal }) => call('GET /api/dev/balance', { query: { developerId }, signal }),
    refetchOnWindowFocus: 'always',
  })
  return (
    <Answer of={balance} error={FAILED} skeleton={<Skeleton className="h-24" />}>
      {(shown) => (
        <Figures
          figures={[
            { name: 'Balance', value: showPrice(shown.balance) },
            { name: 'Paid by buyers', value: showPrice(shown.gross) },
            { name: 'Provider fees', value: showPrice(shown.fees) },
            { name: 'Store share', value: showPrice(shown.platform) },
            { name: 'Orders', value: shown.orders.toLocaleString('en-US') },
          ]}
        />
      )}
    </Answer>
  )
}

const EARNINGS = 'GET /api/dev/earnings'
const useEarnings = (wanted: Sent<'GET /api/dev/earnings.csv', 'query'>) =>
  useList(EARNINGS, wanted, (query, signal) =>
    callPage(EARNINGS, { query: { ...query, limit: PAGE }, signal }),
  )

const HEAD = [
  { name: 'When' },
  { name: 'Game' },
  { name: 'Order ID' },
  { name: 'Paid', align: 'right' },
  { name: 'Provider fee', align: 'right' },
  { name: 'Store share', align: 'right' },
  { name: 'Your share', align: 'right' },
] as const

const EarningsTable = ({ earnings }: { earnings: readonly Earning[] }) => (
  <Panel flush>
    <Table label="Earnings" head={HEAD}>
      {earnings.map((line) => (
        <Row key={line._id}>
          <Cell full className="whitespace-nowrap text-muted">
            {showMoment(line.at)}
          </Cell>
          <Cell full className="font-semibold break-words">
            {line.gameTitle}
            {line.isCorrection && (
              <span className="block text-xs font-normal text-muted">Correction of the fee</span>
            )}
          </Cell>
          <Cell full>
            <span className="mono text-muted">
              <OrderId id={line.orderId} />
            </span>
          </Cell>
          <Cell align="right" label="Paid" className="max-bar:text-left">
            {showPrice(line.gross)}
          </Cell>
          <Cell align="right" label="Provider fee">
            {showPrice(line.fee)}
          </Cell>
          <Cell align="right" label="Store share" className="max-bar:text-left">
            {showPrice(line.platform)}
          </Cell>
          <Cell align="right" label="Your share" className="font-750">
            {showPrice(line.amount)}
          </Cell>
        </Row>
      ))}
    </Table>
  </Panel>
)
