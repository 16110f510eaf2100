import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PayoutSnapshot } from '../providers/payout-provider.ts'
import {
  decidePrepared,
  decideReadBack,
  decideRecovery,
  decideReleased,
  decideWithdrawn,
  isLostRelease,
  mismatchOf,
  type Sent,
  SILENT_MS,
} from './decide.ts'

const now = new Date('2026-11-20T06:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

const sent = (more: Partial<Sent> = {}): Sent => ({
  state: 'SENDING',
  externalId: 'po_1',
  coin: 'USDC-SOL',
  coinAmount: '48.25',
  address: 'here',
  attempts: 1,
  preparingAt: ago(2_000),
  releasingAt: ago(1_000),
  wasRefused: false,
  ...more,
})

const seen = (more: Partial<PayoutSnapshot> = {}): PayoutSnapshot => ({
  reference: 'ref-1',
  externalId: 'po_1',
  coin: 'USDC-SOL',
  address: 'here',
  amount: '48.250',
  phase: 'prepared',
  transactionId: null,
  networkFee: null,
  providerStatus: 'WAITING',
  ...more,
})

/** What a provider shows that nobody asked for, and what a person reads of it. */
const GOES_ON = [
  [{ phase: 'sending' }, 'The provider went on by itself (WAITING).'],
  [{ phase: 'paid' }, 'The provider went on by itself (WAITING).'],
  [{ phase: 'unclear' }, 'The provider went on by itself (WAITING).'],
  [{ amount: '1' }, 'The provider shows 1 instead of 48.25.'],
] as const

it('treats amounts in different notations as equal, and nothing else', () => {
  expect(mismatchOf(sent(), seen())).toBeNull()
  for (const [other, shown] of [
    [{ amount: '48.26' }, '48.26 instead of 48.25'],
    [{ amount: 'many' }, 'many instead of 48.25'],
    [{ address: 'there' }, 'another address'],
    [{ coin: 'BTC' }, 'BTC'],
    [{ coin: null }, 'an unknown coin'],
    [{ externalId: 'po_2' }, 'another payout'],
  ] as const)
    expect(mismatchOf(sent(), seen(other))).toBe(`The provider shows ${shown}.`)
  expect(mismatchOf(sent(), seen({ externalId: null }))).toBeNull()
})

it('releases only payouts that wait at the provider exactly as requested', () => {
  const creating = sent({ state: 'PREPARING', releasingAt: null })
  expect(decidePrepared(creating, seen()).state).toBe('PREPARED')
  expect(decidePrepared(creating, seen({ phase: 'not_sent' }))).toEqual({
    state: 'FAILED',
    reason: 'The provider refused it.',
  })
  for (const [other, reason] of GOES_ON)
    expect(decidePrepared(creating, seen(other))).toEqual({ state: 'UNKNOWN', reason })
})

describe('when the answer to the creation was lost', () => {
  const creating = sent({ state: 'PREPARING', releasingAt: null })

  it('adopts a found payout, and cancels duplicates', () => {
    const snapshots = [seen(), seen({ reference: 'ref-2' }), seen({ reference: 'ref-3', phase: 'not_sent' })]
    expect(decideRecovery(creating, snapshots, false)).toEqual({
      action: 'adopt',
      reference: 'ref-1',
      discard: ['ref-2'],
    })
  })

  it('asks an admin about a payout that already moves', () => {
    expect(decideRecovery(creating, [seen(), seen({ phase: 'sending' })], true)).toEqual({
      action: 'unknown',
      reason: 'The provider went on by itself (WAITING).',
    })
  })

  it('makes a payout again only once the lost one has expired, and three times at most', () => {
    expect(decideRecovery(creating, [], false).action).toBe('wait')
    expect(decideRecovery(creating, [], true).action).toBe('retry')
    expect(decideRecovery(sent({ state: 'PREPARING', attempts: 3 }), [], true)).toEqual({
      action: 'unknown',
      reason: 'The provider gave no clear answer three times.',
    })
  })
})

it('returns the money of a cancelled payout only when the provider shows that nothing was sent', () => {
  const why = { reason: 'Frozen.', now }
  const prepared = sent({ state: 'PREPARED', releasingAt: null })
  expect(decideWithdrawn(prepared, seen({ phase: 'not_sent' }), why)).toEqual({
    state: 'CANCELLED',
    reason: 'Frozen.',
  })
  for (const shown of [null, seen()]) {
    expect(decideWithdrawn(prepared, shown, why)).toBeNull()
    expect(decideWithdrawn({ ...prepared, preparingAt: ago(SILENT_MS + 1) }, shown, why)).toEqual({
      state: 'UNKNOWN',
      reason: 'The provider does not show that it was given up.',
    })
  }
  for (const [other, reason] of GOES_ON)
    expect(decideWithdrawn(prepared, seen(other), why)).toEqual({ state: 'UNKNOWN', reason })
})

describe('a read-back', () => {
  it('ends a payout only with a transaction, or with a clear refusal', () => {
    for (const [shown, state, reason] of [
      [{ phase: 'paid', transactionId: 'tx' }, 'PAID', null],
      [{ phase: 'paid' }, 'UNKNOWN', 'The provider calls it paid, but names no transaction.'],
      [{ phase: 'not_sent' }, 'FAILED', 'The provider did not send it (WAITING).'],
      [{ phase: 'unclear' }, 'UNKNOWN', "The provider's answer is not clear (WAITING)."],
      [
        { phase: 'paid', transactionId: 'tx', amount: '1' },
        'UNKNOWN',
        'The provider shows 1 instead of 48.25.',
      ],
    ] as const)
      expect(decideReadBack(sent(), seen(shown), now)).toEqual({ state, reason })
  })

  it('waits for a day, then asks an admin', () => {
    for (const shown of [null, seen({ phase: 'sending' }), seen()]) {
      for (const releasingAt of [ago(1_000), ago(SILENT_MS), null])
        expect(decideReadBack(sent({ releasingAt }), shown, now)).toBeNull()
      expect(decideReadBack(sent({ releasingAt: ago(SILENT_MS + 1) }), shown, now)).toEqual({
        state: 'UNKNOWN',
        reason: 'Nothing final was heard of it for a day.',
      })
    }
  })

  it('resolves an unknown payout, or leaves it as it is', () => {
    const unknown = sent({ state: 'UNKNOWN' })
    expect(decideReadBack(unknown, seen({ phase: 'paid', transactionId: 'tx' }), now)?.state).toBe('PAID')
    expect(decideReadBack(unknown, seen({ phase: 'sending' }), now)?.state).toBe('SENDING')
    expect(decideReadBack(unknown, seen({ phase: 'unclear' }), now)).toBeNull()
    expect(decideReadBack(unknown, seen({ amount: '1' }), now)).toBeNull()
    expect(decideReadBack(unknown, null, now)).toBeNull()
    const silent = { ...unknown, releasingAt: ago(SILENT_MS + 1) }
    expect(decideReadBack(silent, seen({ phase: 'sending' }), now)).toBeNull()
  })

  it('never returns a payout to a state where it could be made or released again', () => {
    const phases = ['prepared', 'sending', 'paid', 'not_sent', 'unclear'] as const
    const states = ['RELEASING', 'SENDING', 'UNKNOWN'] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.option(
          fc.record({
            phase: fc.constantFrom(...phases),
            amount: fc.constantFrom('48.25', '1'),
            transactionId: fc.constantFrom('tx', null),
          }),
        ),
        fc.integer({ min: 0, max: 3 * SILENT_MS }),
        (state, shown, age) => {
          const decision = decideReadBack(sent({ state, releasingAt: ago(age) }), shown && seen(shown), now)
          expect([undefined, 'SENDING', 'PAID', 'FAILED', 'UNKNOWN']).toContain(decision?.state)
        },
      ),
    )
  })
})

it('undoes a release once, and only after a clear refusal while the payout still waits', () => {
  const releasing = sent({ state: 'RELEASING' })
  expect(decideReleased(releasing, 'accepted', null)?.state).toBe('SENDING')
  expect(decideReleased(releasing, 'refused', seen())?.state).toBe('PREPARED')
  expect(decideReleased({ ...releasing, wasRefused: true }, 'refused', seen())).toEqual({
    state: 'UNKNOWN',
    reason: 'The provider refused twice to send it.',
  })
  expect(decideReleased(releasing, 'refused', seen({ phase: 'not_sent' }))).toEqual({
    state: 'FAILED',
    reason: 'The provider refused to send it.',
  })
  for (const shown of [null, seen({ phase: 'sending' }), seen({ amount: '1' })])
    expect(decideReleased(releasing, 'refused', shown)).toBeNull()
})

it('cancels a payout at the provider whose release is long overdue', () => {
  const releasing = sent({ state: 'RELEASING', releasingAt: ago(15 * 60_000 + 1) })
  expect(isLostRelease(releasing, seen(), now)).toBe(true)
  expect(isLostRelease({ ...releasing, state: 'SENDING' }, seen(), now)).toBe(false)
  expect(isLostRelease({ ...releasing, releasingAt: ago(15 * 60_000) }, seen(), now)).toBe(false)
  for (const shown of [null, seen({ phase: 'sending' })])
    expect(isLostRelease(releasing, shown, now)).toBe(false)
})
