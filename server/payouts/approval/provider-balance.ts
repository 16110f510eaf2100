import { sql } from 'kysely'
import { decimalText, unitsOf } from '../../payments/decimal.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

type Quote = Pick<Tables['payout_quotes'], 'provider' | 'coin' | 'available' | 'network_fee' | 'quoted_at'>

/** Who pays the network is not documented everywhere, and fees rise: so many times what was estimated has to be there. */
const FEE_FACTOR = 2n

/**
 * Whether a provider can send an amount, an exact decimal in the coin of the quote, besides all that is approved and that it
 * had not sent when it was asked. True where the provider does not tell what it holds. Locks the quote's row, so that two
 * approvals do not count on the same coins.
 */
export async function canProviderSend(tx: Tx, quote: Quote, amount: string): Promise<boolean> {
  const available = quote.available === null ? null : unitsOf(quote.available)
  if (available === null) return true
  await lockQuote(tx, quote)
  const { amount: promised, count } = await promisedBy(tx, quote)
  const fee = unitsOf(quote.network_fee ?? '0') ?? 0n
  const needed = (unitsOf(promised) ?? 0n) + (unitsOf(amount) ?? 0n) + fee * FEE_FACTOR * BigInt(count + 1)
  return needed <= available
}

const lockQuote = (tx: Tx, { provider, coin }: Quote) =>
  tx
    .selectFrom('payout_quotes')
    .select('coin')
    .where('provider', '=', provider)
    .where('coin', '=', coin)
    .forUpdate()
    .execute()

/** What is approved and was not yet gone from the balance when the provider told it. */
async function promisedBy(
  tx: Tx,
  { provider, coin, quoted_at }: Quote,
): Promise<{ amount: string; count: number }> {
  const { rows } = await sql<{ amount: string; count: number }>`
    select coalesce(sum(coin_amount::numeric), 0)::text as amount, count(*)::integer as count
    from (
      select coin_amount, provider, coin from payouts
      where state in ('APPROVED', 'PREPARING', 'PREPARED', 'SENDING', 'UNKNOWN')
        and (releasing_at is null or releasing_at >= ${quoted_at})
      union all
      select coin_amount, provider, coin from payouts
      where ended_at >= ${quoted_at} and releasing_at >= ${quoted_at} and state = 'PAID') as promised
    where provider = ${provider} and coin = ${coin}`.execute(tx)
  return rows[0] ?? { amount: '0', count: 0 }
}

/** What the provider told that it holds, in words. */
export const heldByProvider = ({ available, coin }: Quote): string =>
  `${decimalText(unitsOf(available ?? '0') ?? 0n)} ${coin}`
