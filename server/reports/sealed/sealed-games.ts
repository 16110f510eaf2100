import { APPEAL_MONTHS } from '@nofiller/contract/moderation/moderation-rules'
import { SEALED_FOR } from '@nofiller/contract/personal-data/retention-rules'
import type { ReportCategory, SealedState } from '@nofiller/contract/reports/report-rules'
import type { SealedGame } from '@nofiller/contract/reports/reports'
import { type RawBuilder, sql } from 'kysely'
import { mayDecideAlone } from '../../moderation/appeals/single-admin.ts'
import type { Actor } from '../../platform/database/audit.ts'
import type { Queryable, Tx } from '../../platform/database/database.ts'
import { type OwnCase, refuseOwn } from '../../platform/database/own-case.ts'
import { forbidden, notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { hasSafety } from '../safety.ts'
import { sealedState } from './sealed-state.ts'

type Viewer = { adminId: string; now: Date }
type Parts = Pick<Store, 'db' | 'clock' | 'config'>

/** Whether an undecided case could still restore the game or change why it is sealed. */
const IS_OPEN = sql<boolean>`(
  exists (select from report_cases where subject_id = sealed.game_id and closed_at is null)
  or exists (select from copyright_notices
    where game_id = sealed.game_id and state in ('received', 'standing', 'answered', 'countered', 'court'))
  or exists (select from appeals join moderation_decisions as decision
    on decision.id in (appeals.decision_id, appeals.reporter_decision_id)
    where decision.game_id = sealed.game_id and appeals.decided_at is null))`

/** A year from the report, and at least until its developer can no longer appeal. */
const KEPT_UNTIL = sql<Date | null>`case when reported_on is not null then greatest(
  (reported_on + ${sql.lit(SEALED_FOR)}::interval) at time zone 'UTC',
  sealed.sealed_at + ${sql.lit(`${APPEAL_MONTHS} months`)}::interval) end`

/** Sealed games that need an admin: content about minors until it is reported, and all whose year is over until two have decided. */
export const SEALED_TO_DO = sql`sealed_games as sealed left join sealed_evidence using (game_id)
  where confirmed_at is null and legal_hold is null and (
    reported_on is null and exists (select from report_cases
      where subject_id = sealed.game_id and category = 'minor' and outcome = 'acted')
    or ${KEPT_UNTIL} <= now() and not ${IS_OPEN})`

type Row = {
  game_id: string
  title: string
  developer_id: string
  sealed_at: Date
  cases: { _id: string; category: ReportCategory; part: string }[]
  is_open: boolean
  kept_until: Date | null
  authority: string | null
  reference: string | null
  reported_on: string | null
  legal_hold: string | null
  proposed_by: string | null
  proposer: string | null
  proposed_at: Date | null
  confirmer: string | null
  confirmed_at: Date | null
  single_admin: boolean | null
  destroyed_at: Date | null
}

const rowsOf = async (db: Queryable, filter: RawBuilder<boolean>): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select sealed.*, ${IS_OPEN} as is_open, ${KEPT_UNTIL} as kept_until, evidence.authority, evidence.reference,
      evidence.reported_on, evidence.legal_hold, evidence.proposed_by, evidence.proposed_at, evidence.confirmed_at,
      evidence.single_admin, evidence.destroyed_at, proposer.username as proposer, confirmer.username as confirmer,
      (select coalesce(json_agg(json_build_object('_id', id, 'category', category, 'part', part) order by opened_at), '[]')
        from report_cases where subject_kind = 'game' and subject_id = sealed.game_id and outcome = 'acted') as cases
    from sealed_games as sealed
    left join sealed_evidence as evidence on evidence.game_id = sealed.game_id
    left join accounts as proposer on proposer.id = evidence.proposed_by
    left join accounts as confirmer on confirmer.id = evidence.confirmed_by
    where ${filter} order by sealed.sealed_at, sealed.game_id`.execute(db)
  return rows
}

/** Games that need an action come first, then waiting ones, then destroyed ones. */
const ORDER: SealedState[] = [
  'proposed',
  'due',
  'unreported',
  'open',
  'kept',
  'held',
  'confirmed',
  'destroyed',
]

/** All sealed games, none of the caller's own. @throws HttpError 403 `safety_only` */
export async function listSealed(parts: Parts, adminId: string): Promise<SealedGame[]> {
  await requireSafety(parts.db, adminId)
  const games = await shown(parts, adminId, sql`sealed.developer_id <> ${adminId}`)
  return games.sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
}

/** The admin's own sealed games that need an admin, for those who run the safety queue. */
export async function ownSealed({ db, clock }: Parts, adminId: string): Promise<OwnCase[]> {
  if (!(await hasSafety(db, adminId))) return []
  const rows = await rowsOf(
    db,
    sql`sealed.developer_id = ${adminId} and sealed.game_id in (select game_id from ${SEALED_TO_DO})`,
  )
  return rows.map((row) => ({
    since: row.sealed_at.toISOString(),
    what: `sealed game ${row.title}`,
    call: nextCall(row.game_id, stateOf(row, clock())),
  }))
}

function nextCall(gameId: string, state: SealedState): string {
  const sealed = `/api/admin/sealed/${gameId}`
  if (state === 'unreported') return `PUT ${sealed}/authority-report`
  return `POST ${sealed}/destruction${state === 'proposed' ? '/confirm' : ''}`
}

/** A game for the page of its case; null when it is not sealed, or for admins who do not run the safety queue. */
export async function showSealed(parts: Parts, adminId: string, gameId: string): Promise<SealedGame | null> {
  if (!(await hasSafety(parts.db, adminId))) return null
  const [game] = await shown(parts, adminId, sql`sealed.game_id = ${gameId}`)
  return game ?? null
}

async function shown({ db, clock, config }: Parts, adminId: string, filter: RawBuilder<boolean>) {
  const viewer = { adminId, now: clock() }
  const isAlone = await mayDecideAlone(db, adminId)
  return (await rowsOf(db, filter)).map((row) => ({
    ...toSealed(row, viewer, isAlone),
    reportTo: config.AUTHORITY_REPORT,
  }))
}

/**
 * A sealed game, locked like a decision locks it, and the admin who changes it.
 * @throws HttpError 403 `safety_only`, `own_case`, 404
 */
export async function lockSealed(tx: Tx, admin: Actor & { id: string }, now: Date, gameId: string) {
  await requireSafety(tx, admin.id)
  await tx.selectFrom('games').select('id').where('id', '=', gameId).forUpdate().execute()
  const [row] = await rowsOf(tx, sql`sealed.game_id = ${gameId}`)
  if (!row) throw notFound('This game is not sealed.')
  const decider = await refuseOwn(tx, admin, [row.developer_id])
  return { ...row, state: stateOf(row, now), decider }
}

async function requireSafety(db: Queryable, adminId: string): Promise<void> {
  if (!(await hasSafety(db, adminId)))
    throw forbidden('Only those who run the safety queue see this.', 'safety_only')
}

/** A proposal from before the game was sealed again does not count. */
const proposalOf = ({ proposed_at, sealed_at }: Row): Date | null =>
  proposed_at && proposed_at > sealed_at ? proposed_at : null

const stateOf = (row: Row, now: Date): SealedState =>
  sealedState(
    {
      reportedOn: row.reported_on,
      legalHold: row.legal_hold,
      keptUntil: row.kept_until,
      isOpen: row.is_open,
      proposedAt: proposalOf(row),
      confirmedAt: row.confirmed_at,
      destroyedAt: row.destroyed_at,
    },
    now,
  )

const deedOf = (by: string | null, at: Date | null) => (by && at ? { by, at: at.toISOString() } : null)

function toSealed(
  row: Row,
  { adminId, now }: Viewer,
  isAlone: (since: Date, now: Date) => boolean,
): Omit<SealedGame, 'reportTo'> {
  const state = stateOf(row, now)
  const proposedAt = proposalOf(row)
  const { authority, reference, reported_on: reportedOn } = row
  return {
    gameId: row.game_id,
    title: row.title,
    sealedAt: row.sealed_at.toISOString(),
    cases: row.cases,
    state,
    report: authority && reference && reportedOn ? { authority, reference, reportedOn } : null,
    keptUntil: row.kept_until?.toISOString() ?? null,
    legalHold: row.legal_hold,
    proposed: deedOf(row.proposer, proposedAt),
    confirmed: deedOf(row.confirmer, row.confirmed_at),
    singleAdmin: row.single_admin ?? false,
    mayConfirm:
      state === 'proposed' &&
      proposedAt !== null &&
      (row.proposed_by !== adminId || isAlone(proposedAt, now)),
    destroyedAt: row.destroyed_at?.toISOString() ?? null,
  }
}
