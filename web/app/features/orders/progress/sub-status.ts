import type { OrderFlag } from '@nofiller/contract/orders/order-status'
import type { Order } from '@nofiller/contract/orders/orders'
import { showPrice } from '@nofiller/contract/pricing/money'

type Standing = Pick<Order, 'status' | 'flags' | 'price' | 'received' | 'refunded'>

/** Notes on an order beside its status, in sentences without their full stop. */
export const subStatus = (order: Standing): string[] =>
  order.flags.map((flag) => wordsFor(flag, order)).filter((words) => words !== null)

function wordsFor(flag: OrderFlag, { status, flags, price, received, refunded }: Standing): string | null {
  const isPaid = status === 'PAID'
  const isShort = !isPaid && flags.includes('underpaid')
  switch (flag) {
    case 'underpaid':
      return isShort ? `We received ${showPrice(received)} of ${showPrice(price)}` : null
    case 'overpaid':
      return isPaid
        ? "You paid too much. We'll email you about the difference"
        : 'You may have paid too much. We are checking'
    case 'late':
      if (isShort) return null // the missing amount matters more than the delay
      return isPaid ? 'Paid late' : 'Your payment came late and is being confirmed'
    case 'review':
      return 'Support is checking this payment'
    case 'manual':
      return 'Settled by support'
    case 'refunded':
      return 'Refunded'
    case 'partly_refunded':
      return `${showPrice(refunded)} of ${showPrice(price)} refunded`
  }
}

/** Whether the buyer may start over. While the order has unconfirmed money, that would pay twice (requirements 6.9). */
export const canBuyAgain = ({ status, flags }: Pick<Order, 'status' | 'flags'>): boolean =>
  (status === 'EXPIRED' || status === 'CANCELLED' || status === 'FAILED') &&
  !flags.includes('late') &&
  !flags.includes('underpaid')
