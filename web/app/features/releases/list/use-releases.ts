import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { useList } from '../../../api/use-list.ts'

const PAGE = 10
const CHECK_EVERY_MS = 3_000

/** The releases of a developer's game, read again while one of them is being checked. */
export const useReleases = (gameId: string) =>
  useList(
    'GET /api/dev/games/:id/releases',
    {},
    {
      params: { id: gameId },
      limit: PAGE,
      refreshMs: (rows) => (rows.some(({ state }) => state === 'checking') ? CHECK_EVERY_MS : false),
    },
  )

/** When a release that is not live yet opens to somebody first; null for a draft. */
export const dueAt = ({ opensAt, steps }: Pick<OwnRelease, 'opensAt' | 'steps'>): string | null =>
  steps[0]?.opensAt ?? opensAt

/** A scheduled release whose time has passed: something keeps it from opening. */
export function isLate(release: OwnRelease, now: Date): boolean {
  const due = release.state === 'scheduled' ? dueAt(release) : null
  return due !== null && Date.parse(due) < now.getTime()
}
