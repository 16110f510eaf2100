import type { Earning } from '@nofiller/contract/analytics'
import { showPrice } from '@nofiller/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call, callFile, callPage } from '../api/client.ts'
import { useList } from '../api/use-list.ts'
import { Figures } from '../features/analytics/figures.tsx'
import { Whose } from '../features/analytics/whose.tsx'
import { DeveloperPage } from '../features/authoring/developer-page.tsx'
import { OrderId } from '../features/orders/order-id.tsx'
import { DeveloperOnly } from '../session/guards.tsx'
import { titled } from '../shell/store-info.ts'
import { Answer } from '../ui/answer.tsx'
import { CsvButton } from '../ui/csv-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCoins } from '../ui/icons.tsx'
import { List, showingOf } from '../ui/list.tsx'
import { PageTitle, Panel } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { showMoment } from '../ui/when.ts'

export const meta = titled('Earnings')

const PAGE = 20
const FAILED = 'Failed to load earnings'

/** What the store owes a developer, and every line of the ledger behind it. */
export default function DevEarnings() {
  return (
    <DeveloperOnly>
      <DeveloperPage>
        <PageTitle>Earnings</PageTitle>
        <Earnings />
      </DeveloperPage>
    </DeveloperOnly>
  )
}

function Earnings() {
  const [search] = useSearchParams()
  const developerId = search.get('developer') ?? undefined // somebody else, for an admin
  const lines = useEarnings(developerId)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Whose developerId={developerId} />
      <BalanceFigures developerId={developerId} />
      <div className="flex flex-wrap items-center gap-3">
        <CsvButton
          load={() => callFile('GET /api/dev/earnings.csv', { query: { developerId } })}
          fileName="earnings.csv"
          failure={() => FAILED}
        />
        <p role="status" className="ml-auto text-sm text-muted">
          {showingOf(lines)}
        </p>
      </div>
      <List
        of={lines}
        error={FAILED}
        skeleton={<Skeleton className="h-80" />}
        empty={<Empty title="Nothing was earned yet." icon={<IconCoins />} />}
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
const useEarnings = (developerId: string | undefined) =>
  useList(EARNINGS, { developerId }, ({ after }, signal) =>
    callPage(EARNINGS, { query: { developerId, after, limit: PAGE }, signal }),
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
