import type { IncomingHttpHeaders } from 'node:http'
import type { OrderFlag } from '@nofiller/contract/orders/order-status'

export const PROVIDER_NAMES = ['sandbox', 'nowpayments', 'btcpay'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]
export const isProviderName = (name: string): name is ProviderName =>
  PROVIDER_NAMES.some((known) => known === name)

/** The names that people know. */
export const PROVIDER_TITLES: Record<ProviderName, string> = {
  sandbox: 'Sandbox',
  nowpayments: 'NOWPayments',
  btcpay: 'BTCPay',
}

export type NewInvoice = {
  /** The reference that the provider gets, its only name for the order. */
  reference: string
  /** The public number, which people may see. */
  orderNumber: string
  amountCents: number
  currency: 'USD'
  successUrl: string
  cancelUrl: string
  expiresInSeconds: number
}
export type Invoice = { providerInvoiceId: string; url: string; expiresAt: Date }

/** How far a payment has come, the same for all providers, the furthest first. `unknown` changes nothing and alerts. */
export const STAGES = [
  'paid',
  'partial',
  'seen',
  'waiting',
  'new',
  'unknown',
  'failed',
  'cancelled',
  'expired',
] as const
export type Stage = (typeof STAGES)[number]

/** The combined stage of several payments: a dead one counts only when all are dead. */
export const furthest = (stages: readonly Stage[]): Stage | undefined =>
  STAGES.find((stage) => stages.includes(stage))

export type Payment = {
  id: string
  coin: string | null
  amountCents: number
  confirmed: boolean
  /** The network's confirmations so far, and the required number; null where the provider does not report it. */
  confirmations: { count: number; needed: number } | null
  transactionId: string | null
}

/**
 * An invoice as read back from the provider, or one payment of it if the provider keeps a state per payment. Only snapshots
 * move money or change states. `decide` finds mismatches of amount, currency and order.
 */
export type Snapshot = {
  providerInvoiceId: string
  /** The order of its reference; the reference itself if it is unknown or missing. */
  orderId: string
  /** The requested price; -1 when it is not a whole number of cents. */
  amountCents: number
  currency: string
  stage: Stage
  /** What the provider reports beside the stage. */
  flags: OrderFlag[]
  /** The provider's own word, stored for support. */
  providerStatus: string
  /** Only confirmed money. */
  receivedCents: number
  /** The provider's fee; absent when unknown. */
  feeCents?: number
  payments: Payment[]
}

/** A snapshot as the provider reports it, which knows an order only by its reference. */
export type ReadInvoice = Omit<Snapshot, 'orderId'> & { reference: string }

/** A snapshot with the name of its provider: ids are unique at one provider only. */
export type ProviderSnapshot = Snapshot & { provider: string }

/** Identifies an invoice among all providers. */
export const invoiceKey = ({
  provider,
  providerInvoiceId,
}: Pick<ProviderSnapshot, 'provider' | 'providerInvoiceId'>): string => `${provider} ${providerInvoiceId}`

/** What the store knows about an order's data at a provider: some providers can only be read by id. */
export type OrderRefs = { references: string[]; invoiceIds: string[]; paymentIds: string[] }

/** The subject of a verified message; `key` is the same when the message is repeated. */
export type Message = {
  key: string
  reference: string | null
  invoiceId: string | null
  paymentId: string | null
}

/** An invoice at its provider, and its amount. */
export type InvoiceRef = { providerInvoiceId: string; amountCents: number }

/** A coin (`contract/payments/coins.ts`) that an invoice can be paid with. */
export type CoinOffer = {
  coin: string
  /** Coins to send for the invoice's amount, as exact text; null while the provider does not say. */
  amount: string | null
  /** The smallest payment in this coin. */
  minimumCents: number
  /** What the network charges the sender, if the provider reports it. */
  networkFeeCents: number | null
}

/** The address and amount of a coin to send. */
export type PayAddress = {
  /** The provider's id of this payment, if any. */
  paymentId: string | null
  address: string
  /** The memo or tag that the provider needs to recognize the payment. */
  memo: string | null
  /** Coins still to be sent, as exact text. */
  amount: string
  /** A link that opens a wallet with all of this filled in; null if the network has none. */
  walletUri: string | null
  /** When the amount expires; null if it lasts as long as the invoice. */
  validUntil: Date | null
}

/**
 * How many days after an order's deadline it is still read back: at NOWPayments an unpaid payment lives for 7 days, BTCPay
 * watches an invoice for one (requirements 6.8).
 */
export const HORIZON_DAYS: Record<ProviderName, number> = { sandbox: 8, nowpayments: 8, btcpay: 2 }

/**
 * A payment provider. Network calls time out after 10 s, or when `signal` aborts, and throw `ProviderError`.
 * `decide` compares amounts and orders, not the provider.
 */
export type PaymentProvider = {
  readonly name: ProviderName
  /** Whether the rest after a partial payment can be paid to the same invoice; else it needs a new one. */
  readonly canTopUp: boolean
  createInvoice(input: NewInvoice, signal: AbortSignal): Promise<Invoice>
  /** Earlier invoices for the same purpose that can still be paid, newest first: their creation's response was lost. */
  findInvoices(input: NewInvoice, signal: AbortSignal): Promise<Invoice[]>
  /** The order's invoices with all their payments. */
  readBack(refs: OrderRefs): Promise<ReadInvoice[]>
  /** Null when the signature is invalid. */
  verifyMessage(headers: IncomingHttpHeaders, rawBody: Buffer): Message | null
  /** Closes an invoice whose addresses no buyer saw, and leaves any other; absent if the provider cannot close invoices. */
  cancelInvoice?(providerInvoiceId: string): Promise<void>
  /**
   * The coins that the buyer can choose, also before the order has an invoice here; absent if only the provider's own page
   * knows them.
   */
  listCoins?(
    invoice: { providerInvoiceId: string | null; amountCents: number },
    signal: AbortSignal,
  ): Promise<CoinOffer[]>
  /**
   * Creates a coin's address for an invoice, or, with `paymentId` of an earlier payment, renews its amount.
   * @returns null where the API cannot: the provider's own page then opens
   */
  chooseCoin?(
    invoice: InvoiceRef,
    coin: string,
    paymentId: string | null,
    signal: AbortSignal,
  ): Promise<PayAddress | null>
  /** @throws ProviderError when it does not respond */
  check(signal: AbortSignal): Promise<void>
  /** Checks the login that is used beside the key; absent where there is none. @throws ProviderError */
  checkLogin?(signal: AbortSignal): Promise<void>
  /** The smallest price that can be paid in at least one coin, in cents. */
  minimumCents(signal: AbortSignal): Promise<number>
}

type Calls = Required<Omit<PaymentProvider, 'name' | 'canTopUp'>>

/** A call of a provider as a function of its own, by what it asks the provider with. */
export type CallOf<Client, Name extends keyof Calls> = (
  client: Client,
  ...input: Parameters<Calls[Name]>
) => ReturnType<Calls[Name]>
