import type { PayoutState } from '@nofiller/contract/payouts/payout-rules'
import { unitsOf } from '../../payments/decimal.ts'
import type { PayoutSnapshot } from '../providers/payout-provider.ts'

/** What is known of a payout that is being sent. */
export type Sent = {
  state: PayoutState
  externalId: string
  coin: string
  coinAmount: string
  address: string
  /** How often it was tried to make it at the provider. */
  attempts: number
  /** Since when it is being made at the provider; null before. */
  preparingAt: Date | null
  /** Since when its release has been requested; null before. */
  releasingAt: Date | null
  /** The provider has answered the release with a clear no before. */
  wasRefused: boolean
}

/** The next state, and why; null when there is nothing to change. */
export type Decision = {
  state: PayoutState
  /** For a person, where there is something to say. */
  reason: string | null
} | null

const MAX_ATTEMPTS = 3
const HOUR_MS = 3_600_000
/** Nothing final for so long is for a person. */
export const SILENT_MS = 24 * HOUR_MS
/** A release that was never heard of: what still waits at the provider after this time is given up there. */
export const LOST_RELEASE_MS = HOUR_MS / 4

/** What the provider shows is not what was asked for, in words; null when it is. */
export function mismatchOf(sent: Sent, seen: PayoutSnapshot): string | null {
  if (seen.externalId !== null && seen.externalId !== sent.externalId)
    return 'The provider shows another payout.'
  if (seen.coin !== sent.coin) return `The provider shows ${seen.coin ?? 'an unknown coin'}.`
  if (seen.address !== sent.address) return 'The provider shows another address.'
  const [asked, shown] = [unitsOf(sent.coinAmount), unitsOf(seen.amount)]
  if (shown === null || asked !== shown)
    return `The provider shows ${seen.amount} instead of ${sent.coinAmount}.`
  return null
}

/** What follows from the provider's answer to the creation. Only what still waits there may ever be released. */
export function decidePrepared(sent: Sent, seen: PayoutSnapshot): Exclude<Decision, null> {
  const mismatch = mismatchOf(sent, seen)
  if (mismatch !== null) return { state: 'UNKNOWN', reason: mismatch }
  if (seen.phase === 'prepared') return { state: 'PREPARED', reason: null }
  if (seen.phase === 'not_sent') return { state: 'FAILED', reason: 'The provider refused it.' }
  return { state: 'UNKNOWN', reason: `The provider went on by itself (${seen.providerStatus}).` }
}

/** What to do when the answer to the creation was lost, by what a look-up found. */
export type Recovery =
  | { action: 'adopt'; reference: string; discard: string[] }
  | { action: 'retry' }
  | { action: 'wait' }
  | { action: 'unknown'; reason: string }

/** That nothing is found proves nothing, so it is made again only once what was lost is dead, and a few times. */
export function decideRecovery(sent: Sent, snapshots: readonly PayoutSnapshot[], isDead: boolean): Recovery {
  const living = snapshots.filter(({ phase }) => phase !== 'not_sent')
  const moving = living.find(({ phase }) => phase !== 'prepared')
  if (moving)
    return { action: 'unknown', reason: `The provider went on by itself (${moving.providerStatus}).` }
  const [first, ...others] = living
  if (first)
    return { action: 'adopt', reference: first.reference, discard: others.map((one) => one.reference) }
  if (!isDead) return { action: 'wait' }
  return sent.attempts < MAX_ATTEMPTS
    ? { action: 'retry' }
    : { action: 'unknown', reason: 'The provider gave no clear answer three times.' }
}

/** What follows from a read-back of a payout that was released, or may have been. `seen` is null when it is not shown. */
export function decideReadBack(sent: Sent, seen: PayoutSnapshot | null, now: Date): Decision {
  if (seen === null) return silence(sent, now)
  const mismatch = mismatchOf(sent, seen)
  if (mismatch !== null) return toUnknown(sent, mismatch)
  switch (seen.phase) {
    case 'paid':
      return seen.transactionId === null
        ? toUnknown(sent, 'The provider calls it paid, but names no transaction.')
        : { state: 'PAID', reason: null }
    case 'not_sent':
      return { state: 'FAILED', reason: `The provider did not send it (${seen.providerStatus}).` }
    case 'unclear':
      return toUnknown(sent, `The provider's answer is not clear (${seen.providerStatus}).`)
    case 'sending':
      if (isSilent(sent, now)) return silence(sent, now)
      return sent.state === 'SENDING' ? null : { state: 'SENDING', reason: null }
    case 'prepared':
      return silence(sent, now)
  }
}

const toUnknown = ({ state }: Sent, reason: string): Decision =>
  state === 'UNKNOWN' ? null : { state: 'UNKNOWN', reason }

const isSilent = ({ releasingAt }: Sent, now: Date): boolean => hasPassed(releasingAt, SILENT_MS, now)

const hasPassed = (since: Date | null, ms: number, now: Date): boolean =>
  since !== null && now.getTime() - since.getTime() > ms

const silence = (sent: Sent, now: Date): Decision =>
  isSilent(sent, now) ? toUnknown(sent, 'Nothing final was heard of it for a day.') : null

/** What follows from the provider's answer to the release. A clear no is taken back to `PREPARED` once. */
export function decideReleased(
  sent: Sent,
  answer: 'accepted' | 'refused',
  seen: PayoutSnapshot | null,
): Decision {
  if (answer === 'accepted') return { state: 'SENDING', reason: null }
  if (seen === null || mismatchOf(sent, seen) !== null) return null
  if (seen.phase === 'not_sent') return { state: 'FAILED', reason: 'The provider refused to send it.' }
  if (seen.phase !== 'prepared') return null
  return sent.wasRefused
    ? { state: 'UNKNOWN', reason: 'The provider refused twice to send it.' }
    : { state: 'PREPARED', reason: null }
}

/** What follows from a look at a payout that was given up at the provider before its release. */
export function decideWithdrawn(
  sent: Sent,
  seen: PayoutSnapshot | null,
  { reason, now }: { reason: string; now: Date },
): Decision {
  const mismatch = seen && mismatchOf(sent, seen)
  if (mismatch) return { state: 'UNKNOWN', reason: mismatch }
  if (seen?.phase === 'not_sent') return { state: 'CANCELLED', reason }
  if (seen !== null && seen.phase !== 'prepared')
    return { state: 'UNKNOWN', reason: `The provider went on by itself (${seen.providerStatus}).` }
  return hasPassed(sent.preparingAt, SILENT_MS, now)
    ? { state: 'UNKNOWN', reason: 'The provider does not show that it was given up.' }
    : null
}

/** Whether a release that was lost on the way is given up at the provider. It decides: what is on its way cannot be. */
export const isLostRelease = (sent: Sent, seen: PayoutSnapshot | null, now: Date): boolean =>
  sent.state === 'RELEASING' &&
  seen?.phase === 'prepared' &&
  hasPassed(sent.releasingAt, LOST_RELEASE_MS, now)
