/** Orders per page of the orders list (requirements 6.14). */
export const ORDERS_PAGE = 10
export const THANK_YOU_POLL_SECONDS = 5

export const ORDER_STATUSES = [
  'CREATED',
  'WAITING',
  'PENDING',
  'PAID',
  'EXPIRED',
  'CANCELLED',
  'FAILED',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** States in which the buyer may still pay the invoice: one such order per buyer and goods (requirements 6.3). */
export const OPEN_STATUSES = ['CREATED', 'WAITING', 'PENDING'] as const satisfies readonly OrderStatus[]

/** Flags from the newest read-back, beside the status, also after PAID (requirements 6.5). */
export const PAYMENT_FLAGS = ['underpaid', 'overpaid', 'late', 'manual', 'review'] as const
/** The refund of a paid order: its full price, or a part. */
export const REFUND_FLAGS = ['refunded', 'partly_refunded'] as const
export const ORDER_FLAGS = [...PAYMENT_FLAGS, ...REFUND_FLAGS] as const
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number]
export type OrderFlag = (typeof ORDER_FLAGS)[number]

/** The events of an order's timeline, beside the states themselves. */
export const ORDER_EVENTS = [
  ...ORDER_STATUSES,
  'coin_chosen',
  'payment_seen',
  'payment_confirmed',
  'delivered',
  'case_opened',
  'case_resolved',
  'refunded',
  'revoked',
] as const

/** Whether the buyer may still pay (requirements 6.3). */
export const isOpen = (status: OrderStatus): boolean => OPEN_STATUSES.some((open) => open === status)
