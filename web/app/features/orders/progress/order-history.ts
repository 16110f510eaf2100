import type { OrderEvent } from '@nofiller/contract/orders/orders'
import type { CaseKind } from '@nofiller/contract/orders/payment-case-kinds'
import { showPrice } from '@nofiller/contract/pricing/money'

/** An event of another kind that says more than this one. */
const SAID_BY: Partial<Record<OrderEvent['kind'], OrderEvent['kind']>> = {
  WAITING: 'coin_chosen',
  PENDING: 'payment_seen',
}

type HistoryLine = Pick<OrderEvent, 'at' | 'kind' | 'transactionId'> & { words: string }

/** The events of an order, in words, oldest first. */
export function orderHistory(events: readonly OrderEvent[]): HistoryLine[] {
  const kinds = new Set(events.map((event) => event.kind))
  const isSaidBetter = ({ kind }: OrderEvent) => {
    const better = SAID_BY[kind]
    return better !== undefined && kinds.has(better)
  }
  return events.filter((event) => !isSaidBetter(event)).map((event) => ({ ...event, words: wordsOf(event) }))
}

function wordsOf(event: OrderEvent): string {
  switch (event.kind) {
    case 'CREATED':
      return 'Order placed'
    case 'WAITING':
      return 'Payment method chosen'
    case 'coin_chosen':
      return event.coin === null ? 'Payment method chosen' : `${event.coin} chosen`
    case 'PENDING':
      return 'Payment started'
    case 'payment_seen':
      return `${paymentOf(event)} seen`
    case 'payment_confirmed':
      return `${paymentOf(event)} confirmed`
    case 'PAID':
      return 'Paid'
    case 'delivered':
      return 'Added to the library'
    case 'EXPIRED':
      return 'The invoice expired'
    case 'CANCELLED':
      return 'Cancelled'
    case 'FAILED':
      return 'The payment failed'
    case 'case_opened':
      return event.case === null ? 'Payment marked for review' : OPENED[event.case]
    case 'case_resolved':
      return closedWords(event)
    case 'refunded':
      return event.amount === null ? 'Refunded' : `Refunded ${showPrice(event.amount)}`
    case 'revoked':
      return 'Removed from the library'
  }
}

const OPENED: Record<CaseKind, string> = {
  paid_twice: 'Marked as paid twice',
  undeliverable: 'Marked as paid after the game was taken down',
  overpaid: 'Marked as overpaid',
  mismatch: 'Marked as a payment that doesn’t match the order',
  underpaid: 'Marked as underpaid',
  old_price: 'Marked as paid at an old price',
  review: 'Payment marked for review',
}

function closedWords(event: OrderEvent): string {
  switch (event.ending) {
    case 'itself':
      return event.case === 'underpaid' ? 'Closed: the rest arrived' : 'Closed: the payment was confirmed'
    case 'refund':
      return event.amount === null ? 'Closed: refunded' : `Closed: ${showPrice(event.amount)} refunded`
    default:
      return 'Closed by support'
  }
}

const paymentOf = ({ amount }: OrderEvent) =>
  amount === null ? 'Payment' : `Payment of ${showPrice(amount)}`
