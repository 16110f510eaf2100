import { expect, it } from 'vitest'
import { type EventRow, type OrderRecords, type PaymentRow, timeline } from './timeline.ts'

const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000000Z`
const event = (kind: string, minute: number, detail: EventRow['detail'] = {}): EventRow => ({
  kind,
  at: at(minute),
  detail,
})
const payment = (change: Partial<PaymentRow> = {}): PaymentRow => ({
  coin: 'SOL',
  amountCents: 999,
  confirmed: true,
  transactionId: 'tx1',
  firstSeenAt: at(5),
  updatedAt: at(30),
  ...change,
})
const timelineOf = (records: Partial<OrderRecords>) =>
  timeline({ paidAt: null, events: [], payments: [], cases: [], ...records }).map(
    ({ kind, at: time }) => `${time.slice(14, 16)} ${kind}`,
  )

it('the timeline derives the events of an unrecorded payment', () => {
  const events = [
    event('CREATED', 1),
    event('WAITING', 3),
    event('PENDING', 5),
    event('PAID', 6),
    event('delivered', 6),
  ]
  expect(timelineOf({ paidAt: at(6), events, payments: [payment()] })).toEqual([
    '01 CREATED',
    '03 WAITING',
    '03 coin_chosen',
    '05 payment_seen',
    '05 PENDING',
    '06 payment_confirmed',
    '06 PAID',
    '06 delivered',
  ])
})

it('the timeline shows recorded events once, with coin, amount and transaction', () => {
  const detail = { coin: 'BTC', amountCents: 320, transactionId: 'tx9' }
  const events = [
    event('CREATED', 1),
    event('coin_chosen', 2, { coin: 'BTC' }),
    event('payment_seen', 4, detail),
    event('payment_confirmed', 8, detail),
  ]
  const story = timeline({ paidAt: null, events, payments: [payment()], cases: [] })
  expect(story.map(({ kind }) => kind)).toEqual([
    'CREATED',
    'coin_chosen',
    'payment_seen',
    'payment_confirmed',
  ])
  expect(story.at(-1)).toEqual({
    kind: 'payment_confirmed',
    at: at(8),
    coin: 'BTC',
    amount: 3.2,
    transactionId: 'tx9',
    case: null,
    ending: null,
  })
})

it('the timeline shows every payment, also one that came after the order was paid', () => {
  const late = payment({ firstSeenAt: at(20), updatedAt: at(30), transactionId: 'tx2' })
  expect(timelineOf({ paidAt: at(6), events: [event('PAID', 6)], payments: [payment(), late] })).toEqual([
    '05 coin_chosen',
    '05 payment_seen',
    '06 payment_confirmed',
    '06 PAID',
    '20 payment_seen',
    '30 payment_confirmed',
  ])
})

it('the timeline shows an unconfirmed payment only as detected', () => {
  expect(timelineOf({ payments: [payment({ confirmed: false, coin: null })] })).toEqual(['05 payment_seen'])
})

it('the timeline shows support’s actions', () => {
  const cases = [
    { openedAt: at(9), resolvedAt: at(40) },
    { openedAt: at(10), resolvedAt: null },
  ]
  expect(timelineOf({ cases })).toEqual(['09 case_opened', '10 case_opened', '40 case_resolved'])
})

it('the timeline leaves out unknown events', () => {
  expect(timelineOf({ events: [event('CREATED', 1), event('provider_sneezed', 2)] })).toEqual(['01 CREATED'])
})
