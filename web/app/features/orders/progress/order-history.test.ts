import type { OrderEvent } from '@nofiller/contract/orders/orders'
import { expect, it } from 'vitest'
import { orderHistory } from './order-history.ts'

const event = (kind: OrderEvent['kind'], more: Partial<OrderEvent> = {}): OrderEvent => ({
  kind,
  at: '2026-11-21T10:00:00.000000Z',
  coin: null,
  amount: null,
  transactionId: null,
  case: null,
  ending: null,
  ...more,
})
const words = (...events: OrderEvent[]) => orderHistory(events).map((line) => line.words)

it('The history of a paid order lists each event once', () => {
  expect(
    words(
      event('CREATED'),
      event('WAITING'),
      event('coin_chosen', { coin: 'SOL' }),
      event('payment_seen', { amount: 9.99 }),
      event('PENDING'),
      event('payment_confirmed', { amount: 9.99 }),
      event('PAID'),
      event('delivered'),
    ),
  ).toEqual([
    'Order placed',
    'SOL chosen',
    'Payment of $9.99 seen',
    'Payment of $9.99 confirmed',
    'Paid',
    'Added to the library',
  ])
})

it('The history names the states of an order without details', () => {
  expect(words(event('CREATED'), event('WAITING'), event('PENDING'), event('EXPIRED'))).toEqual([
    'Order placed',
    'Payment method chosen',
    'Payment started',
    'The invoice expired',
  ])
})

it('The history tells what is known of a payment case and how it ended', () => {
  expect(
    words(
      event('case_opened', { case: 'underpaid' }),
      event('case_resolved', { case: 'underpaid', ending: 'itself' }),
      event('case_opened', { case: 'overpaid', amount: 2.5 }),
      event('case_resolved', { case: 'overpaid', amount: 2.5, ending: 'refund' }),
      event('case_opened'),
      event('case_resolved', { ending: 'person' }),
    ),
  ).toEqual([
    'Marked as underpaid',
    'Closed: the rest arrived',
    'Marked as overpaid',
    'Closed: $2.50 refunded',
    'Payment marked for review',
    'Closed by support',
  ])
})
