import type { ReviewStanding } from '@nofiller/contract/reviews/reviews'
import { sql } from 'kysely'
import { pageSeenBy } from '../catalog/visibility.ts'
import type { Account } from '../platform/caller.ts'
import type { Queryable } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { mayReview, type ReviewFacts, reviewFrom } from './may-review.ts'
import { selectOwnReviews, toOwnReview } from './own-review.ts'

/** What the caller may do about a review of a game, and the one that they wrote. @throws HttpError 404 */
export async function reviewStanding(
  { db, clock }: Pick<Store, 'db' | 'clock'>,
  account: Account,
  gameId: string,
): Promise<ReviewStanding> {
  const [facts, weight, fetched, own, helpful] = await Promise.all([
    findReviewFacts(db, account.id, gameId),
    weightOf(db, account.id, gameId),
    newestFetched(db, account.id, gameId),
    selectOwnReviews(db, account.id).where('reviews.game_id', '=', gameId).executeTakeFirst(),
    foundHelpful(db, account.id, gameId),
  ])
  if (!facts) throw notFound()
  const { state, from } = mayReview(facts, clock())
  return {
    state,
    from: from?.toISOString() ?? null,
    release: fetched?.label ?? null,
    counts: weight.qualifies,
    mark: facts.isOwner ? weight.mark : null,
    review: own ? toOwnReview(own) : null,
    helpful,
  }
}

async function foundHelpful(db: Queryable, accountId: string, gameId: string): Promise<string[]> {
  const votes = await db
    .selectFrom('review_votes')
    .innerJoin('reviews', 'reviews.id', 'review_votes.review_id')
    .select('review_votes.review_id')
    .where('review_votes.account_id', '=', accountId)
    .where('reviews.game_id', '=', gameId)
    .execute()
  return votes.map(({ review_id }) => review_id)
}

/** Whether an `account` made one of `games`, shares a payout address with who did, or decided about it as an admin (RV1). */
export const isOwnGame = sql<boolean>`(
  games.developer_id = account.id
  or exists (
    select from payout_addresses as mine join payout_addresses as theirs on theirs.address = mine.address
    where mine.developer_id = account.id and theirs.developer_id = games.developer_id)
  or exists (select from moderation_decisions where game_id = games.id and decided_by = account.id))`

const ownsBase = sql<boolean>`exists (
  select from grants where account_id = account.id and game_id = games.id and file_id is null)`

/** When bytes of one of the game's files were fetched first. */
const fetchedFirst = sql`(
  select min(downloads.created_at) from downloads join game_files as file on file.id = downloads.file_id
  where downloads.account_id = account.id and downloads.game_id = games.id and file.kind = 'file')`

/** Times as JSON writes them. */
type FactsJson = Pick<ReviewFacts, 'isOwn' | 'isOwner'> & {
  fetchedAt: string | null
  accountSince: string
  hasReview: boolean
}

/** Whether and when an account may review each of some `games`, as JSON: a column of a list that has them anyway. */
export const reviewFactsJson = (accountId: string) => sql<FactsJson>`(
  select json_build_object(
    'isOwn', ${isOwnGame}, 'isOwner', ${ownsBase}, 'fetchedAt', ${fetchedFirst}, 'accountSince', account.created_at,
    'hasReview', exists (select from reviews where account_id = account.id and game_id = games.id))
  from accounts as account where account.id = ${accountId})`

/** From when on a review can be written; null where there is one already, or none is possible. */
export const reviewFromJson = ({ fetchedAt, accountSince, hasReview, ...facts }: FactsJson): Date | null =>
  hasReview
    ? null
    : reviewFrom({
        ...facts,
        fetchedAt: fetchedAt === null ? null : new Date(fetchedAt),
        accountSince: new Date(accountSince),
      })

/** Null for a game that does not exist or that the account may not see, and for one that was taken down as illegal. */
export async function findReviewFacts(
  db: Queryable,
  accountId: string,
  gameId: string,
): Promise<ReviewFacts | null> {
  const { rows } = await sql<ReviewFacts>`
    select ${isOwnGame} as "isOwn", ${ownsBase} as "isOwner", ${fetchedFirst} as "fetchedAt", account.created_at as "accountSince"
    from games cross join accounts as account
    where games.id = ${gameId} and account.id = ${accountId} and not games.is_illegal
      and (${isOwnGame} or ${ownsBase} or account.role = 'admin' or ${pageSeenBy({ id: accountId, role: 'player' })})`.execute(
    db,
  )
  return rows[0] ?? null
}

type Fetched = { build_id: string; release_id: string | null; label: string | null }

/** The newest build of a game that an account fetched, with its release. */
export async function newestFetched(
  db: Queryable,
  accountId: string,
  gameId: string,
): Promise<Fetched | undefined> {
  const { rows } = await sql<Fetched>`
    select build.id as build_id, release.id as release_id, release.label
    from owned_versions as version
    join game_files as file on file.id = version.file_id and file.game_id = ${gameId} and file.kind = 'file'
    join file_builds as build on build.id = version.build_id
    left join releases as release on release.id = coalesce(build.release_id, version.release_id)
    where version.account_id = ${accountId} and version.source = 'fetched'
    order by coalesce(release.live_at, release.early_at, build.created_at) desc, build.created_at desc limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Whether a review by an account counts as things are. */
async function weightOf(db: Queryable, accountId: string, gameId: string) {
  const { rows } = await sql<{ mark: ReviewStanding['mark']; qualifies: boolean }>`
    select weight.mark, weight.qualifies
    from review_weight(jsonb_populate_record(null::reviews,
      jsonb_build_object('game_id', ${gameId}::text, 'account_id', ${accountId}::text, 'created_at', now()))) as weight`.execute(
    db,
  )
  return rows[0] ?? { mark: null, qualifies: false }
}
