import type { FoundWords } from '@nofiller/contract/checks/finding-rules'
import type { ReleaseState } from '@nofiller/contract/releases/release-rules'
import { takenDownAsIllegal } from '../catalog/own-game.ts'
import type { GameRow } from '../platform/database/tables.ts'
import { conflict, type HttpError } from '../platform/http/errors/errors.ts'

/** What the state of a release follows from. */
export type ReleaseFacts = {
  liveAt: Date | null
  /** When it opened to the first who have it before buyers. */
  earlyAt: Date | null
  withdrawnAt: Date | null
  opensAt: Date | null
  /** Whether buyers get one of its builds. */
  isPresent: boolean
  builds: readonly CheckedBuild[]
}

/** `problem` is why a build cannot go live, as a sentence; it is known once the build is checked. */
export type CheckedBuild = { isChecked: boolean; problem: string | null }

/** A finding that keeps a release from going live, as a sentence. */
export const problemOf = ({ title, sentence }: Pick<FoundWords, 'title' | 'sentence'>): string =>
  `${title.replace(/[.?]?$/, (end) => end || '.')} ${sentence}`

/** The state of a release. Pure (VE3). */
export function releaseState({
  liveAt,
  earlyAt,
  withdrawnAt,
  opensAt,
  isPresent,
  builds,
}: ReleaseFacts): ReleaseState {
  if (withdrawnAt) return 'withdrawn'
  if (liveAt) return isPresent ? 'live' : 'earlier'
  if (earlyAt) return 'opening'
  if (builds.some(({ problem }) => problem !== null)) return 'failed'
  if (opensAt) return 'scheduled'
  if (builds.length === 0) return 'draft'
  return builds.every(({ isChecked }) => isChecked) ? 'ready' : 'checking'
}

type GameState = Pick<GameRow, 'is_illegal' | 'suspended_at' | 'review'>

/** Why no release of a game can go live; null if one can. Pure. */
export function whyUnchangeable(game: GameState): HttpError | null {
  if (game.is_illegal) return takenDownAsIllegal()
  if (game.suspended_at && !game.review)
    return conflict(
      'game_suspended',
      'This game is out of the store for now. Its releases wait until it is back.',
    )
  return null
}

/** Why a release cannot go live, or open to some; null if it can. Pure (VE2, VE3). */
export function whyNotLive(facts: ReleaseFacts, game: GameState): HttpError | null {
  if (facts.liveAt) return conflict('already_live', 'This release is live already.')
  const refusal = whyUnchangeable(game)
  if (refusal) return refusal
  const failed = facts.builds.find(({ problem }) => problem !== null)
  if (failed?.problem) return conflict('not_ready', failed.problem)
  if (facts.builds.length === 0) return conflict('not_ready', 'Add a file: this release holds none yet.')
  if (facts.builds.some(({ isChecked }) => !isChecked))
    return conflict('not_ready', 'The files are still being checked. Try again in a moment.')
  return null
}
