import type { AdminAppeal, Appeal } from '@nofiller/contract/moderation/moderation'
import type { AppealSide, AppealState } from '@nofiller/contract/moderation/moderation-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import type { OwnCase } from '../../platform/database/own-case.ts'
import { type ListOrder, type Page, type Position, paginate } from '../../platform/database/paginate.ts'
import { mayDecideAlone } from './single-admin.ts'

const STATES: Record<AppealState, RawBuilder<boolean>> = {
  open: sql`appeals.decided_at is null`,
  decided: sql`appeals.decided_at is not null`,
}

const ORDERS: Record<AppealState, ListOrder> = {
  open: { by: sql`appeals.due_at`, direction: 'asc' },
  decided: { by: sql`appeals.decided_at`, direction: 'desc' },
}

/** Appeals of a state. @throws HttpError 400 `bad_cursor` */
export async function listAppeals(
  db: Queryable,
  viewer: { adminId: string; now: Date },
  { state, ...position }: { state: AppealState } & Position,
): Promise<Page<AdminAppeal>> {
  const isAlone = await mayDecideAlone(db, viewer.adminId)
  return paginate(
    db,
    {
      rows: selectAppeals(db),
      from: sql`appeals`,
      filter: STATES[state],
      key: sql`appeals.id`,
      order: ORDERS[state],
      toItem: (row) => toAdminAppeal(row, viewer, isAlone(row.sent_at, viewer.now)),
    },
    position,
  )
}

/** The appeals with the earliest deadlines. */
export async function dueAppeals(
  db: Queryable,
  viewer: { adminId: string; now: Date },
  limit: number,
): Promise<AdminAppeal[]> {
  const { items } = await listAppeals(db, viewer, { state: 'open', limit })
  return items
}

/** Open appeals that the admin sent, as a developer or a reporter. */
export async function ownAppeals(db: Queryable, adminId: string): Promise<OwnCase[]> {
  const rows = await selectAppeals(db)
    .leftJoin('reports', 'reports.id', 'appeals.report_id')
    .where(STATES.open)
    .where(sql<boolean>`${adminId}::uuid in (appeals.developer_id, reports.reporter_id)`)
    .execute()
  return rows.map(({ id, title, sent_at }) => ({
    since: sent_at.toISOString(),
    what: `appeal about ${title}`,
    call: `POST /api/admin/appeals/${id}/decision`,
  }))
}

/** Who sells the game that a decision about a review names: a review of one's own game is one's own case. */
export const sellerOfReviewed = sql<string | null>`(
  select developer_id from games
  where games.id = moderation_decisions.game_id and moderation_decisions.about_review is not null)`

/** How many other open appeals by writers are about the same days. */
const ALIKE = sql<number>`(
  select count(*)::int from appeals as other
  where other.writer_decision_id = appeals.writer_decision_id and other.id <> appeals.id and other.decided_at is null)`

const selectAppeals = (db: Queryable) =>
  db
    .selectFrom('appeals')
    .innerJoin('moderation_decisions', (on) =>
      on.on(
        'moderation_decisions.id',
        '=',
        sql<string>`coalesce(appeals.decision_id, appeals.reporter_decision_id, appeals.writer_decision_id)`,
      ),
    )
    .leftJoin('accounts as developer', 'developer.id', 'appeals.developer_id')
    .innerJoin('accounts as decider', 'decider.id', 'appeals.first_by')
    .selectAll('appeals')
    .select([
      'moderation_decisions.id as about_id',
      'moderation_decisions.game_id',
      'moderation_decisions.title',
      'moderation_decisions.kind',
      'moderation_decisions.developer_id as concerns_id',
      'moderation_decisions.about_review',
      'moderation_decisions.about_answer',
    ])
    .select(sellerOfReviewed.as('seller_id'))
    .select(ALIKE.as('alike'))
    .select(['moderation_decisions.rule', 'moderation_decisions.statement'])
    .select(['moderation_decisions.decided_at as first_decided_at', 'decider.username as decider'])
    .select(['developer.username', 'developer.display_name'])

type AppealRow = Awaited<ReturnType<ReturnType<typeof selectAppeals>['execute']>>[number]

const toAdminAppeal = (row: AppealRow, { adminId }: { adminId: string }, isAlone: boolean): AdminAppeal => ({
  ...toAppeal(row),
  _id: row.id,
  from: sideOf(row),
  gameId: row.game_id,
  title: row.title,
  developer: developerOf(row),
  decision: {
    _id: row.about_id,
    kind: row.kind,
    rule: row.rule,
    statement: row.statement,
    decidedAt: row.first_decided_at.toISOString(),
    by: row.decider,
  },
  alike: row.alike,
  isOwn: row.first_by === adminId,
  mayAnswer:
    row.decided_at === null &&
    ![row.developer_id, row.concerns_id, row.seller_id].includes(adminId) &&
    (row.first_by !== adminId || isAlone),
})

const isOfWriter = (row: AppealRow): boolean => row.about_review !== null && !row.about_answer

function sideOf(row: AppealRow): AppealSide {
  if (row.reporter_decision_id !== null) return 'reporter'
  return isOfWriter(row) || row.writer_decision_id !== null ? 'writer' : 'developer'
}

/** Who wrote a review stays unnamed (RV14). */
const developerOf = (row: AppealRow): AdminAppeal['developer'] =>
  isOfWriter(row) || sideOf(row) === 'writer' || row.developer_id === null || row.username === null
    ? null
    : { _id: row.developer_id, name: row.display_name || row.username }

/** The part of an appeal that both sides see. */
export const toAppeal = (
  row: Pick<AppealRow, 'text' | 'sent_at' | 'due_at' | 'outcome' | 'answer' | 'decided_at'>,
): Appeal => ({
  text: row.text,
  sentAt: row.sent_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  outcome: row.outcome,
  answer: row.answer,
  decidedAt: row.decided_at?.toISOString() ?? null,
})
