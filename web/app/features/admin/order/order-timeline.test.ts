import type { AdminOrder } from '@nofiller/contract/orders/admin-orders'
import { expect, it } from 'vitest'
import { momentsTime, orderTimeline } from './order-timeline.ts'

type Told = Parameters<typeof orderTimeline>[0]

const NOTHING = { coin: null, amount: null, transactionId: null }
const event = (kind: AdminOrder['order']['events'][number]['kind'], at: string) => ({ ...NOTHING, kind, at })
const item = (position: number, title: string, revokedAt: string | null) => ({ position, title, revokedAt })

/** As far as the timeline reads it. */
const told = {
  order: {
    price: 22,
    events: [
      event('CREATED', '2026-11-21T13:31:00.000000Z'),
      event('PAID', '2026-11-21T14:03:00.000000Z'),
      event('delivered', '2026-11-21T14:03:01.000000Z'),
      event('refunded', '2026-11-21T18:40:00.000000Z'),
      event('revoked', '2026-11-21T18:40:00.000000Z'),
    ],
  },
  items: [item(0, 'Velvet Orbit', null), item(1, 'Soundtrack', '2026-11-21T18:40:00.000Z')],
  invoices: [{ _id: 'inv_1', amount: 22, openedAt: '2026-11-21T13:31:02.000Z' }],
  refunds: [
    {
      at: '2026-11-21T18:39:59.000Z',
      amount: 4,
      transactionId: 'tx-9',
      reason: 'The zip is damaged.',
      by: 'ops',
      items: [{ position: 1, amount: 4 }],
    },
  ],
  linksOutlast: true,
  downloads: [{ at: '2026-11-21T14:11:00.000Z', file: 'velvet-orbit.zip' }],
} as unknown as Told // the rest of an order does not matter here

it('A timeline tells in order what happened, who refunded it and how long links work', () => {
  expect(orderTimeline(told).map(({ what, more }) => [what, more])).toEqual([
    ['Order placed', '2 items, $22.00'],
    ['Invoice opened', 'inv_1, $22.00'],
    ['Paid', undefined],
    ['2 items granted', undefined],
    ['Downloaded', 'velvet-orbit.zip'],
    ['$4.00 refunded: Soundtrack', 'By ops: “The zip is damaged.” Transaction tx-9'],
    ['Soundtrack taken back', 'Download links already given out stop working by 21:40 UTC'],
  ])
})

it('A timeline names each day once', () => {
  expect(momentsTime('2026-11-21T13:31:00Z', undefined)).toBe('Nov 21, 2026, 13:31')
  expect(momentsTime('2026-11-21T14:01:00Z', '2026-11-21T13:31:00Z')).toBe('14:01')
  expect(momentsTime('2026-11-22T00:01:00Z', '2026-11-21T23:59:00Z')).toBe('Nov 22, 2026, 00:01')
})

it('A timeline says that links end at once when the store sends the files itself', () => {
  const moments = orderTimeline({ ...told, linksOutlast: false })
  expect(moments.at(-1)?.more).toBe('Download links already given out stop working at once')
})
