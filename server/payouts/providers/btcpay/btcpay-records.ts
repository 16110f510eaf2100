import { z } from 'zod'
import { CoinAmount } from '../coin-amount.ts'
import type { PayoutPhase, PayoutSnapshot } from '../payout-provider.ts'

/** The coins that can be sent, each on its own chain. Not Lightning: payouts were shown as cancelled although they were paid. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ['BTC', 'BTC-CHAIN'],
  ['LTC', 'LTC-CHAIN'],
  ['DOGE', 'DOGE-CHAIN'],
])
const COINS = new Map([...METHODS].map(([coin, method]) => [method, coin]))
export const BTCPAY_COINS: readonly string[] = [...METHODS.keys()]
/** BTCPay’s payout method for a coin; undefined for a coin it cannot pay. */
export const methodOf = (coin: string): string | undefined => METHODS.get(coin)

/** A budget for payouts. Anyone who knows its id may claim from it without a key, so the id is in no error and no log. */
export const PullPayment = z.object({
  id: z.string().min(1),
  name: z.string().nullish(),
  currency: z.string(),
  amount: CoinAmount,
  archived: z.boolean().optional(),
  autoApproveClaims: z.boolean(),
})
export type PullPayment = z.infer<typeof PullPayment>

export const Payout = z.object({
  id: z.string().regex(/^\w{1,64}$/),
  revision: z.number().int().nonnegative(),
  destination: z.string(),
  originalCurrency: z.string(),
  originalAmount: CoinAmount,
  payoutCurrency: z.string().nullish(),
  /** Null until it is approved. */
  payoutAmount: CoinAmount.nullish(),
  payoutMethodId: z.string(),
  state: z.string(),
  paymentProof: z.object({ proofType: z.string().nullish(), transactionId: z.string().nullish() }).nullish(),
  metadata: z
    .object({ payoutId: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
})
export type Payout = z.infer<typeof Payout>

const PHASES: ReadonlyMap<string, PayoutPhase> = new Map([
  ['AwaitingApproval', 'prepared'],
  ['AwaitingPayment', 'sending'],
  ['InProgress', 'sending'],
  ['Completed', 'paid'],
  ['Cancelled', 'not_sent'],
])

/** A payout as the store’s snapshot; an undocumented state is `unclear`. */
export function snapshotOf(payout: Payout): PayoutSnapshot {
  const coin = COINS.get(payout.payoutMethodId) ?? null
  const currencies = [payout.originalCurrency, payout.payoutCurrency ?? payout.originalCurrency]
  return {
    reference: payout.id,
    externalId: payout.metadata?.payoutId ?? null,
    // With another currency behind it, the sent amount is unknown.
    coin: currencies.every((currency) => currency === coin) ? coin : null,
    address: payout.destination,
    amount: payout.payoutAmount ?? payout.originalAmount,
    phase: phaseOf(payout),
    transactionId: transactionOf(payout),
    networkFee: null, // the store pays it on top, for many payouts in one transaction
    providerStatus: payout.state,
  }
}

/** A person can mark a payout as completed, which proves nothing: a paid payout has a transaction. */
function phaseOf(payout: Payout): PayoutPhase {
  const said = PHASES.get(payout.state) ?? 'unclear'
  const hasTransaction = transactionOf(payout) !== null
  return said === 'sending' || hasTransaction === (said === 'paid') ? said : 'unclear'
}

/** Only from a proof that the server made from the chain itself; others are typed by hand. */
const transactionOf = ({ paymentProof }: Payout): string | null =>
  paymentProof?.proofType === 'PayoutTransactionOnChainBlob' ? paymentProof.transactionId || null : null
