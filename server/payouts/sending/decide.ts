import type { PayoutState } from '@nofiller/contract/payouts/payout-rules'
import { unitsOf } from '../../payments/decimal.ts'
import type { PayoutSnapshot } from '../providers/payout-provider.ts'

/** What the store knows about a payout that is being sent. */
export type Sent = {
  state: PayoutState
  externalId: string
  coin: string
  coinAmount: string
  address: string
  /** How many times the store tried to make it at the provider. */
  attempts: number
  /** When the store started to make it at the provider; null before. */
  preparingAt: Date | null
  /** When its release was requested; null before. */
  releasingAt: Date | null
  /** The provider has clearly refused the release before. */
  wasRefused: boolean
}

/** The next state, and why; null when there is nothing to change. */
export type Decision = {
  state: PayoutState
  /** For an admin, if there is something to say. */
  reason: string | null
} | null

const MAX_ATTEMPTS = 3
const HOUR_MS = 3_600_000
/** After this long without a final state, an admin must look. */
export const SILENT_MS = 24 * HOUR_MS
/** A release without a result: a payout that still waits at the provider after this time is cancelled there. */
export const LOST_RELEASE_MS = HOUR_MS / 4

/** How the provider's record differs from the request, in words; null when they match. */
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

/** The next step after the provider's response to the creation. Only a payout that still waits there may be released. */
export function decidePrepared(sent: Sent, seen: PayoutSnapshot): Exclude<Decision, null> {
  const mismatch = mismatchOf(sent, seen)
  if (mismatch !== null) return { state: 'UNKNOWN', reason: mismatch }
  if (seen.phase === 'prepared') return { state: 'PREPARED', reason: null }
  if (seen.phase === 'not_sent') return { state: 'FAILED', reason: 'The provider refused it.' }
  return { state: 'UNKNOWN', reason: `The provider went on by itself (${seen.providerStatus}).` }
}

/** The next step when the response to the creation was lost, by the result of a look-up. */
export type Recovery =
  | { action: 'adopt'; reference: string; discard: string[] }
  | { action: 'retry' }
  | { action: 'wait' }
  | { action: 'unknown'; reason: string }

/** Finding nothing proves nothing, so the payout is made again only once the lost one has expired, and only a few times. */
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

/** The next step after reading back a payout that was or may have been released. `seen` is null when it is not shown. */
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

/** The next step after the provider's response to the release. After a clear refusal it returns to `PREPARED` once. */
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

/** The next step after reading back a payout that was cancelled at the provider before its release. */
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

/** Whether to cancel a payout at the provider whose release was lost. The provider decides: it cannot cancel a sent payout. */
export const isLostRelease = (sent: Sent, seen: PayoutSnapshot | null, now: Date): boolean =>
  sent.state === 'RELEASING' &&
  seen?.phase === 'prepared' &&
  hasPassed(sent.releasingAt, LOST_RELEASE_MS, now)
