import type { Order } from '@nofiller/contract/orders'
import { expect, it } from 'vitest'
import { filterOrders, statusName } from './order-filter.ts'

const anOrder = (status: Order['status'], title: string, orderId: string): Order => ({
  orderId,
  status,
  flags: [],
  price: 9.99,
  currency: 'USD',
  createdAt: '2026-11-21T10:00:00.000000Z',
  paidAt: null,
  email: 'june@example.test',
  game: { _id: 'g', slug: 'g', title, cardImageUrl: null },
  invoiceUrl: null,
  providerInvoiceId: null,
  providerStatus: null,
  purchasedFileIds: [],
  items: [],
  basePurchased: true,
})

const orders = [
  anOrder('PAID', 'Velvet Orbit', 'aa1'),
  anOrder('PENDING', 'Saltglass', 'bb2'),
  anOrder('EXPIRED', 'Paid in Full', 'cc3'),
]
const found = (status: Order['status'] | null, text: string) =>
  filterOrders(orders, { status, text }).map((order) => order.orderId)

it('finds orders by title, status or order id, whatever the case', () => {
  expect(found(null, ' velvet ')).toEqual(['aa1'])
  expect(found(null, 'BB')).toEqual(['bb2'])
  expect(found(null, 'paid')).toEqual(['aa1', 'cc3'])
})

it('joins the status with the text', () => {
  expect(found('PAID', '')).toEqual(['aa1'])
  expect(found('EXPIRED', 'paid')).toEqual(['cc3'])
  expect(found('FAILED', '')).toEqual([])
})

it('names a status as the filter shows it', () => {
  expect(statusName('CANCELLED')).toBe('Cancelled')
})
