import type { IncomingHttpHeaders } from 'node:http'

export const PAYOUT_PROVIDER_NAMES = ['manual', 'sandbox', 'btcpay', 'nowpayments'] as const
export type PayoutProviderName = (typeof PAYOUT_PROVIDER_NAMES)[number]

/** What is to be sent, in a coin of `contract/payments/coins.ts`. */
export type PayoutRequest = {
  /** Our id of this attempt to pay. Providers show it again in a read-back. */
  externalId: string
  coin: string
  /** Coins to send, as an exact decimal, already rounded down to what the provider can send. */
  amount: string
  address: string
}

/** How far a payout has come, in one word for all providers. `unclear` is for a person to look at. */
export type PayoutPhase = 'prepared' | 'sending' | 'paid' | 'not_sent' | 'unclear'

/** A payout as the provider shows it when read back: what decides what becomes of it. */
export type PayoutSnapshot = {
  /** The provider's own id, by which it is released and read. */
  reference: string
  externalId: string | null
  /** Null where the provider's name for the coin is not known here. */
  coin: string | null
  address: string
  amount: string
  phase: PayoutPhase
  transactionId: string | null
  /** What the network took, in the coin, where the provider tells. */
  networkFee: string | null
  /** The provider's own word, stored for support. */
  providerStatus: string
}

/** What can be sent now. Amounts are exact decimals in the coin. */
export type PayoutQuote = {
  /** What the provider holds for us in this coin; null where it does not tell. */
  available: string | null
  /** The smallest payout. */
  minimum: string
  networkFee: string | null
  /** Dollars for one coin, as an exact decimal; null where whoever approves enters it. */
  rate: string | null
  /** How many decimals of the coin the provider sends. */
  decimals: number
}

/** The provider said no: nothing exists there, and nothing was sent. */
export class PayoutRefused extends Error {}

/** No answer, or one that cannot be read: it may have been done all the same. */
export class PayoutUncertain extends Error {}

/**
 * A service that sends coins to sellers, in two steps: `prepare` moves nothing, `release` is the only call that moves money.
 * Neither is ever repeated by itself. Calls give up after 10 s.
 */
export type PayoutProvider = {
  readonly name: PayoutProviderName
  /** The coins it can send. */
  readonly coins: readonly string[]
  /** @throws PayoutUncertain when the provider cannot be asked */
  quote(coin: string): Promise<PayoutQuote>
  /** Makes the payout, unreleased. @throws PayoutRefused @throws PayoutUncertain */
  prepare(request: PayoutRequest): Promise<PayoutSnapshot>
  /** Sends what was prepared. @throws PayoutUncertain */
  release(reference: string): Promise<'accepted' | 'refused'>
  /** What there is by a reference, or by our id since a moment. That nothing is found proves nothing. @throws PayoutUncertain */
  lookup(by: { reference: string } | { externalId: string; since: Date }): Promise<PayoutSnapshot[]>
  /** Gives up what was prepared and not released. @throws PayoutUncertain */
  discard(reference: string): Promise<void>
  /** Of whom a signed message speaks; null when the signature does not hold or it is of something else. */
  verifyMessage?(headers: IncomingHttpHeaders, rawBody: Buffer): { reference: string } | null
  /** A person sends what is released, and persons say what became of it: the provider is not asked. */
  readonly isPaidByHand?: true
}

/** How many payouts a provider releases a minute, where it limits them: NOWPayments takes each code once, and a code lives 30 s. */
export const RELEASES_PER_MINUTE: Partial<Record<PayoutProviderName, number>> = { nowpayments: 2 }
