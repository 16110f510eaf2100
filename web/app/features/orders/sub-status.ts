import { showPrice } from '@nofiller/contract/money'
import type { OrderFlag } from '@nofiller/contract/order-status'
import type { Order } from '@nofiller/contract/orders'

type Standing = Pick<Order, 'status' | 'flags' | 'price' | 'received'>

/** What is to be said of an order beside its status, in sentences without their full stop. */
export const subStatus = (order: Standing): string[] =>
  order.flags.map((flag) => wordsFor(flag, order)).filter((words) => words !== null)

function wordsFor(flag: OrderFlag, { status, flags, price, received }: Standing): string | null {
  const isPaid = status === 'PAID'
  const isShort = !isPaid && flags.includes('underpaid')
  switch (flag) {
    case 'underpaid':
      return isShort ? `${showPrice(received)} of ${showPrice(price)} has come` : null
    case 'overpaid':
      return isPaid
        ? 'More than the price has come: support will write to you'
        : 'More than the price was seen'
    case 'late':
      if (isShort) return null // what is missing matters more than when it came
      return isPaid ? 'Paid late' : 'Money came late and is being confirmed'
    case 'review':
      return 'Support is checking this payment'
    case 'manual':
      return 'Settled by support'
  }
}

/** Whether the buyer may start over. While money for the order is on its way that would pay twice (decisions §5). */
export const canBuyAgain = ({ status, flags }: Pick<Order, 'status' | 'flags'>): boolean =>
  (status === 'EXPIRED' || status === 'CANCELLED' || status === 'FAILED') &&
  !flags.includes('late') &&
  !flags.includes('underpaid')
