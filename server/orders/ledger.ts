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
 * owe the developer, who bears the fee. The lines sum to zero; a line of nothing is left out. Sales from before the shares
 * were told apart have `gross` and `developer` alone.
 */
export function saleLines({ orderId, developerId, priceCents, feeCents, platformSharePercent }: Sale) {
  const fee = Math.min(feeCents, priceCents)
  const platform = Math.min(shareOf(priceCents, platformSharePercent), priceCents - fee)
  const nobody = { order_id: orderId, developer_id: null }
  return [
    { ...nobody, line: 'gross', account: 'provider', amount_cents: priceCents },
    { ...nobody, line: 'provider_fee', account: 'provider', amount_cents: -fee },
    { ...nobody, line: 'platform_share', account: 'store', amount_cents: -platform },
    {
      order_id: orderId,
      line: 'developer_share',
      account: 'developer',
      developer_id: developerId,
      amount_cents: -(priceCents - fee - platform),
    },
  ].filter((line) => line.amount_cents !== 0)
}

/** Half a cent is rounded up. Counted in hundredths of a percent, so that no binary fraction decides. */
const shareOf = (cents: number, percent: number): number =>
  Math.floor((cents * Math.round(percent * 100) + 5_000) / 10_000)

/**
 * Books a sale at its price, once; the database refuses a second time and what does not balance. What came beyond the price
 * is nobody's revenue: it stands in its payment case until it is given back.
 */
export async function writeSale(
  tx: Tx,
  order: { id: string; game_id: string; price_cents: number },
  { feeCents, platformSharePercent }: Pick<Sale, 'feeCents' | 'platformSharePercent'>,
): Promise<void> {
  const { developer_id } = await tx
    .selectFrom('games')
    .select('developer_id')
    .where('id', '=', order.game_id)
    .executeTakeFirstOrThrow()
  const lines = saleLines({
    orderId: order.id,
    developerId: developer_id,
    priceCents: order.price_cents,
    feeCents,
    platformSharePercent,
  })
  await tx.insertInto('ledger_entries').values(lines).execute()
}
