import { BYTE_ORDER_MARK, csvLine } from '../platform/csv.ts'
import type { Database } from '../platform/database/database.ts'
import { gameDays, type Wanted } from './developer-figures.ts'
import { earningRows } from './earnings.ts'
import { overTime, type Range } from './store-figures.ts'

const AT_ONCE = 500

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
export async function* developerCsv(db: Database, wanted: Wanted): AsyncGenerator<string> {
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

/** A developer's lines of the ledger, some hundred at a time. */
export async function* earningsCsv(db: Database, developerId: string): AsyncGenerator<string> {
  let rows = await earningRows(db, { developerId, limit: AT_ONCE })
  yield BYTE_ORDER_MARK +
    csvLine(['Time', 'Order ID', 'Game', 'Price', 'Provider fee', 'Store share', 'Your share', 'Kind']) +
    rows.map(earningLine).join('')
  while (rows.length === AT_ONCE) {
    rows = await earningRows(db, { developerId, after: rows.at(-1)?._id, limit: AT_ONCE })
    yield rows.map(earningLine).join('')
  }
}

const earningLine = (row: Awaited<ReturnType<typeof earningRows>>[number]): string =>
  csvLine([
    row.at,
    row.orderId,
    row.gameTitle,
    row.gross,
    row.fee,
    row.platform,
    row.amount,
    row.isCorrection ? 'fee correction' : 'sale',
  ])
