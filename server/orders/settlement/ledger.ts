import { givenBack } from '@nofiller/contract/orders/refund-rules'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { type Deductions, type Split, splitAgain, splitEach, splitSale } from './split-sale.ts'

/** An order item as it is booked: its developer, price and refunded amount. Amounts in cents. */
export type SoldItem = {
  /** Null for a sale from before items were booked separately: all its items, which are of one game. */
  position: number | null
  developerId: string
  priceCents: number
  refundedCents: number
}

/**
 * A sale in double entry, item by item: what the provider holds for the store minus its fee, against the store's share and
 * the developer's, who bears the fee. Each item's lines sum to zero. Zero lines are left out, except the developer's, which
 * records the sale. Sales from before shares were booked separately have `gross` and `developer` alone.
 */
export function saleLines(orderId: string, items: readonly SoldItem[], deductions: Deductions) {
  const splits = splitSale(pricesOf(items), deductions)
  return linesOf(orderId, items, splits).filter(
    ({ line, amount_cents }) => amount_cents !== 0 || line === 'developer_share',
  )
}

const pricesOf = (items: readonly SoldItem[]): number[] => items.map((item) => item.priceCents)

function linesOf(orderId: string, items: readonly SoldItem[], splits: readonly Split[]) {
  return items.flatMap((item, at) => {
    const split = splits[at] ?? NOTHING
    const back = givenBack(item, split)
    const line = (
      name: string,
      account: string,
      amount_cents: number,
      developer_id: string | null = null,
    ) => ({
      order_id: orderId,
      line: name,
      account,
      developer_id,
      amount_cents,
      item_position: item.position,
    })
    return [
      line('gross', 'provider', item.priceCents - item.refundedCents),
      line('provider_fee', 'provider', 0 - split.feeCents), // never -0
      line('platform_share', 'store', back.platformCents - split.platformCents),
      line('refund_cost', 'store', back.feeCents),
      line('developer_share', 'developer', back.developerCents - split.developerCents, item.developerId),
    ]
  })
}

const NOTHING: Split = { feeCents: 0, platformCents: 0, developerCents: 0 }

/**
 * The statement that books a sale at its price, once; the database refuses a second time and what does not balance. What came
 * beyond the price is nobody's revenue: it stands in its payment case until it is given back.
 */
export const saleInsert = (tx: Tx, orderId: string, items: readonly SoldItem[], deductions: Deductions) =>
  tx.insertInto('ledger_entries').values(saleLines(orderId, items, deductions))

/** Books the difference between the provider's fee on a sale, in cents, and the fee booked so far. The order is locked. */
export const correctFee = (tx: Tx, orderId: string, feeCents: number): Promise<void> =>
  bookDifference(tx, orderId, (prices, booked) =>
    splitAgain(
      prices,
      feeCents,
      booked.map((of) => of.shareCents),
    ),
  )

/** Books what was refunded for an order's items since the last booking. The order is locked. */
export const bookRefund = (tx: Tx, orderId: string): Promise<void> =>
  bookDifference(tx, orderId, (prices, booked) =>
    splitEach(
      prices,
      booked.map((of) => of.feeCents),
      booked.map((of) => of.shareCents),
    ),
  )

/** The amounts booked for an item: the provider's current fee, and the store's share of the sale. */
type Booked = { feeCents: number; shareCents: number }

/**
 * Writes the difference between an order's expected and existing lines as another booking. Existing lines never change,
 * and nothing is written when all is booked.
 */
async function bookDifference(
  tx: Tx,
  orderId: string,
  splitBy: (prices: readonly number[], booked: readonly Booked[]) => Split[],
): Promise<void> {
  const entries = await tx
    .selectFrom('ledger_entries')
    .select(['booking', 'line', 'item_position', 'amount_cents'])
    .where('order_id', '=', orderId)
    .execute()
  const isOneSale = entries.some((entry) => entry.item_position === null)
  const items = isOneSale ? [asOneItem(await soldItems(tx, orderId))] : await soldItems(tx, orderId)
  const booked = (position: number | null, lines: readonly string[], lastBooking = Infinity) =>
    entries
      .filter((entry) => entry.item_position === position && lines.includes(entry.line))
      .reduce((sum, entry) => (entry.booking <= lastBooking ? sum + entry.amount_cents : sum), 0)
  const splits = splitBy(
    pricesOf(items),
    items.map(({ position }) => ({
      feeCents: -booked(position, ['provider_fee']),
      shareCents: -booked(position, ['platform_share'], 0),
    })),
  )
  const lines = linesOf(orderId, items, splits)
    .map((line) => ({
      ...line,
      amount_cents: line.amount_cents - booked(line.item_position, NAMES[line.line] ?? [line.line]),
    }))
    .filter((line) => line.amount_cents !== 0)
  if (lines.length === 0) return
  const booking = 1 + Math.max(...entries.map((entry) => entry.booking))
  await tx
    .insertInto('ledger_entries')
    .values(lines.map((line) => ({ ...line, booking })))
    .execute()
}

const NAMES: Record<string, string[]> = { developer_share: ['developer', 'developer_share'] }

async function soldItems(tx: Tx, orderId: string): Promise<SoldItem[]> {
  return tx
    .selectFrom('order_items as item')
    .innerJoin('games', 'games.id', 'item.game_id')
    .select([
      sql<number | null>`item.position`.as('position'),
      'games.developer_id as developerId',
      'item.price_cents as priceCents',
      'item.refunded_cents as refundedCents',
    ])
    .where('item.order_id', '=', orderId)
    .orderBy('item.position')
    .execute()
}

const asOneItem = (items: readonly SoldItem[]): SoldItem => ({
  position: null,
  developerId: items[0]?.developerId ?? '',
  priceCents: items.reduce((sum, item) => sum + item.priceCents, 0),
  refundedCents: items.reduce((sum, item) => sum + item.refundedCents, 0),
})
