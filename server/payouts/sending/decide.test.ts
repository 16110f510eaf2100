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
  LOST_RELEASE_MS,
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

it('treats amounts in different notations as equal, and nothing else', () => {
  expect(mismatchOf(sent(), seen())).toBeNull()
  for (const other of [
    { amount: '48.26' },
    { amount: 'many' },
    { address: 'there' },
    { coin: 'BTC' },
    { coin: null },
    { externalId: 'po_2' },
  ])
    expect(mismatchOf(sent(), seen(other))).not.toBeNull()
  expect(mismatchOf(sent(), seen({ externalId: null }))).toBeNull()
})

it('releases only payouts that wait at the provider exactly as requested', () => {
  const creating = sent({ state: 'PREPARING', releasingAt: null })
  expect(decidePrepared(creating, seen()).state).toBe('PREPARED')
  expect(decidePrepared(creating, seen({ phase: 'not_sent' })).state).toBe('FAILED')
  for (const other of [
    { phase: 'sending' },
    { phase: 'paid' },
    { phase: 'unclear' },
    { amount: '1' },
  ] as const)
    expect(decidePrepared(creating, seen(other)).state).toBe('UNKNOWN')
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
    expect(decideRecovery(creating, [seen(), seen({ phase: 'sending' })], true).action).toBe('unknown')
  })

  it('makes a payout again only once the lost one has expired, and three times at most', () => {
    expect(decideRecovery(creating, [], false).action).toBe('wait')
    expect(decideRecovery(creating, [], true).action).toBe('retry')
    expect(decideRecovery(sent({ state: 'PREPARING', attempts: 3 }), [], true).action).toBe('unknown')
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
    expect(decideWithdrawn({ ...prepared, preparingAt: ago(SILENT_MS + 1) }, shown, why)?.state).toBe(
      'UNKNOWN',
    )
  }
  for (const other of [
    { phase: 'sending' },
    { phase: 'paid' },
    { phase: 'unclear' },
    { amount: '1' },
  ] as const)
    expect(decideWithdrawn(prepared, seen(other), why)?.state).toBe('UNKNOWN')
})

describe('a read-back', () => {
  it('ends a payout only with a transaction, or with a clear refusal', () => {
    expect(decideReadBack(sent(), seen({ phase: 'paid', transactionId: 'tx' }), now)?.state).toBe('PAID')
    expect(decideReadBack(sent(), seen({ phase: 'paid' }), now)?.state).toBe('UNKNOWN')
    expect(decideReadBack(sent(), seen({ phase: 'not_sent' }), now)?.state).toBe('FAILED')
  })

  it('waits for a day, then asks an admin', () => {
    for (const shown of [null, seen({ phase: 'sending' }), seen()]) {
      expect(decideReadBack(sent(), shown, now)).toBeNull()
      expect(decideReadBack(sent({ releasingAt: ago(SILENT_MS + 1) }), shown, now)?.state).toBe('UNKNOWN')
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
  expect(decideReleased({ ...releasing, wasRefused: true }, 'refused', seen())?.state).toBe('UNKNOWN')
  expect(decideReleased(releasing, 'refused', seen({ phase: 'not_sent' }))?.state).toBe('FAILED')
  for (const shown of [null, seen({ phase: 'sending' }), seen({ amount: '1' })])
    expect(decideReleased(releasing, 'refused', shown)).toBeNull()
})

it('cancels a payout at the provider whose release is long overdue', () => {
  const releasing = sent({ state: 'RELEASING', releasingAt: ago(LOST_RELEASE_MS + 1) })
  expect(isLostRelease(releasing, seen(), now)).toBe(true)
  expect(isLostRelease(releasing, seen({ phase: 'sending' }), now)).toBe(false)
  expect(isLostRelease(sent({ state: 'RELEASING' }), seen(), now)).toBe(false)
})
