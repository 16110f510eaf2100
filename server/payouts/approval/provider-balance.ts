import { sql } from 'kysely'
import { decimalText, unitsOf } from '../../payments/decimal.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

type Quote = Pick<Tables['payout_quotes'], 'provider' | 'coin' | 'available' | 'network_fee' | 'quoted_at'>

/** Network fees are not documented everywhere and rise: the balance must cover this multiple of the estimate. */
const FEE_FACTOR = 2n

/**
 * Whether a provider's balance covers an amount, an exact decimal in the quote's coin, on top of all approved payouts that it
 * had not sent at the time of the quote. True if the provider does not report its balance. Locks the quote's row, so two
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

/** Approved payouts that were not yet deducted from the balance when the provider reported it. */
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

/** The provider's reported balance, in words. */
export const heldByProvider = ({ available, coin }: Quote): string =>
  `${decimalText(unitsOf(available ?? '0') ?? 0n)} ${coin}`
