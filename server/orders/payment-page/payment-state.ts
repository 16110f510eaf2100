import { isOpen, type OrderStatus } from '@nofiller/contract/orders/order-status'
import type { PaymentState } from '@nofiller/contract/payments/payment-states'

type Facts = {
  status: OrderStatus
  /** Confirmed. */
  receivedCents: number
  /** Unconfirmed money was detected. */
  isMoving: boolean
  hasAddress: boolean
}

/** The state of an order's payment, as the payer sees it. Pure and total. */
export function paymentState({ status, receivedCents, isMoving, hasAddress }: Facts): PaymentState {
  if (status === 'PAID') return 'ready'
  if (isOpen(status)) {
    if (isMoving) return 'seen'
    if (receivedCents > 0) return 'partial'
    return hasAddress ? 'waiting' : 'choose'
  }
  if (isMoving) return 'late'
  if (receivedCents > 0) return 'late_short'
  return ENDED[status as keyof typeof ENDED] // all others are handled above
}

const ENDED = { EXPIRED: 'expired', CANCELLED: 'cancelled', FAILED: 'failed' } as const
