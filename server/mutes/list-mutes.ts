import type { Received } from '@nofiller/contract/calls'
import type { Mute } from '@nofiller/contract/mutes/mutes'
import { sql } from 'kysely'
import { shownName } from '../catalog/shown-review.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { type Page, paginate } from '../platform/database/paginate.ts'

const PAGE = 50

/**
 * The names that an account muted, the newest first, as they are now: whether and where they sign anything is not told, so
 * that the list says nothing about reviews that are signed "Owner".
 * @throws HttpError 400 `bad_cursor`
 */
export const listMutes = (
  db: Database,
  accountId: string,
  query: Received<'GET /api/mutes', 'query'>,
): Promise<Page<Mute>> =>
  paginate(
    db,
    {
      rows: db
        .selectFrom('review_mutes as mute')
        .select(['mute.id', 'mute.created_at'])
        .select(sql<string | null>`review_name(mute.name_kind, mute.writer_id)`.as('name')),
      from: sql`review_mutes as mute`,
      filter: sql<boolean>`mute.account_id = ${accountId}`,
      key: sql`mute.id`,
      order: { by: sql`mute.created_at`, direction: 'desc' },
      toItem: ({ id, name, created_at }): Mute => ({ id, name, mutedAt: created_at.toISOString() }),
    },
    { ...query, limit: query.limit ?? PAGE },
  )

/** The reviews of a game that are signed with a name that an account muted (PR4). */
export async function mutedReviews(db: Queryable, accountId: string, gameId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select reviews.id
    from review_mutes as mute
    join reviews on reviews.game_id = ${gameId} and reviews.account_id = mute.writer_id
      and reviews.name_kind = mute.name_kind and reviews.is_shown
    where mute.account_id = ${accountId} and ${shownName} is not null
    order by reviews.id`.execute(db)
  return rows.map(({ id }) => id)
}
