import type { OrderFlag, OrderStatus } from '@nofiller/contract/orders/order-status'
import { expect, it } from 'vitest'
import { canBuyAgain, subStatus } from './sub-status.ts'

const order = (status: OrderStatus, ...flags: OrderFlag[]) => ({
  status,
  flags,
  price: 9.99,
  received: 3.2,
  refunded: 4.99,
})

it.each<[OrderStatus, OrderFlag[], string[]]>([
  ['PENDING', [], []],
  ['PENDING', ['underpaid'], ['We received $3.20 of $9.99']],
  ['PAID', ['underpaid'], []],
  ['EXPIRED', ['underpaid', 'late'], ['We received $3.20 of $9.99']],
  ['EXPIRED', ['late'], ['Your payment came late and is being confirmed']],
  ['PAID', ['late'], ['Paid late']],
  ['PAID', ['overpaid'], ["You paid too much. We'll email you about the difference"]],
  ['PENDING', ['overpaid'], ['You may have paid too much. We are checking']],
  ['PENDING', ['review'], ['Support is checking this payment']],
  ['PAID', ['manual', 'late'], ['Settled by support', 'Paid late']],
  ['PAID', ['refunded'], ['Refunded']],
  ['PAID', ['partly_refunded'], ['$4.99 of $9.99 refunded']],
])('An order that is %s and %j describes itself in words', (status, flags, words) => {
  expect(subStatus(order(status, ...flags))).toEqual(words)
})

it('An ended order can be bought again unless money is on its way', () => {
  expect(canBuyAgain(order('EXPIRED'))).toBe(true)
  expect(canBuyAgain(order('FAILED', 'review'))).toBe(true)
  expect(canBuyAgain(order('EXPIRED', 'late'))).toBe(false)
  expect(canBuyAgain(order('CANCELLED', 'underpaid'))).toBe(false)
  expect(canBuyAgain(order('PENDING'))).toBe(false)
  expect(canBuyAgain(order('PAID'))).toBe(false)
})
