import { randomUUID } from 'node:crypto'
import { MUTE_TEXT, MUTES_MAX } from '@nofiller/contract/mutes/mute-rules'
import { sql } from 'kysely'
import { shownName } from '../catalog/shown-review.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors/errors.ts'

type Signed = { writer_id: string; name_kind: 'pen_name' | 'username' }

/**
 * Mutes the pen name or username under a review, for all reviews that are signed with it; a second time nothing changes (PR4).
 * A review that is signed "Owner" has no name to mute, whatever else its writer signed.
 * @throws HttpError 404, 409 `nameless`, `own_review`, `list_full`
 */
export async function muteName(db: Database, accountId: string, reviewId: string): Promise<void> {
  const signed = await nameUnder(db, reviewId)
  if (signed.writer_id === accountId) throw conflict('own_review', MUTE_TEXT.own)
  await db.transaction().execute(async (tx) => {
    // Two mutes of one account wait for each other, or both would be the last that fits.
    await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
    await tx
      .insertInto('review_mutes')
      .values({ id: randomUUID(), account_id: accountId, ...signed })
      .onConflict((known) => known.doNothing())
      .execute()
    if ((await countMutes(tx, accountId)) > MUTES_MAX) throw conflict('list_full', MUTE_TEXT.full)
  })
}

/** @throws HttpError 404, 409 `nameless` */
async function nameUnder(db: Database, reviewId: string): Promise<Signed> {
  const { rows } = await sql<Signed & { is_named: boolean }>`
    select account_id as writer_id, name_kind, ${shownName} is not null as is_named
    from reviews where id = ${reviewId} and is_shown`.execute(db)
  const [found] = rows
  if (!found) throw notFound()
  const { is_named, ...signed } = found
  if (!is_named) throw conflict('nameless', MUTE_TEXT.nameless)
  return signed
}

async function countMutes(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('review_mutes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

/** Unmutes the name under a review. One that is signed "Owner" leads to none. */
export const unmuteName = (db: Database, accountId: string, reviewId: string) =>
  db
    .deleteFrom('review_mutes')
    .using('reviews')
    .where('reviews.id', '=', reviewId)
    .whereRef('review_mutes.writer_id', '=', 'reviews.account_id')
    .whereRef('review_mutes.name_kind', '=', 'reviews.name_kind')
    .where('review_mutes.account_id', '=', accountId)
    .execute()

/** Takes a mute off the list of an account, if it is there. */
export const removeMute = (db: Database, accountId: string, id: string) =>
  db.deleteFrom('review_mutes').where('id', '=', id).where('account_id', '=', accountId).execute()
