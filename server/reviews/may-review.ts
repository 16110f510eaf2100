import { REVIEW_LIMITS, REVIEW_TEXT, type ReviewState } from '@nofiller/contract/reviews/review-rules'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { forbidden } from '../platform/http/errors/errors.ts'

/** What decides whether an account may review a game. */
export type ReviewFacts = {
  /** It made the game, shares a payout address with who did, or decided about the game as an admin. */
  isOwn: boolean
  isOwner: boolean
  /** When bytes of one of the game's files were fetched first. */
  fetchedAt: Date | null
  accountSince: Date
}

export type MayReview = { state: ReviewState; from: Date | null }

const WAIT_MS = REVIEW_LIMITS.waitHours * 3_600_000

/** Whether an account may review a game now, and if it is too early from when on. Pure (RV1). */
export function mayReview(facts: ReviewFacts, now: Date): MayReview {
  if (facts.isOwn) return { state: 'own_game', from: null }
  if (!facts.isOwner) return { state: 'not_an_owner', from: null }
  const from = reviewFrom(facts)
  return from === null || now < from ? { state: 'too_early', from } : { state: 'may', from: null }
}

/** From when on an account may review a game; null for who may not, or fetched nothing of it. Pure (RV1). */
export function reviewFrom({ isOwn, isOwner, fetchedAt, accountSince }: ReviewFacts): Date | null {
  if (isOwn || !isOwner || fetchedAt === null) return null
  return new Date(Math.max(fetchedAt.getTime(), accountSince.getTime()) + WAIT_MS)
}

/** @throws HttpError 403 `own_game`, `not_an_owner`, `too_early` with the time */
export function refuseReview({ state, from }: MayReview): void {
  if (state === 'may') return
  if (state === 'own_game') throw forbidden(REVIEW_TEXT.ownGame, state)
  if (state === 'not_an_owner') throw forbidden(REVIEW_TEXT.notOwner, state)
  throw forbidden(
    from ? `You can review this from ${showUtcMoment(from)}.` : REVIEW_TEXT.notDownloaded,
    state,
  )
}
