import type { OwnRelease } from '@nofiller/contract/releases/releases'

export type HistoryEvent = { key: string; label: string; what: string; at: string }

const SHOWN = 5

/** What happened to a game's releases lately, the newest first. */
export const historyOf = (releases: readonly OwnRelease[]): HistoryEvent[] =>
  releases
    .flatMap(({ id, label, createdAt, releasedAt, notesEditedAt, withdrawnAt, withdrawnReason }) => [
      { id, label, at: releasedAt, what: 'went live' },
      { id, label, at: notesEditedAt, what: 'got other notes' },
      { id, label, at: withdrawnAt, what: `was withdrawn: “${withdrawnReason}”` },
      { id, label, at: releasedAt ? null : createdAt, what: 'was begun' },
    ])
    .flatMap(({ id, label, at, what }) => (at ? [{ key: `${id} ${what}`, label, what, at }] : []))
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, SHOWN)
