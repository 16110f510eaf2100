import { z } from 'zod'
import { type CallTable, Dollars, IsoTime } from '../call.ts'

/** The built-in payment provider's own calls. None of them exists when a real provider is configured. */
export const SANDBOX_EVENTS = [
  'choose',
  'detect',
  'confirm',
  'underpay',
  'overpay',
  'pay',
  'expire',
  'fail',
  'cancel',
] as const
export type SandboxEvent = (typeof SANDBOX_EVENTS)[number]

export const SANDBOX_COINS = ['SOL', 'USDC', 'BTC', 'ETH', 'LTC', 'DOGE'] as const
export type SandboxCoin = (typeof SANDBOX_COINS)[number]

export const SandboxInvoice = z.object({
  id: z.string(),
  orderId: z.string(),
  description: z.string(),
  amount: Dollars,
  currency: z.string(),
  status: z.enum(['new', 'waiting', 'seen', 'partial', 'paid', 'expired', 'failed', 'cancelled']),
  coin: z.enum(SANDBOX_COINS).nullable(),
  coinAmount: z.string().nullable().describe('Coins to send for what is missing'),
  address: z.string().nullable(),
  walletUri: z.string().nullable().describe('Opens a wallet with address and amount filled in'),
  validUntil: IsoTime.nullable().describe('Until when the amount in coins holds'),
  received: Dollars.describe('Seen, confirmed or not'),
  confirmed: Dollars,
  missing: Dollars.describe('What is not yet confirmed of the amount'),
  confirmations: z
    .object({ count: z.number().int(), needed: z.number().int() })
    .nullable()
    .describe('How often the network has confirmed the newest payment; null while there is none'),
  fee: Dollars.describe('What the provider keeps of what is confirmed'),
  createdAt: IsoTime,
  expiresAt: IsoTime,
  successUrl: z.string(),
  cancelUrl: z.string(),
})
export type SandboxInvoice = z.infer<typeof SandboxInvoice>

export const SandboxOffer = z.object({
  coin: z.enum(SANDBOX_COINS),
  amount: z.string().describe('Coins to send for what is missing'),
  minimum: Dollars,
  networkFee: Dollars.nullable(),
})
export type SandboxOffer = z.infer<typeof SandboxOffer>

const InvoiceId = z.object({ id: z.string().max(100) })

export const sandboxCalls = {
  'GET /sandbox/invoice/:id/state': {
    summary: 'The invoice, as its page shows it',
    access: 'anyone',
    params: InvoiceId,
    response: SandboxInvoice,
  },
  'POST /sandbox/invoice/:id/simulate': {
    summary: 'Play the network: choose a coin, detect, confirm, pay, underpay, expire …',
    access: 'anyone',
    limit: 'simulate',
    params: InvoiceId,
    body: z.object({ event: z.enum(SANDBOX_EVENTS), coin: z.enum(SANDBOX_COINS).optional() }),
    response: SandboxInvoice,
  },
  'POST /sandbox/api/invoices': {
    summary: "The provider's own API: make an invoice",
    access: 'provider',
    body: z.object({
      orderId: z.string().max(100),
      amount: z.number().positive(),
      currency: z.literal('USD'),
      description: z.string().max(300),
      successUrl: z.string().max(500),
      cancelUrl: z.string().max(500),
      expiresInSeconds: z.number().int().positive(),
    }),
    response: z.object({ id: z.string(), url: z.string(), expiresAt: IsoTime }),
  },
  'GET /sandbox/api/invoices': {
    summary: "The provider's own API: invoices of an order",
    access: 'provider',
    query: z.object({ orderId: z.string().max(100) }),
    response: z.array(SandboxInvoice),
  },
  'GET /sandbox/api/invoices/:id/coins': {
    summary: "The provider's own API: what an invoice can be paid with; nothing once it has ended",
    access: 'provider',
    params: InvoiceId,
    response: z.array(SandboxOffer),
  },
  'POST /sandbox/api/invoices/:id/coin': {
    summary: "The provider's own API: choose a coin, or renew its amount",
    access: 'provider',
    params: InvoiceId,
    body: z.object({ coin: z.enum(SANDBOX_COINS) }),
    response: SandboxInvoice,
  },
} satisfies CallTable
