import type { Approval, ApprovalFigures } from '@nofiller/contract/moderation/moderation'
import type { ApprovalState } from '@nofiller/contract/moderation/moderation-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import type { OwnCase } from '../../platform/database/own-case.ts'
import { type ListOrder, type Page, type Position, paginate } from '../../platform/database/paginate.ts'

type Viewer = { adminId: string; now: Date }

const ORDERS: Record<ApprovalState, ListOrder> = {
  waiting: { by: sql`game_reviews.due_at`, direction: 'asc' },
  seller: { by: sql`game_reviews.seller_since`, direction: 'asc' },
  decided: { by: sql`game_reviews.decided_at`, direction: 'desc' },
}

/** Reviews of a state, without the admin's own games. @throws HttpError 400 `bad_cursor` */
export const listApprovals = (
  db: Queryable,
  viewer: Viewer,
  { state, ...position }: { state: ApprovalState } & Position,
): Promise<Page<Approval>> =>
  paginate(
    db,
    {
      rows: selectApprovals(db),
      from: WITH_GAMES,
      filter: isFor(viewer.adminId, state),
      key: sql`game_reviews.id`,
      order: ORDERS[state],
      toItem: (row) => toApproval(row, viewer),
    },
    position,
  )

const WITH_GAMES = sql`game_reviews join games on games.id = game_reviews.game_id`

/** The waiting reviews, without the admin's own games. */
export const approvalsToDo = (adminId: string) => sql`${WITH_GAMES} where ${isFor(adminId, 'waiting')}`

const isFor = (adminId: string, state: ApprovalState): RawBuilder<boolean> =>
  sql`game_reviews.state = ${state} and games.developer_id <> ${adminId}`

/** The reviews with the earliest deadlines. */
export async function dueApprovals(db: Queryable, viewer: Viewer, limit: number): Promise<Approval[]> {
  const rows = await selectApprovals(db)
    .where(isFor(viewer.adminId, 'waiting'))
    .orderBy('game_reviews.due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => toApproval(row, viewer))
}

/** Waiting approvals of the admin's own games. */
export async function ownApprovals(db: Queryable, adminId: string): Promise<OwnCase[]> {
  const rows = await selectApprovals(db)
    .where('game_reviews.state', '=', 'waiting')
    .where('games.developer_id', '=', adminId)
    .execute()
  return rows.map(({ id, title, sent_at, revision }) => ({
    since: sent_at.toISOString(),
    what: `approval of ${title}`,
    call: `POST /api/admin/approvals/${id}/decision`,
    body: { revision },
  }))
}

export const selectApprovals = (db: Queryable) =>
  db
    .selectFrom('game_reviews')
    .innerJoin('games', 'games.id', 'game_reviews.game_id')
    .innerJoin('accounts as developer', 'developer.id', 'games.developer_id')
    .leftJoin('accounts as claimant', 'claimant.id', 'game_reviews.claimed_by')
    .selectAll('game_reviews')
    .select([
      'games.title',
      'games.slug',
      'games.card',
      'games.review',
      'games.status',
      'games.visibility',
      'games.developer_id',
      'games.published_at',
    ])
    .select(['developer.username', 'developer.display_name', 'claimant.username as claimant'])

export type ApprovalRow = Awaited<ReturnType<ReturnType<typeof selectApprovals>['execute']>>[number]

export const toApproval = (row: ApprovalRow, { adminId, now }: Viewer): Approval => ({
  _id: row.id,
  gameId: row.game_id,
  title: row.title,
  slug: row.slug,
  developer: { _id: row.developer_id, name: row.display_name || row.username },
  picture: row.card?.blur ?? null,
  reason: row.reason,
  round: row.round,
  state: row.state,
  sentAt: row.sent_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  isPublic: row.status === 'published' && row.review === null,
  visibility: row.visibility,
  publishedAt: row.published_at?.toISOString() ?? null,
  claim:
    row.claimed_until && row.claimed_until > now
      ? {
          name: row.claimant ?? '',
          isMine: row.claimed_by === adminId,
          until: row.claimed_until.toISOString(),
        }
      : null,
})

/** The waiting reviews and the response times of the last 30 days, without the time that developers took. */
export async function approvalFigures(db: Queryable, { adminId, now }: Viewer): Promise<ApprovalFigures> {
  const { rows } = await sql<Figures>`
    with theirs as (
      select game_reviews.* from game_reviews join games on games.id = game_id where developer_id <> ${adminId}
    ), answered as (
      select extract(epoch from first_answer - sent_at) / 3600 as hours from (
        select sent_at, (select min(moderation_decisions.decided_at) from moderation_decisions where review_id = game_reviews.id)
          as first_answer
        from game_reviews
      ) as answer where first_answer > ${now}::timestamptz - interval '30 days'
    )
    select
      (select count(*)::int from theirs where state = 'waiting') as waiting,
      (select count(*)::int from theirs where state = 'waiting' and claimed_until > ${now}) as held,
      (select count(*)::int from theirs where state = 'waiting' and due_at < ${now}) as overdue,
      (select min(sent_at) from theirs where state = 'waiting') as oldest,
      (select count(*)::int from theirs where state = 'seller') as with_seller,
      (select count(*)::int from answered) as decided,
      (select percentile_cont(0.5) within group (order by hours)::float8 from answered) as median,
      (select percentile_cont(0.9) within group (order by hours)::float8 from answered) as ninetieth`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('counting answered no row')
  return {
    waiting: row.waiting,
    held: row.held,
    overdue: row.overdue,
    oldestSentAt: row.oldest?.toISOString() ?? null,
    withSeller: row.with_seller,
    decided: row.decided,
    medianHours: row.median,
    ninetiethHours: row.ninetieth,
  }
}

type Figures = {
  waiting: number
  held: number
  overdue: number
  oldest: Date | null
  with_seller: number
  decided: number
  median: number | null
  ninetieth: number | null
}
