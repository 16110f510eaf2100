import { z } from 'zod'
import { coinOfCode, NOWPAYMENTS_CODES } from '../../../payments/nowpayments/nowpayments-coins.ts'
import { Reference } from '../../../payments/nowpayments/nowpayments-payments.ts'
import { parsed } from '../../../payments/provider-json.ts'
import { CoinAmount } from '../coin-amount.ts'
import type { PayoutPhase, PayoutSnapshot } from '../payout-provider.ts'

const SomeText = z.string().nullish().catch(null)

/** A withdrawal, in the response to its creation, in a read-back and in a list. */
const Withdrawal = z.object({
  batch_withdrawal_id: Reference,
  status: z.string(),
  currency: z.string(),
  amount: CoinAmount,
  address: z.string(),
  extra_id: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((memo) => String(memo ?? '')),
  hash: SomeText,
  unique_external_id: SomeText,
  fee: CoinAmount.nullish().catch(null),
})
type Withdrawal = z.infer<typeof Withdrawal>

const Batch = z.object({ id: Reference, withdrawals: z.array(z.record(z.string(), z.unknown())) })

/**
 * The single records of a response, not yet checked. Responses are known as a batch that holds withdrawals, without a status of
 * its own, and as a bare list of withdrawals.
 */
export function recordsOf(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer.flatMap(recordsOf)
  const batch = Batch.safeParse(answer).data
  return batch?.withdrawals.map((record) => ({ batch_withdrawal_id: batch.id, ...record })) ?? [answer]
}

/** @throws ProviderError when the response is not a batch */
export const batchIdOf = (answer: unknown): string => parsed(Batch, answer).id

/**
 * The payouts of one batch. Batches and withdrawals share a number range, so records of another batch are left out.
 * @throws ProviderError for a withdrawal of another shape
 */
export function payoutsOf(batchId: string, answer: unknown): PayoutSnapshot[] {
  const withdrawals = parsed(z.array(Withdrawal), recordsOf(answer))
  const snapshots = withdrawals
    .filter(({ batch_withdrawal_id }) => batch_withdrawal_id === batchId)
    .map(snapshotOf)
  // The store's batches hold one withdrawal. A payout in a batch with others needs an admin: they are released together.
  return snapshots.length > 1 ? snapshots.map((one) => ({ ...one, phase: 'unclear' })) : snapshots
}

/** `FAILED` is not final: NOWPayments may still send it. An unknown state is just as unclear. */
const PHASES: ReadonlyMap<string, PayoutPhase> = new Map([
  ['CREATING', 'prepared'],
  ['WAITING', 'prepared'],
  ['PROCESSING', 'sending'],
  ['SENDING', 'sending'],
  ['FINISHED', 'paid'],
  ['REJECTED', 'not_sent'],
  ['CANCELLED', 'not_sent'],
  ['FAILED', 'unclear'],
])

function snapshotOf(record: Withdrawal): PayoutSnapshot {
  const code = record.currency.toLowerCase()
  return {
    reference: record.batch_withdrawal_id,
    externalId: record.unique_external_id ?? null,
    coin: NOWPAYMENTS_CODES.has(code) ? coinOfCode(code) : null,
    address: record.address,
    amount: record.amount,
    phase: phaseOf(record),
    transactionId: record.hash || null,
    networkFee: record.fee ?? null,
    providerStatus: record.status,
  }
}

/** A paid payout has a transaction, and only a sent one can have one. The store never requested a memo. */
function phaseOf({ status, hash, extra_id }: Withdrawal): PayoutPhase {
  const said = PHASES.get(status.toUpperCase()) ?? 'unclear'
  const hasTransaction = Boolean(hash)
  const fits = said === 'sending' || hasTransaction === (said === 'paid')
  return fits && extra_id === '' ? said : 'unclear'
}
