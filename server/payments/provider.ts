import type { IncomingHttpHeaders } from 'node:http'

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

/** How far a payment has come, in one word for all providers. `unknown` changes nothing and alerts. */
export type Stage =
  | 'new'
  | 'waiting'
  | 'seen'
  | 'partial'
  | 'paid'
  | 'expired'
  | 'cancelled'
  | 'failed'
  | 'unknown'

export type Payment = {
  id: string
  coin: string | null
  amountCents: number
  confirmed: boolean
  transactionId: string | null
}

/** An invoice as the provider shows it when read back: the only thing that moves money or state. */
export type Snapshot = {
  providerInvoiceId: string
  orderId: string
  amountCents: number
  currency: string
  stage: Stage
  /** The provider's own word, kept for support. */
  providerStatus: string
  receivedCents: number
  overpaid: boolean
  payments: Payment[]
}

/** Whom a verified message speaks of; `key` is the same when the same message comes again. */
export type Message = { key: string; orderId: string | null }

/**
 * A payment provider. Calls over the network give up after 10 s, or when `signal` says so, and throw; comparing amounts and orders is not the
 * provider's affair but `decide`'s.
 */
export type PaymentProvider = {
  name: string
  createInvoice(wanted: NewInvoice, signal: AbortSignal): Promise<Invoice>
  /** Every invoice of an order, also one whose creation was answered into the void. */
  findInvoices(orderId: string, signal: AbortSignal): Promise<Invoice[]>
  /** The order's invoices with all their payments. */
  readBack(orderId: string): Promise<Snapshot[]>
  /** Null when the signature over the raw bytes does not hold. */
  verifyMessage(headers: IncomingHttpHeaders, rawBody: Buffer): Message | null
}
