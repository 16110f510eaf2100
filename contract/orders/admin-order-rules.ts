/** Limits and texts of the admin's order page. No zod: the browser loads this. */
export const NOTE_MAX = 2_000
export const NOTE_MISSING = 'Write a note first.'

/** How long a mail is not sent again by hand after it was: a double click is one mail. */
export const RESEND_PAUSE_SECONDS = 60

/** What emails an order has; `refund_notice` goes to the developer, all others to the buyer. */
export const ORDER_MAIL_KINDS = [
  'receipt',
  'payment_short',
  'payment_late',
  'case',
  'case_question',
  'refund',
  'refund_notice',
  'revocation',
] as const
export type OrderMailKind = (typeof ORDER_MAIL_KINDS)[number]

/** `queued` is also a mail that failed and is tried again; `delivered`: the mail server took it. */
export const MAIL_STATES = ['queued', 'delivered', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** How an order's item stands; `unpaid` until the order is paid. */
export const ITEM_STATES = ['unpaid', 'owned', 'refunded', 'revoked'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** The parts of a sale that somebody gets, as the ledger names them and in the order in which they are shown. */
export const LEDGER_LINES = ['developer_share', 'platform_share', 'provider_fee', 'refund_cost'] as const
export type LedgerLine = (typeof LEDGER_LINES)[number]
