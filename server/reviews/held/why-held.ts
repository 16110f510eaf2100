import { HELD, type HeldReason } from '@nofiller/contract/reviews/review-rules'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/database/database.ts'
import { COPY_DISTANCE } from '../simhash.ts'

/** Why a review waits for somebody to look at it, and the one that it is like. */
export type Hold = { held_reason: HeldReason; held_like: string | null }

/** How many bits of a stored hash differ from this one. */
const distanceTo = (hash: bigint) => sql`bit_count((simhash # ${hash.toString()}::bigint)::bit(64))`

/**
 * Whether a text that an account writes is like a shown one of another account's of the last 24 hours, about any game (RV11). By
 * the index `reviews_written` it compares the hashes of one day and nothing else: some 30 ms for 100,000 texts. Who edits a few
 * words of their own text copies nobody, whoever copied it from them.
 * @param hash of `simhash`; a text without one is like no other
 */
export async function holdForCopy(
  tx: Tx,
  { accountId, gameId }: { accountId: string; gameId: string },
  hash: bigint | null,
): Promise<Hold | null> {
  if (hash === null) return null
  const { rows } = await sql<{ id: string }>`
    select id from reviews
    where coalesce(edited_at, created_at) > now() - make_interval(hours => ${HELD.copyHours})
      and simhash is not null and is_shown and account_id is distinct from ${accountId}
      and ${distanceTo(hash)} <= ${COPY_DISTANCE}
      and not exists (
        select from reviews where game_id = ${gameId} and account_id = ${accountId} and is_shown
          and ${distanceTo(hash)} <= ${COPY_DISTANCE})
    order by ${distanceTo(hash)}, id limit 1`.execute(tx)
  return rows[0] ? { held_reason: 'copy', held_like: rows[0].id } : null
}

/** Whether of an account's last ten reviews three were removed: its new ones are looked at first (PR7). */
export async function holdForRefusals(db: Queryable, accountId: string): Promise<Hold | null> {
  const { rows } = await sql<{ is_held: boolean }>`
    select count(removed_by) >= ${HELD.removed} as is_held
    from (select removed_by from reviews where account_id = ${accountId} order by created_at desc, id desc
      limit ${HELD.ofLast}) as last`.execute(db)
  return rows[0]?.is_held ? { held_reason: 'refusals', held_like: null } : null
}
