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

/** A scheduled release whose time has passed: something keeps it from opening. */
export const isLate = ({ state, opensAt }: OwnRelease, now: Date): boolean =>
  state === 'scheduled' && opensAt !== null && Date.parse(opensAt) < now.getTime()
