import { showPrice } from '@nofiller/contract/money'
import type { OrderEvent } from '@nofiller/contract/orders'

/** A state that another event says better. */
const TOLD_BY: Partial<Record<OrderEvent['kind'], OrderEvent['kind']>> = {
  WAITING: 'coin_chosen',
  PENDING: 'payment_seen',
}

export type Told = { at: string; words: string }

/** What happened to an order, in words, oldest first. */
export function orderStory(events: readonly OrderEvent[]): Told[] {
  const kinds = new Set(events.map((event) => event.kind))
  const isToldBetter = ({ kind }: OrderEvent) => {
    const better = TOLD_BY[kind]
    return better !== undefined && kinds.has(better)
  }
  return events
    .filter((event) => !isToldBetter(event))
    .map((event) => ({ at: event.at, words: wordsOf(event) }))
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
      return 'The invoice ran out'
    case 'CANCELLED':
      return 'Cancelled'
    case 'FAILED':
      return 'The payment failed'
    case 'case_opened':
      return 'Support began to look into it'
    case 'case_resolved':
      return 'Support closed its look into it'
  }
}

const paymentOf = ({ amount }: OrderEvent) =>
  amount === null ? 'Payment' : `Payment of ${showPrice(amount)}`
