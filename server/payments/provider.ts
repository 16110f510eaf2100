import type { IncomingHttpHeaders } from 'node:http'
import type { OrderFlag } from '@nofiller/contract/orders/order-status'

export const PROVIDER_NAMES = ['sandbox', 'nowpayments', 'btcpay'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]
export const isProviderName = (name: string): name is ProviderName =>
  PROVIDER_NAMES.some((known) => known === name)

/** What people call them. */
export const PROVIDER_TITLES: Record<ProviderName, string> = {
  sandbox: 'Sandbox',
  nowpayments: 'NOWPayments',
  btcpay: 'BTCPay',
}

export type NewInvoice = {
  /** What the provider is told the order is called, its only name for it. */
  reference: string
  /** The public number, which may stand where people read. */
  orderNumber: string
  amountCents: number
  currency: 'USD'
  successUrl: string
  cancelUrl: string
  expiresInSeconds: number
}
export type Invoice = { providerInvoiceId: string; url: string; expiresAt: Date }

/** How far a payment has come, in one word for all providers, the furthest first. `unknown` changes nothing and alerts. */
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

/** The one word for several payments: what is dead counts only when nothing lives. */
export const furthest = (stages: readonly Stage[]): Stage | undefined =>
  STAGES.find((stage) => stages.includes(stage))

export type Payment = {
  id: string
  coin: string | null
  amountCents: number
  confirmed: boolean
  /** How often the network has confirmed it, and how often it must; null where the provider does not tell. */
  confirmations: { count: number; needed: number } | null
  transactionId: string | null
}

/**
 * An invoice as the provider shows it when read back, or one payment of it where the provider keeps a state for each: the
 * only thing that moves money or state. What does not fit is told apart by `decide`, by amount, currency and order.
 */
export type Snapshot = {
  providerInvoiceId: string
  /** The order that its reference names; the reference itself where it names another or none. */
  orderId: string
  /** The price asked; -1 when it is no whole number of cents. */
  amountCents: number
  currency: string
  stage: Stage
  /** What the provider says beside the stage. */
  flags: OrderFlag[]
  /** The provider's own word, stored for support. */
  providerStatus: string
  /** Confirmed money alone. */
  receivedCents: number
  /** What the provider kept of it; absent where that cannot be known. */
  feeCents?: number
  payments: Payment[]
}

/** A snapshot as the provider tells it, which knows no order but by a reference. */
export type ReadInvoice = Omit<Snapshot, 'orderId'> & { reference: string }

/** A snapshot with the name of the provider that showed it: ids are unique at one provider only. */
export type ProviderSnapshot = Snapshot & { provider: string }

/** What tells an invoice from all others. */
export const invoiceKey = ({
  provider,
  providerInvoiceId,
}: Pick<ProviderSnapshot, 'provider' | 'providerInvoiceId'>): string => `${provider} ${providerInvoiceId}`

/** What is known of an order at its provider: some can only be asked for what is named. */
export type OrderRefs = { references: string[]; invoiceIds: string[]; paymentIds: string[] }

/** Whom a verified message speaks of; `key` is the same when the same message comes again. */
export type Message = {
  key: string
  reference: string | null
  invoiceId: string | null
  paymentId: string | null
}

/** What an invoice is at its provider, and what it asks for. */
export type InvoiceRef = { providerInvoiceId: string; amountCents: number }

/** A coin (`contract/payments/coins.ts`) that an invoice can be paid with. */
export type CoinOffer = {
  coin: string
  /** Coins to send for what the invoice asks, as exact text; null while the provider does not say. */
  amount: string | null
  /** The smallest payment in this coin. */
  minimumCents: number
  /** What the network takes from the sender, where the provider tells. */
  networkFeeCents: number | null
}

/** Where to send how much of a coin. */
export type PayAddress = {
  /** The provider's id of this payment, where it has one. */
  paymentId: string | null
  address: string
  /** The memo or tag without which the provider does not recognize the payment. */
  memo: string | null
  /** Coins still to be sent, as exact text. */
  amount: string
  /** A link that opens a wallet with all of this filled in; null where the network has none. */
  walletUri: string | null
  /** Until when the amount holds; null for as long as the invoice. */
  validUntil: Date | null
}

/**
 * How many days after an order's deadline it is still read back: NOWPayments lets an unpaid payment live for 7 days, BTCPay
 * watches an invoice for one (requirements 6.8).
 */
export const HORIZON_DAYS: Record<ProviderName, number> = { sandbox: 8, nowpayments: 8, btcpay: 2 }

/**
 * A payment provider. Calls over the network give up after 10 s, or when `signal` says so, and throw `ProviderError`;
 * comparing amounts and orders is not the provider's affair but `decide`'s.
 */
export type PaymentProvider = {
  readonly name: ProviderName
  /** Whether the rest after a part payment can be paid into the same invoice; else it takes a new one. */
  readonly canTopUp: boolean
  createInvoice(input: NewInvoice, signal: AbortSignal): Promise<Invoice>
  /** Invoices made for this before that can still be paid, newest first: one whose creation was answered into the void. */
  findInvoices(input: NewInvoice, signal: AbortSignal): Promise<Invoice[]>
  /** The order's invoices with all their payments. */
  readBack(refs: OrderRefs): Promise<ReadInvoice[]>
  /** Null when the signature does not hold. */
  verifyMessage(headers: IncomingHttpHeaders, rawBody: Buffer): Message | null
  /** Closes an invoice on which no buyer was shown where to pay, and leaves any other; absent where none can be closed. */
  cancelInvoice?(providerInvoiceId: string): Promise<void>
  /**
   * What the buyer can choose from, also before the order has an invoice here; absent where only the provider's own page can
   * tell.
   */
  listCoins?(
    invoice: { providerInvoiceId: string | null; amountCents: number },
    signal: AbortSignal,
  ): Promise<CoinOffer[]>
  /**
   * Has a coin's address made for an invoice, or, with `paymentId` of an earlier one, its amount renewed.
   * @returns null where the API cannot: the provider's own page then opens
   */
  chooseCoin?(
    invoice: InvoiceRef,
    coin: string,
    paymentId: string | null,
    signal: AbortSignal,
  ): Promise<PayAddress | null>
  /** @throws ProviderError when it does not answer now */
  check(signal: AbortSignal): Promise<void>
  /** Whether the login lets the store in that is used beside the key; absent where there is none. @throws ProviderError */
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
