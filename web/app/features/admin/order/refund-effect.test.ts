import type { ItemShares } from '@nofiller/contract/orders/admin-orders'
import { expect, it } from 'vitest'
import { refundEffect } from './refund-effect.ts'

const soundtrack: ItemShares = {
  positions: [1],
  price: 4,
  refunded: 0,
  fee: 0.02,
  platform: 0.4,
  developer: 3.58,
}

it('A refund says what each side returns and that the store pays the fee', () => {
  expect(refundEffect([soundtrack], [{ position: 1, cents: 400 }])).toEqual({
    total: 4,
    developers: 3.58,
    store: 0.4,
    fee: 0.02,
  })
})

it('A second partial refund says what the first one left', () => {
  const first = refundEffect([soundtrack], [{ position: 1, cents: 133 }])
  const second = refundEffect([{ ...soundtrack, refunded: 1.33 }], [{ position: 1, cents: 267 }])
  expect(first.developers + second.developers).toBeCloseTo(3.58, 6)
  expect(first.store + second.store).toBeCloseTo(0.4, 6)
  expect(first.fee + second.fee).toBeCloseTo(0.02, 6)
})

it('A refund of an order without booked items is divided among all of them', () => {
  const whole = { ...soundtrack, positions: [0, 1], price: 22, fee: 0.11, platform: 2.19, developer: 19.7 }
  const backs = [
    { position: 0, cents: 1_800 },
    { position: 1, cents: 400 },
  ]
  expect(refundEffect([whole], backs)).toEqual({ total: 22, developers: 19.7, store: 2.19, fee: 0.11 })
  expect(refundEffect([whole], [])).toEqual({ total: 0, developers: 0, store: 0, fee: 0 })
})
