import {
  type Audience,
  buyersStep,
  isLongerThanSold,
  isShorterThanSold,
  type Step,
  soldWords,
  stepsProblem,
} from '@nofiller/contract/releases/windows'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { conflict, type HttpError, unprocessable } from '../platform/http/errors/errors.ts'
import { NOW } from './make-live.ts'
import type { ReleaseRow } from './release-row.ts'

/** What the steps of a game's releases are held against. */
export type GameSteps = { audiences: Audience[]; isFree: boolean; leadDays: number | null }

/**
 * Whom a game's releases can open to, and how long before owners supporters were promised them. Testers come with keys. What
 * everyone gets later than owners is the demo, or a free game.
 */
export async function stepsOfGame(db: Queryable, gameId: string): Promise<GameSteps> {
  const game = await db
    .selectFrom('games')
    .select([
      'is_free',
      sql<boolean>`exists (select from game_files where game_id = games.id and kind = 'demo' and withdrawn_at is null)`.as(
        'has_demo',
      ),
      sql<
        number | null
      >`(select lead_days from supporter_offers where game_id = games.id order by from_at desc limit 1)`.as(
        'lead_days',
      ),
    ])
    .where('id', '=', gameId)
    .executeTakeFirstOrThrow()
  return {
    audiences: [
      ...(game.lead_days === null ? [] : (['supporters'] as const)),
      'owners',
      ...(game.is_free || game.has_demo ? (['everyone'] as const) : []),
    ],
    isFree: game.is_free,
    leadDays: game.lead_days,
  }
}

/** Refuses steps that break a rule or what was sold. @throws HttpError 422 with `fields.steps`, 409 `window_promised` */
export function refuseSteps(steps: readonly Step[], game: GameSteps, now: Date, opened = 0): void {
  const problem = stepsProblem(steps, { now, ...game, opened })
  if (problem) throw unprocessable({ steps: problem })
  if (game.leadDays !== null && isLongerThanSold(steps, game.leadDays, now))
    throw windowPromised(game.leadDays)
}

/** The same for steps that nobody was told of yet: what was sold is kept to the day. */
export function refuseFirstSteps(steps: readonly Step[], game: GameSteps, now: Date): void {
  refuseSteps(steps, game, now)
  if (game.leadDays !== null && isShorterThanSold(steps, game.leadDays, now))
    throw windowPromised(game.leadDays)
}

const windowPromised = (days: number): HttpError => conflict('window_promised', soldWords(days))

/** Whether supporters know when a release opens that buyers do not have yet. */
export const isAnnounced = ({ live_at, steps }: Pick<ReleaseRow, 'live_at' | 'steps'>): boolean =>
  live_at === null && steps.some(({ audience }) => audience === 'supporters')

/** Refuses to end a window in silence. @throws HttpError 409 `window_promised` */
export function refuseAnnounced(release: Pick<ReleaseRow, 'live_at' | 'steps'>): void {
  if (isAnnounced(release))
    throw conflict(
      'window_promised',
      'Supporters were told when this release opens. Change its steps, or withdraw it, and say why.',
    )
}

/** Writes the steps of a release in place of those that it had; those that have opened stay as they were. */
export async function writeSteps(
  tx: Tx,
  releaseId: string,
  steps: readonly Step[],
  { isFree }: Pick<GameSteps, 'isFree'>,
): Promise<void> {
  await tx
    .deleteFrom('release_steps')
    .where('release_id', '=', releaseId)
    .where('opened_at', 'is', null)
    .execute()
  await tx
    .insertInto('release_steps')
    .values(
      steps.map(({ audience, opensAt }) => ({
        release_id: releaseId,
        audience,
        opens_at: opensAt === null ? NOW : sql<Date>`${opensAt}::timestamptz`,
      })),
    )
    .onConflict((opened) => opened.doNothing())
    .execute()
  const buyers = buyersStep(steps, isFree)
  await tx
    .updateTable('releases')
    .set({
      opens_at: sql<Date>`(select opens_at from release_steps where release_id = releases.id and audience = ${buyers?.audience})`,
    })
    .where('id', '=', releaseId)
    .where('live_at', 'is', null)
    .execute()
}
