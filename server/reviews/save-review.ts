import { randomUUID } from 'node:crypto'
import { REVIEW_TEXT, reviewProblem } from '@nofiller/contract/reviews/review-rules'
import type { ReviewDraft, ReviewStanding } from '@nofiller/contract/reviews/reviews'
import { type Selectable, sql, type UpdateObject } from 'kysely'
import type { Account } from '../platform/caller.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { conflict, notFound, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { queueReviewEvent } from '../webhooks/game-events.ts'
import { countInDay, countInNetwork } from './day-limits.ts'
import { type Hold, holdForCopy, holdForRefusals } from './held/why-held.ts'
import { mayReview, refuseReview } from './may-review.ts'
import { simhash } from './simhash.ts'
import { findReviewFacts, newestFetched, reviewStanding } from './standing.ts'

type ReviewRow = Selectable<Tables['reviews']>
/** The columns that its writer fills. */
type Written = Pick<
  ReviewRow,
  'recommends' | 'text' | 'language' | 'progress' | 'name_kind' | 'build_id' | 'release_id'
>

/**
 * Writes the review of an owned game, or changes it: the text before stays for moderators, and the edit is dated. It is
 * public at once, and counted in the same transaction by triggers (RV1 to RV4), unless it waits for somebody to look at it (RV11).
 * @throws HttpError 404, 403 `own_game`, `not_an_owner`, `too_early`, 409 `review_removed`, 422 with `fields`, 429 after ten
 * new reviews or thirty edits of a day
 */
export async function saveReview(
  store: Store,
  account: Account,
  gameId: string,
  draft: ReviewDraft,
): Promise<ReviewStanding> {
  const facts = await findReviewFacts(store.db, account.id, gameId)
  if (!facts) throw notFound()
  refuseReview(mayReview(facts, store.clock()))
  const text = draft.text.trim()
  await refuseWrong(store.db, account, { ...draft, text })
  const isNew = (await findReview(store.db, account.id, gameId)) === undefined
  if (isNew) await countInNetwork(store, account.address)
  await countInDay(store, isNew ? 'review' : 'review-edit', account.id)
  await store.db.transaction().execute((tx) => write(store, tx, account, gameId, { ...draft, text }))
  return reviewStanding(store, account, gameId)
}

/** @throws HttpError 422 with `fields` */
async function refuseWrong(db: Queryable, account: Account, { text, name }: ReviewDraft): Promise<void> {
  const problem = reviewProblem(text)
  const isNameless = name !== 'owner' && !(await hasName(db, account, name))
  const fields = { ...(problem && { text: problem }), ...(isNameless && { name: REVIEW_TEXT.noPenName }) }
  if (Object.keys(fields).length > 0) throw unprocessable(fields)
}

async function hasName(db: Queryable, { id }: Account, name: ReviewDraft['name']): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`select review_name(${name}, ${id}) as name`.execute(db)
  return rows[0]?.name != null
}

const findReview = (db: Queryable, accountId: string, gameId: string): Promise<ReviewRow | undefined> =>
  db
    .selectFrom('reviews')
    .selectAll()
    .where('game_id', '=', gameId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

async function write(
  { clock, catalogChanged }: Store,
  tx: Tx,
  account: Account,
  gameId: string,
  draft: ReviewDraft,
): Promise<void> {
  await lockOwnership(tx, account.id, gameId)
  const facts = await findReviewFacts(tx, account.id, gameId)
  if (!facts) throw notFound()
  refuseReview(mayReview(facts, clock()))
  const before = await findReview(tx, account.id, gameId)
  if (before) refuseRemoved(before, draft.text)
  const fetched = await newestFetched(tx, account.id, gameId)
  const written: Written = {
    recommends: draft.recommends,
    text: draft.text,
    language: draft.language,
    progress: draft.progress,
    name_kind: draft.name,
    build_id: fetched?.build_id ?? null,
    release_id: fetched?.release_id ?? null,
  }
  const hash = simhash(draft.text)
  const isCopied =
    before?.text === draft.text ? null : await holdForCopy(tx, { accountId: account.id, gameId }, hash)
  const hashed = { simhash: hash === null ? null : sql<number>`${hash.toString()}::bigint` }
  if (before) {
    // New reviews come to cached pages within a minute; what was taken back goes at once.
    if (await change(tx, before, written, { ...hashed, ...held(isCopied) })) {
      await catalogChanged.announce(tx)
      await queueReviewEvent(tx, 'review.changed', before.id)
    }
  } else {
    const id = randomUUID()
    await tx
      .insertInto('reviews')
      .values({
        id,
        game_id: gameId,
        account_id: account.id,
        ...written,
        ...hashed,
        ...held(isCopied ?? (await holdForRefusals(tx, account.id))),
      })
      .execute()
    await queueReviewEvent(tx, 'review.created', id)
  }
}

/** What makes a review wait for somebody to look at it; a review that waits goes on waiting. */
const held = (hold: Hold | null) => hold && { ...hold, held_at: sql<Date>`now()` }

/** Nobody writes around a decision: a text that it removed stays as it is, while verdict and name may change. */
function refuseRemoved({ removed_by, text_removed_by, text }: ReviewRow, written: string): void {
  if (removed_by !== null || (text_removed_by !== null && written !== text)) throw removed()
}

export const removed = () =>
  conflict('review_removed', 'A decision removed this. You can appeal it on the decision’s page.')

/**
 * Holds what a review is weighed by until it is written: the game, as counting locks it, and then the grant, which a refund
 * that comes meanwhile waits for. In this order, as refunds lock them.
 */
async function lockOwnership(tx: Tx, accountId: string, gameId: string): Promise<void> {
  await tx.selectFrom('games').select('id').where('id', '=', gameId).forNoKeyUpdate().execute()
  await tx
    .selectFrom('grants')
    .select('id')
    .where('account_id', '=', accountId)
    .where('game_id', '=', gameId)
    .where('file_id', 'is', null)
    .forShare()
    .execute()
}

/** Changes nothing, and dates no edit, when a form was sent twice. @returns whether it changed something */
async function change(
  tx: Tx,
  before: ReviewRow,
  written: Written,
  checked: UpdateObject<Tables, 'reviews'>,
): Promise<boolean> {
  const isSame = Object.entries(written).every(([column, value]) => before[column as keyof Written] === value) // its keys
  if (isSame) return false
  if (before.text !== written.text || before.recommends !== written.recommends)
    await tx
      .insertInto('review_versions')
      .values({ review_id: before.id, recommends: before.recommends, text: before.text })
      .execute()
  await tx
    .updateTable('reviews')
    .set({ ...written, ...checked, edited_at: sql<Date>`now()` })
    .where('id', '=', before.id)
    .execute()
  return true
}
