import type { OrderStatus } from '@nofiller/contract/orders/order-status'
import { expect, it } from 'vitest'
import { paymentSteps } from './payment-steps.ts'

const shown = (status: OrderStatus, more: { hasDownload?: boolean; isPart?: boolean } = {}) =>
  paymentSteps({
    status,
    hasDownload: more.hasDownload ?? false,
    part: more.isPart ? { received: 3.2, price: 9.99 } : null,
  })
const states = (...given: Parameters<typeof shown>) => shown(...given).map((step) => step.state)

it.each<[OrderStatus, string[]]>([
  ['CREATED', ['now', 'next', 'next', 'next']],
  ['WAITING', ['now', 'next', 'next', 'next']],
  ['PENDING', ['done', 'done', 'now', 'next']],
  ['PAID', ['done', 'done', 'done']],
  ['EXPIRED', ['ended']],
  ['CANCELLED', ['ended']],
  ['FAILED', ['ended']],
])('An order that is %s stands at %j of waiting, seen, confirmed and ready', (status, expected) => {
  expect(states(status)).toEqual(expected)
})

it('An order is only ready when it has a download', () => {
  expect(states('PAID', { hasDownload: true })).toEqual(['done', 'done', 'done', 'done'])
})

it('An order that is paid in part says how much has arrived', () => {
  const step = shown('PENDING', { isPart: true })[1]
  expect(step).toEqual({ state: 'now', name: 'Part of the payment received', detail: '$3.20 of $9.99' })
})
