import type { AdminSurge } from '@nofiller/contract/reviews/surges'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { OwnCase } from '../../platform/database/own-case.ts'
import { type ListOrder, type Page, type Position, paginate } from '../../platform/database/paginate.ts'

type State = 'open' | 'decided'

/** By the indexes `review_surges_due` and `review_surges_decided`. */
const ORDERS: Record<State, ListOrder> = {
  open: { by: sql`review_surges.due_at`, direction: 'asc' },
  decided: { by: sql`review_surges.decided_at`, direction: 'desc' },
}

/** Surges of a state, without those of the admin's own games. @throws HttpError 400 `bad_cursor` */
export const listSurges = (
  db: Database,
  adminId: string,
  { state, ...position }: { state: State } & Position,
): Promise<Page<AdminSurge>> =>
  paginate(
    db,
    {
      rows: selectSurges(db),
      from: sql`review_surges join games on games.id = review_surges.game_id`,
      filter: sql<boolean>`${isOpen} = ${state === 'open'} and games.developer_id <> ${adminId}`,
      key: sql`review_surges.id`,
      order: ORDERS[state],
      toItem,
    },
    position,
  )

const isOpen = sql`(review_surges.state = 'open')`

/** Those that wait for an admin, for a count. */
export const surgesToDo = (adminId: string): RawBuilder<unknown> =>
  sql`review_surges join games on games.id = review_surges.game_id
    where review_surges.state = 'open' and games.developer_id <> ${adminId}`

/** Open ones of the admin's own games. */
export async function ownSurges(db: Database, adminId: string): Promise<OwnCase[]> {
  const rows = await db
    .selectFrom('review_surges')
    .innerJoin('games', 'games.id', 'review_surges.game_id')
    .select(['review_surges.id', 'review_surges.opened_at', 'games.title'])
    .where('games.developer_id', '=', adminId)
    .where('review_surges.state', '=', 'open')
    .execute()
  return rows.map(({ id, title, opened_at }) => ({
    since: opened_at.toISOString(),
    what: `unusually many reviews of ${title}`,
    call: `POST /api/admin/review-surges/${id}/decision`,
  }))
}

const selectSurges = (db: Database) =>
  db
    .selectFrom('review_surges')
    .innerJoin('games', 'games.id', 'review_surges.game_id')
    .leftJoin('accounts as decider', 'decider.id', 'review_surges.decided_by')
    .selectAll('review_surges')
    .select(['games.slug', 'games.title', 'decider.username as decider'])

type Row = Awaited<ReturnType<ReturnType<typeof selectSurges>['executeTakeFirstOrThrow']>>

const toItem = (row: Row): AdminSurge => ({
  id: row.id,
  game: { id: row.game_id, slug: row.slug, title: row.title },
  from: row.from_on,
  until: row.until_on,
  state: row.state,
  openedAt: row.opened_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  reviews: row.reviews,
  positive: row.positive,
  newcomers: row.newcomers,
  decision: row.decided_at && {
    by: row.decider ?? '',
    at: row.decided_at.toISOString(),
    reason: row.reason ?? '',
    decisionId: row.decision_id,
  },
})
