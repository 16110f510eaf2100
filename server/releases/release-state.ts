import type { ReleaseState } from '@nofiller/contract/releases/release-rules'
import type { GameRow } from '../platform/database/tables.ts'

/** What the state of a release follows from. */
export type ReleaseFacts = {
  liveAt: Date | null
  withdrawnAt: Date | null
  opensAt: Date | null
  /** Whether buyers get one of its builds. */
  isPresent: boolean
  builds: readonly CheckedBuild[]
}

/** `problem` is why a build cannot go live, as a sentence; it is known once the build is checked. */
export type CheckedBuild = { isChecked: boolean; problem: string | null }

/** The state of a release. Pure (VE3). */
export function releaseState({
  liveAt,
  withdrawnAt,
  opensAt,
  isPresent,
  builds,
}: ReleaseFacts): ReleaseState {
  if (withdrawnAt) return 'withdrawn'
  if (liveAt) return isPresent ? 'live' : 'earlier'
  if (builds.some(({ problem }) => problem !== null)) return 'failed'
  if (opensAt) return 'scheduled'
  if (builds.length === 0) return 'draft'
  return builds.every(({ isChecked }) => isChecked) ? 'ready' : 'checking'
}

type GameState = Pick<GameRow, 'is_illegal' | 'suspended_at' | 'review'>
type Refusal = { code: string; message: string }

/** Why a release cannot go live; null if it can. Pure (VE2, VE3). */
export function whyNotLive(facts: ReleaseFacts, game: GameState): Refusal | null {
  if (facts.liveAt) return { code: 'already_live', message: 'This release is live already.' }
  if (game.is_illegal)
    return {
      code: 'taken_down_as_illegal',
      message: 'This game was taken down as illegal and cannot be changed.',
    }
  if (game.suspended_at && !game.review)
    return {
      code: 'game_suspended',
      message: 'This game is out of the store for now. Its releases wait until it is back.',
    }
  const failed = facts.builds.find(({ problem }) => problem !== null)
  if (failed?.problem) return { code: 'not_ready', message: failed.problem }
  if (facts.builds.length === 0)
    return { code: 'not_ready', message: 'Add a file: this release holds none yet.' }
  if (facts.builds.some(({ isChecked }) => !isChecked))
    return {
      code: 'not_ready',
      message: 'The files are still being checked. Try again in a moment.',
    }
  return null
}
