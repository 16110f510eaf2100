import type { PaymentState } from '@nofiller/contract/payments/payment-states'
import type { Payment } from '@nofiller/contract/payments/payments'
import { expect, it } from 'vitest'
import { outcomeWords } from './payment-labels.ts'

const AT = '2026-11-21T10:00:00.000Z'

/** For an order of $14.99. */
const payment = (state: PaymentState, more: Partial<Payment> = {}): Payment => ({
  state,
  status: 'PENDING',
  price: 14.99,
  received: 0,
  missing: 14.99,
  isLate: false,
  isOver: false,
  createdAt: AT,
  expiresAt: AT,
  seenAt: null,
  paidAt: null,
  chosen: null,
  confirmations: null,
  providerUrl: null,
  ...more,
})
const part = { received: 8.99, missing: 6 }
const all = { received: 14.99, missing: 0 }

it.each<[PaymentState, Partial<Payment>, title: string, text: RegExp]>([
  ['seen', {}, 'Seen on the network', /^You don’t have to do anything\./],
  ['ready', all, 'Your games are ready', /^We received \$14\.99\.$/],
  ['ready', { ...all, isLate: true }, 'Late, but it counts', /It covers the price of \$14\.99\.$/],
  [
    'ready',
    { received: 20, missing: 0, isOver: true },
    'Your games are ready',
    /^We received \$20\.00\. You paid too much\. We’ll email you about the difference\.$/,
  ],
  ['late', {}, 'Your payment came late', /your games are ready\.$/],
  [
    'late_short',
    part,
    'Time ran out, and $6.00 is missing',
    /^We received \$8\.99 of \$14\.99\. \$6\.00 to go\./,
  ],
  ['late_short', { ...part, isLate: true }, 'Late, and $6.00 is missing', /safe and counted\.$/],
  ['expired', {}, 'Time ran out', /nothing was charged/],
  ['failed', {}, 'The payment failed', /Nothing was charged\.$/],
  ['cancelled', {}, 'This payment was cancelled', /^Nothing was charged\.$/],
])('A payment that is %s, with %j, has its title and its explanation', (state, more, title, text) => {
  expect(outcomeWords(payment(state, more))).toEqual({ title, text: expect.stringMatching(text) })
})

it('A payment that still accepts money has no outcome', () => {
  for (const state of ['choose', 'waiting', 'partial'] as const)
    expect(outcomeWords(payment(state))).toBeNull()
})
