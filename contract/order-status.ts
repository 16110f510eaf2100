/** Orders a page of the orders list shows at a time (document 2 §9). */
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

/** States in which the buyer may still pay the invoice: one such order a buyer and goods (decisions §5). */
export const OPEN_STATUSES = ['CREATED', 'WAITING', 'PENDING'] as const satisfies readonly OrderStatus[]

/** What follows the newest read-back, beside the status, also after PAID (decisions §5). */
export const ORDER_FLAGS = ['underpaid', 'overpaid', 'late', 'manual', 'review'] as const
export type OrderFlag = (typeof ORDER_FLAGS)[number]

/** What an order's timeline tells, beside the states themselves. */
export const ORDER_EVENTS = [
  ...ORDER_STATUSES,
  'coin_chosen',
  'payment_seen',
  'payment_confirmed',
  'delivered',
  'case_opened',
  'case_resolved',
] as const

export const isOpen = (status: OrderStatus): boolean => OPEN_STATUSES.some((open) => open === status)
