import type { OrderFlag, OrderStatus } from '@nofiller/contract/order-status'
import { expect, it } from 'vitest'
import { canBuyAgain, subStatus } from './sub-status.ts'

const order = (status: OrderStatus, ...flags: OrderFlag[]) => ({ status, flags, price: 9.99, received: 3.2 })

it.each<[OrderStatus, OrderFlag[], string[]]>([
  ['PENDING', [], []],
  ['PENDING', ['underpaid'], ['$3.20 of $9.99 has come']],
  ['PAID', ['underpaid'], []],
  ['EXPIRED', ['underpaid', 'late'], ['$3.20 of $9.99 has come']],
  ['EXPIRED', ['late'], ['Money came late and is being confirmed']],
  ['PAID', ['late'], ['Paid late']],
  ['PAID', ['overpaid'], ['More than the price has come: support will write to you']],
  ['PENDING', ['overpaid'], ['More than the price was seen']],
  ['PENDING', ['review'], ['Support is checking this payment']],
  ['PAID', ['manual', 'late'], ['Settled by support', 'Paid late']],
])('an order that is %s and %j says so in words', (status, flags, words) => {
  expect(subStatus(order(status, ...flags))).toEqual(words)
})

it('offers to buy again what has ended, unless money for it is on its way', () => {
  expect(canBuyAgain(order('EXPIRED'))).toBe(true)
  expect(canBuyAgain(order('FAILED', 'review'))).toBe(true)
  expect(canBuyAgain(order('EXPIRED', 'late'))).toBe(false)
  expect(canBuyAgain(order('CANCELLED', 'underpaid'))).toBe(false)
  expect(canBuyAgain(order('PENDING'))).toBe(false)
  expect(canBuyAgain(order('PAID'))).toBe(false)
})
