import type { Tx } from '../platform/database/database.ts'

export type Sale = {
  orderId: string
  developerId: string
  priceCents: number
  /** What the provider said it kept of the price; 0 where it says nothing. */
  feeCents: number
  platformSharePercent: number
}

/**
 * A sale in double entry: what the provider holds for us, less what it kept, against what belongs to the store and what we
 * owe the developer, who bears the fee. The lines sum to zero; one of nothing is left out, but the developer's, by which they
 * know of the sale. Sales from before the shares were told apart have `gross` and `developer` alone.
 */
export function saleLines({ orderId, developerId, priceCents, feeCents, platformSharePercent }: Sale) {
  const platformCents = shareOf(priceCents, platformSharePercent)
  return linesOf({
    orderId,
    developerId,
    grossCents: priceCents,
    ...split(priceCents, feeCents, platformCents),
  })
}

type Split = { feeCents: number; platformCents: number; developerCents: number }

/** The fee first, then the store, then the developer: nobody gets more than there is. */
function split(priceCents: number, feeCents: number, platformCents: number): Split {
  const fee = Math.min(feeCents, priceCents)
  const platform = Math.min(platformCents, priceCents - fee)
  return { feeCents: fee, platformCents: platform, developerCents: priceCents - fee - platform }
}

type Booking = Split & { orderId: string; developerId: string; grossCents: number }

function linesOf({ orderId, developerId, grossCents, feeCents, platformCents, developerCents }: Booking) {
  const nobody = { order_id: orderId, developer_id: null }
  return [
    { ...nobody, line: 'gross', account: 'provider', amount_cents: grossCents },
    { ...nobody, line: 'provider_fee', account: 'provider', amount_cents: -feeCents },
    { ...nobody, line: 'platform_share', account: 'store', amount_cents: -platformCents },
    {
      order_id: orderId,
      line: 'developer_share',
      account: 'developer',
      developer_id: developerId,
      amount_cents: 0 - developerCents, // never -0
    },
  ].filter(({ line, amount_cents }) => amount_cents !== 0 || line === 'developer_share')
}

/** Half a cent is rounded up. Counted in hundredths of a percent, so that no binary fraction decides. */
const shareOf = (cents: number, percent: number): number =>
  Math.floor((cents * Math.round(percent * 100) + 5_000) / 10_000)

type SoldOrder = { id: string; game_id: string; price_cents: number }

/**
 * Books a sale at its price, once; the database refuses a second time and what does not balance. What came beyond the price
 * is nobody's revenue: it stands in its payment case until it is given back.
 */
export async function writeSale(
  tx: Tx,
  order: SoldOrder,
  { feeCents, platformSharePercent }: Pick<Sale, 'feeCents' | 'platformSharePercent'>,
): Promise<void> {
  const lines = saleLines({
    orderId: order.id,
    developerId: await developerOf(tx, order),
    priceCents: order.price_cents,
    feeCents,
    platformSharePercent,
  })
  await tx.insertInto('ledger_entries').values(lines).execute()
}

/**
 * Books by how much a sale's fee differs from what is booked of it. Nothing that stands is changed, and nothing is written
 * when that fee is booked already. The order is locked.
 */
export async function correctFee(tx: Tx, order: SoldOrder, feeCents: number): Promise<void> {
  const entries = await tx
    .selectFrom('ledger_entries')
    .select(['booking', 'line', 'amount_cents'])
    .where('order_id', '=', order.id)
    .execute()
  const booked = (...names: string[]) =>
    -entries.reduce((sum, { line, amount_cents }) => sum + (names.includes(line) ? amount_cents : 0), 0)
  const right = split(order.price_cents, feeCents, booked('platform_share'))
  const lines = linesOf({
    orderId: order.id,
    developerId: await developerOf(tx, order),
    grossCents: 0,
    feeCents: right.feeCents - booked('provider_fee'),
    platformCents: right.platformCents - booked('platform_share'),
    developerCents: right.developerCents - booked('developer', 'developer_share'),
  })
  if (lines.every((line) => line.amount_cents === 0)) return
  const booking = 1 + Math.max(...entries.map((entry) => entry.booking))
  await tx
    .insertInto('ledger_entries')
    .values(lines.map((line) => ({ ...line, booking })))
    .execute()
}

async function developerOf(tx: Tx, order: SoldOrder): Promise<string> {
  const game = await tx
    .selectFrom('games')
    .select('developer_id')
    .where('id', '=', order.game_id)
    .executeTakeFirstOrThrow()
  return game.developer_id
}
