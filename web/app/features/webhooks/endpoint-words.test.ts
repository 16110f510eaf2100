import type { Endpoint } from '@nofiller/contract/webhooks/webhooks'
import { expect, it } from 'vitest'
import { anEndpoint } from '../../testing/webhooks.ts'
import { nameOf, resultOf, stateOf, subjectOf } from './endpoint-words.ts'

/** A time of the browser's own zone. */
const at = (local: string) => new Date(local).toISOString()
const now = new Date('2026-11-25T14:00')
const said = (change: Partial<Endpoint>) => stateOf(anEndpoint(change), now)
const last = { at: at('2026-11-25T13:52'), status: 200, failure: null }
const counts = { total: 412, delivered: 412, failed: 0, waiting: 0 }

it('An endpoint that works says so with its last answer, in the time of its reader', () => {
  expect(said({ last: null })).toBe('Nothing was sent yet.')
  expect(said({ last, counts })).toBe('Last answer 200 today, 13:52. All of the last 412 arrived.')
  expect(said({ last, counts: { total: 1_500, delivered: 1_490, failed: 5, waiting: 5 } })).toBe(
    'Last answer 200 today, 13:52. 1,490 of the last 1,495 arrived.',
  )
})

it('An endpoint that was turned on, or whose log is over, says what was last and nothing of what is gone', () => {
  const unanswered = { ...last, status: null, failure: 'no_answer' } as const
  expect(said({ last: unanswered, counts: { total: 3, delivered: 2, failed: 1, waiting: 0 } })).toBe(
    'Last try today, 13:52: no answer within 15 seconds. 2 of the last 3 arrived.',
  )
  expect(said({ last, counts: { total: 0, delivered: 0, failed: 0, waiting: 0 } })).toBe(
    'Last answer 200 today, 13:52.',
  )
})

it('HO4 An endpoint that fails says since when, why, and when it is switched off', () => {
  const failing = { state: 'failing', failingSince: at('2026-11-24T18:30') } as const
  expect(said({ ...failing, last: { ...last, status: 503 } })).toBe(
    'Failing since Nov 24, 18:30. Last try: answered 503. Without a success, it is switched off Nov 29, 18:30.',
  )
  const unanswered = { ...last, status: null, failure: 'no_answer' } as const
  expect(said({ ...failing, last: unanswered, warnedAt: at('2026-11-25T09:00') })).toContain(
    'Last try: no answer within 15 seconds. We told you by email today.',
  )
})

it('HO4 An endpoint that is off says when and why, and a paused one what becomes of events', () => {
  const off = { state: 'off', offAt: at('2026-11-24T18:30'), last } as const
  expect(said({ ...off, offReason: 'failing', warnedAt: at('2026-11-20T09:00') })).toBe(
    'Switched off Nov 24, 18:30: 5 days without one answer of 2xx. We told you by email on Nov 20.',
  )
  expect(said({ ...off, offReason: 'gone' })).toContain('it answered 410')
  expect(said({ state: 'paused', last })).toBe('Paused. Events wait here, and are sent once you turn it on.')
})

it('An endpoint without a name goes by its address', () => {
  expect(nameOf(anEndpoint({ name: '' }))).toBe('hooks.example/nofiller')
  expect(nameOf(anEndpoint({ name: 'Staging' }))).toBe('Staging')
  expect(nameOf({ name: '', url: 'https://hooks.example/' })).toBe('hooks.example')
})

it('A try says what came of it', () => {
  expect(resultOf({ status: 302, failure: null })).toBe('Answered 302.')
  expect(resultOf({ status: null, failure: 'refused_address' })).toContain('not public')
  expect(resultOf({ status: null, failure: null })).toBe('Not sent yet.')
})

it.each([
  [{ game: 'Velvet Orbit', version: '1.4.2' }, 'Velvet Orbit, 1.4.2'],
  [{ game: 'Velvet Orbit', version: null }, 'Velvet Orbit'],
  [{ games: [{ game: 'Velvet Orbit' }, { game: 'Low Tide Motel' }] }, 'Velvet Orbit, Low Tide Motel'],
  [{ game: 'Velvet Orbit', recommends: false }, 'Velvet Orbit, not recommended'],
  [{ games: [{ game: 'Velvet Orbit' }], amountCents: 1_800 }, 'Velvet Orbit, $18.00'],
  [{ endpointId: 'e' }, ''],
])('An event of %o is about %s', (data, subject) => {
  expect(subjectOf({ body: JSON.stringify({ type: 'any', data }) })).toBe(subject)
})
