import { expect, it } from 'vitest'
import { paymentLead } from './payment-lead.ts'

const order = { missing: 0, title: 'Night Ferry', game: { title: 'Night Ferry' } }
const ready = { status: 'PAID', downloadUrl: '/files/a' } as const

it('The buyer reads who owns the game, and others that the payment is confirmed', () => {
  expect(paymentLead(ready, order)).toBe('Night Ferry is yours.')
  expect(paymentLead(ready, { ...order, title: 'Night Ferry and 2 more' })).toBe(
    'Night Ferry and 2 more are yours.',
  )
  expect(paymentLead(ready, undefined)).toBe('Your payment is confirmed.')
})

it('An order without a download is only said to be confirmed', () => {
  expect(paymentLead({ status: 'PAID' }, order)).toBe('Your payment is confirmed.')
})

it('Only the buyer reads that a part of the money has arrived', () => {
  expect(paymentLead({ status: 'PENDING' }, { ...order, missing: 4 })).toBe(
    'We received part of your payment.',
  )
  expect(paymentLead({ status: 'PENDING' }, undefined)).toBe(
    'Waiting for the network to confirm your payment.',
  )
})

it('The page says how an unpaid order ended', () => {
  const ending = (status: 'EXPIRED' | 'CANCELLED' | 'FAILED') => paymentLead({ status }, order)
  expect(ending('EXPIRED')).toBe('The invoice expired before a payment arrived.')
  expect(ending('CANCELLED')).toBe('This order was cancelled.')
  expect(ending('FAILED')).toBe('The payment did not go through.')
})
