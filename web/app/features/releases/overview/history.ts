import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { WAS_OPEN } from '../show-release.tsx'

export type HistoryEvent = { key: string; label: string; what: string; at: string }

const SHOWN = 5

/** When a release opened to those who have it before owners. */
const earlyAt = ({ state, steps: [first] }: Pick<OwnRelease, 'state' | 'steps'>): string | null =>
  WAS_OPEN.includes(state) && first && first.audience !== 'owners' ? first.opensAt : null

/** What happened to a game's releases lately, the newest first. */
export const historyOf = (releases: readonly OwnRelease[]): HistoryEvent[] =>
  releases
    .flatMap(
      ({ id, label, createdAt, releasedAt, notesEditedAt, withdrawnAt, withdrawnReason, steps, state }) => [
        { id, label, at: earlyAt({ steps, state }), what: `opened to ${steps[0]?.audience}` },
        { id, label, at: releasedAt, what: 'went live' },
        { id, label, at: notesEditedAt, what: 'got other notes' },
        { id, label, at: withdrawnAt, what: `was withdrawn: “${withdrawnReason}”` },
        { id, label, at: releasedAt || earlyAt({ steps, state }) ? null : createdAt, what: 'was begun' },
      ],
    )
    .flatMap(({ id, label, at, what }) => (at ? [{ key: `${id} ${what}`, label, what, at }] : []))
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, SHOWN)
