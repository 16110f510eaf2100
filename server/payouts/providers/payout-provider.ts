import type { IncomingHttpHeaders } from 'node:http'

export const PAYOUT_PROVIDER_NAMES = ['manual', 'sandbox', 'btcpay', 'nowpayments'] as const
export type PayoutProviderName = (typeof PAYOUT_PROVIDER_NAMES)[number]

/** A payout to send, in a coin of `contract/payments/coins.ts`. */
export type PayoutRequest = {
  /** The store's id of this attempt to pay. Providers return it in a read-back. */
  externalId: string
  coin: string
  /** Coins to send, as an exact decimal, already rounded down to what the provider can send. */
  amount: string
  address: string
}

/** The state of a payout, the same for all providers. `unclear` needs an admin. */
export type PayoutPhase = 'prepared' | 'sending' | 'paid' | 'not_sent' | 'unclear'

/** A payout as read back from the provider: the basis of each decision. */
export type PayoutSnapshot = {
  /** The provider's own id, for releasing and reading it. */
  reference: string
  externalId: string | null
  /** Null if the provider's name for the coin is unknown. */
  coin: string | null
  address: string
  amount: string
  phase: PayoutPhase
  transactionId: string | null
  /** The network's fee, in the coin, if the provider reports it. */
  networkFee: string | null
  /** The provider's own word, stored for support. */
  providerStatus: string
}

/** What can be sent now. Amounts are exact decimals in the coin. */
export type PayoutQuote = {
  /** The store's balance in this coin; null if the provider does not report it. */
  available: string | null
  /** The smallest payout. */
  minimum: string
  networkFee: string | null
  /** Dollars for one coin, as an exact decimal; null if the approving admin enters it. */
  rate: string | null
  /** How many decimals of the coin the provider sends. */
  decimals: number
}

/** The provider refused: nothing exists there, and nothing was sent. */
export class PayoutRefused extends Error {}

/** No response, or an unreadable one: it may have been done anyway. */
export class PayoutUncertain extends Error {}

/**
 * A service that sends coins to sellers, in two steps: `prepare` moves nothing, `release` is the only call that moves money.
 * Neither is ever retried automatically. Calls time out after 10 s.
 */
export type PayoutProvider = {
  readonly name: PayoutProviderName
  /** The coins it can send. */
  readonly coins: readonly string[]
  /** @throws PayoutUncertain when the provider cannot be reached */
  quote(coin: string): Promise<PayoutQuote>
  /** Makes the payout, unreleased. @throws PayoutRefused @throws PayoutUncertain */
  prepare(request: PayoutRequest): Promise<PayoutSnapshot>
  /** Sends what was prepared. @throws PayoutUncertain */
  release(reference: string): Promise<'accepted' | 'refused'>
  /** Finds payouts by a reference, or by the store's id since a moment. Finding nothing proves nothing. @throws PayoutUncertain */
  lookup(by: { reference: string } | { externalId: string; since: Date }): Promise<PayoutSnapshot[]>
  /** Cancels a prepared payout that was not released. @throws PayoutUncertain */
  discard(reference: string): Promise<void>
  /** The subject of a signed message; null when the signature is invalid or it concerns something else. */
  verifyMessage?(headers: IncomingHttpHeaders, rawBody: Buffer): { reference: string } | null
  /** An admin sends released payouts, and admins report their outcome: no provider is called. */
  readonly isPaidByHand?: true
}

/** How many payouts a provider releases a minute, if it has a limit: NOWPayments accepts each code once, and a code lives 30 s. */
export const RELEASES_PER_MINUTE: Partial<Record<PayoutProviderName, number>> = { nowpayments: 2 }
