/** Limits and texts of the admin's order page. No zod: the browser loads this. */
export const NOTE_MAX = 2_000
export const NOTE_MISSING = 'Write a note first.'

/** How long an email cannot be resent by hand: a double click sends one. */
export const RESEND_PAUSE_SECONDS = 60

/** The kinds of an order's emails; `refund_notice` goes to the developer, all others to the buyer. */
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

/** `queued` is also an email that failed and is retried; `delivered`: the mail server accepted it. */
export const MAIL_STATES = ['queued', 'delivered', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** The state of an order's item; `unpaid` until the order is paid. */
export const ITEM_STATES = ['unpaid', 'owned', 'refunded', 'revoked'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** The shares of a sale, by their names in the ledger and in display order. */
export const LEDGER_LINES = ['developer_share', 'platform_share', 'provider_fee', 'refund_cost'] as const
export type LedgerLine = (typeof LEDGER_LINES)[number]
