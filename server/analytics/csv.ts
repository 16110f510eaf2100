import type { Earning } from '@nofiller/contract/analytics/analytics'
import { BYTE_ORDER_MARK, type Columns, csvLine, csvOf } from '../platform/csv.ts'
import type { Database } from '../platform/database/database.ts'
import type { Store } from '../store.ts'
import { type FiguresQuery, gameDays } from './developer-figures.ts'
import { type EarningsOf, filteredEarnings } from './earnings.ts'
import { overTime, type Range } from './store-figures.ts'

/** The store's figures of each step of a span. */
export async function* storeCsv(db: Database, range: Range): AsyncGenerator<string> {
  const { points } = await overTime(db, range)
  yield BYTE_ORDER_MARK +
    csvLine([
      'From',
      'Checkouts',
      'Orders',
      'Revenue',
      'Provider fees',
      'Store share',
      'Developer shares',
      'Downloads',
    ])
  yield points
    .map((point) =>
      csvLine([
        point.day,
        point.checkouts,
        point.orders,
        point.revenue,
        point.fees,
        point.platform,
        point.developers,
        point.downloads,
      ]),
    )
    .join('')
}

/** A developer's figures of each game and day. */
export async function* developerCsv(db: Database, query: FiguresQuery): AsyncGenerator<string> {
  const days = await gameDays(db, query)
  yield BYTE_ORDER_MARK +
    csvLine(['Day', 'Game', 'Game ID', 'Views', 'Checkouts', 'Orders', 'Revenue', 'Your share', 'Downloads'])
  yield days
    .map((day) =>
      csvLine([
        day.day,
        day.title,
        day.id,
        day.views,
        day.checkouts,
        day.orders,
        day.revenue,
        day.net,
        day.downloads,
      ]),
    )
    .join('')
}

const EARNING_COLUMNS: Columns<Earning> = {
  Time: (line) => line.at,
  'Order ID': (line) => line.orderId,
  Game: (line) => line.gameTitle,
  Price: (line) => line.gross,
  'Provider fee': (line) => line.fee,
  'Store share': (line) => line.platform,
  'Your share': (line) => line.amount,
  Kind: (line) => (line.isRefund ? 'refund' : line.isCorrection ? 'fee correction' : 'sale'),
  'Pending until': (line) => line.pendingUntil ?? '',
}

/** A developer's lines of the ledger, as far as a filter lets them through. */
export const earningsCsv = (
  { db, config }: Pick<Store, 'db' | 'config'>,
  filter: EarningsOf,
): AsyncGenerator<string> => csvOf(EARNING_COLUMNS, filteredEarnings(db, config, filter))
