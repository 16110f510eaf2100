import type { Earning } from '@nofiller/contract/analytics'
import { BYTE_ORDER_MARK, type Columns, csvLine, csvOf } from '../platform/csv.ts'
import type { Database } from '../platform/database/database.ts'
import { gameDays, type Wanted as WantedDays } from './developer-figures.ts'
import { earningRows, type Wanted } from './earnings.ts'
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
export async function* developerCsv(db: Database, wanted: WantedDays): AsyncGenerator<string> {
  const days = await gameDays(db, wanted)
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
  Kind: (line) => (line.isCorrection ? 'fee correction' : 'sale'),
}

/** A developer's lines of the ledger, as far as a filter lets them through. */
export const earningsCsv = (db: Database, wanted: Wanted): AsyncGenerator<string> =>
  csvOf(EARNING_COLUMNS, (last, limit) => earningRows(db, { ...wanted, after: last?._id, limit }))
