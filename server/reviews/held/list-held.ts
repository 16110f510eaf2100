import type { ReviewLanguage } from '@nofiller/contract/reviews/review-rules'
import type { HeldReview } from '@nofiller/contract/reviews/surges'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { OwnCase } from '../../platform/database/own-case.ts'
import { type Page, type Position, paginate } from '../../platform/database/paginate.ts'

/**
 * Reviews that wait for somebody to look at them, oldest day first and within a day by their random ids, without a word of who
 * wrote them. Those of the admin, and of their games, are left out. @throws HttpError 400 `bad_cursor`
 */
export const listHeld = (db: Database, adminId: string, position: Position): Promise<Page<HeldReview>> =>
  paginate(
    db,
    {
      rows: selectHeld(db),
      from: sql`reviews join games on games.id = reviews.game_id`,
      filter: isToDo(adminId),
      key: sql`reviews.id`,
      order: { by: sql`(reviews.held_at at time zone 'UTC')::date`, direction: 'asc' },
      toItem,
    },
    position,
  )

/** By the partial index `reviews_held`, which holds those that wait. */
const isToDo = (adminId: string) =>
  sql<boolean>`reviews.held_at is not null and reviews.removed_at is null
    and games.developer_id <> ${adminId} and reviews.account_id is distinct from ${adminId}`

/** Those that wait for an admin, for a count. */
export const heldToDo = (adminId: string): RawBuilder<unknown> =>
  sql`reviews join games on games.id = reviews.game_id where ${isToDo(adminId)}`

/** Those of the admin's own games, or written by the admin. */
export async function ownHeld(db: Database, adminId: string): Promise<OwnCase[]> {
  const rows = await db
    .selectFrom('reviews')
    .innerJoin('games', 'games.id', 'reviews.game_id')
    .select([
      'reviews.id',
      'games.title',
      sql<Date>`(held_at at time zone 'UTC')::date::timestamptz`.as('day'),
    ])
    .where('reviews.held_at', 'is not', null)
    .where('reviews.removed_at', 'is', null)
    .where((is) => is.or([is('games.developer_id', '=', adminId), is('reviews.account_id', '=', adminId)]))
    .execute()
  return rows.map(({ id, title, day }) => ({
    since: day.toISOString(),
    what: `held review of ${title}`,
    call: `POST /api/admin/held-reviews/${id}/decision`,
  }))
}

const selectHeld = (db: Database) =>
  db
    .selectFrom('reviews')
    .innerJoin('games', 'games.id', 'reviews.game_id')
    .select(['reviews.id', 'reviews.recommends', 'reviews.text', 'reviews.language', 'reviews.held_reason'])
    .select(['games.id as game_id', 'games.slug', 'games.title'])
    .select([
      sql<string>`to_char(reviews.held_at at time zone 'UTC', 'YYYY-MM-DD')`.as('on'),
      sql<HeldReview['like']>`(
        select json_build_object('text', likeness.text,
          'game', json_build_object('id', about.id, 'slug', about.slug, 'title', about.title))
        from reviews as likeness join games as about on about.id = likeness.game_id
        where likeness.id = reviews.held_like)`.as('like'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectHeld>['executeTakeFirstOrThrow']>>

const toItem = (row: Row): HeldReview => ({
  id: row.id,
  game: { id: row.game_id, slug: row.slug, title: row.title },
  recommends: row.recommends,
  text: row.text,
  language: row.language as ReviewLanguage, // the only ones that are written
  on: row.on,
  reason: row.held_reason ?? 'copy',
  like: row.like,
})
