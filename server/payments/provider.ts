import type { IncomingHttpHeaders } from 'node:http'
import type { OrderFlag } from '@nofiller/contract/order-status'

export type NewInvoice = {
  orderId: string
  amountCents: number
  currency: 'USD'
  description: string
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
  transactionId: string | null
}

/**
 * An invoice as the provider shows it when read back, or one payment of it where the provider keeps a state for each: the
 * only thing that moves money or state. What does not fit is told apart by `decide`, by amount, currency and order.
 */
export type Snapshot = {
  providerInvoiceId: string
  orderId: string
  /** The price asked; -1 when it is no whole number of cents. */
  amountCents: number
  currency: string
  stage: Stage
  /** What the provider says beside the stage. */
  flags: OrderFlag[]
  /** The provider's own word, kept for support. */
  providerStatus: string
  /** Confirmed money alone. */
  receivedCents: number
  /** What the provider kept of it; absent where that cannot be known. */
  feeCents?: number
  payments: Payment[]
}

/** What is known of an order at its provider: some can only be asked for what is named. */
export type OrderRefs = { orderId: string; invoiceIds: string[]; paymentIds: string[] }

/** Whom a verified message speaks of; `key` is the same when the same message comes again. */
export type Message = {
  key: string
  orderId: string | null
  invoiceId: string | null
  paymentId: string | null
}

/**
 * How many days after an order's deadline it is still read back: NOWPayments lets an unpaid payment live for 7 days, BTCPay
 * watches an invoice for one (requirements 6.8).
 */
export const HORIZON_DAYS = { sandbox: 8, nowpayments: 8, btcpay: 2 } as const

/**
 * A payment provider. Calls over the network give up after 10 s, or when `signal` says so, and throw `ProviderError`;
 * comparing amounts and orders is not the provider's affair but `decide`'s.
 */
export type PaymentProvider = {
  name: string
  createInvoice(input: NewInvoice, signal: AbortSignal): Promise<Invoice>
  /** Invoices made for this before that can still be paid, newest first: one whose creation was answered into the void. */
  findInvoices(input: NewInvoice, signal: AbortSignal): Promise<Invoice[]>
  /** The order's invoices with all their payments. */
  readBack(refs: OrderRefs): Promise<Snapshot[]>
  /** Null when the signature does not hold. */
  verifyMessage(headers: IncomingHttpHeaders, rawBody: Buffer): Message | null
  /** Closes an invoice on which no buyer was shown where to pay, and leaves any other; absent where none can be closed. */
  cancelInvoice?(providerInvoiceId: string): Promise<void>
  /** @throws ProviderError when it does not answer now */
  check(signal: AbortSignal): Promise<void>
  /** The smallest price that can be paid in at least one coin, in cents. */
  minimumCents(signal: AbortSignal): Promise<number>
}
