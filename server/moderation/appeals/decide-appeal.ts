import type { AppealOutcome } from '@nofiller/contract/moderation/moderation-rules'
import { sql } from 'kysely'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import { conflict, forbidden, notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { appealMail, namedInMail, reporterAppealMail } from '../decisions/emails.ts'
import { sellerOfReviewed } from './list-appeals.ts'
import { mayDecideAlone } from './single-admin.ts'
import { takeBack } from './take-back.ts'

type Admin = Actor & { id: string }

/**
 * Decides an appeal, and others about the same days of reviews with it. A reversed decision loses its effect: the game returns
 * to its earlier state, or becomes public as if it had been approved.
 * @throws HttpError 404, 403 `own_case`, or `same_admin` for the admin's own decision, 409 `already_decided`
 */
export async function decideAppeal(
  store: Store,
  admin: Admin,
  appealId: string,
  { outcome, answer }: { outcome: AppealOutcome; answer: string },
): Promise<void> {
  const now = store.clock()
  await store.db.transaction().execute(async (tx) => {
    const { appeal, decision, report } = await lockAppeal(tx, appealId)
    const appeals = [appeal, ...(await lockAlike(tx, appeal, decision.id, outcome))]
    const decider = await refuseOwn(tx, admin, [
      ...appeals.map(({ developer_id }) => developer_id),
      decision.developer_id,
      decision.seller_id,
      report?.reporter_id ?? null,
    ])
    const isFirst = appeal.first_by === admin.id
    const isAlone = await mayDecideAlone(tx, admin.id)
    if (appeal.decided_at) throw conflict('already_decided', 'This was decided in the meantime.')
    if (isFirst && !isAlone(appeal.sent_at, now))
      throw forbidden('Someone else has to answer an appeal against your decision.', 'same_admin')
    const isOwn = isFirst || decider.own !== undefined
    await tx
      .updateTable('appeals')
      .set({ outcome, answer, decided_by: admin.id, decided_at: now, single_admin: isOwn })
      .where(sql<boolean>`id = any(${appeals.map(({ id }) => id)}::uuid[])`)
      .execute()
    await audit(tx, decider, {
      action: 'appeal_decided',
      kind: decision.game_id ? 'game' : 'user',
      id: decision.game_id ?? decision.developer_id,
      name: decision.title,
      reason: answer,
      before: { decision: decision.kind },
      after: { outcome, ...(appeals.length > 1 && { appeals: appeals.length }) },
    })
    const answered = { decision, report, outcome, answer, isOwn, now }
    if (appeal.reporter_decision_id) return answerReporter(store, tx, answered)
    if (outcome === 'reversed') await takeBack(store, tx, decision, now)
    for (const { developer_id } of appeals)
      if (developer_id) await tellAppellant(store, tx, developer_id, answered)
  })
  store.log.info({ appealId, by: admin.id, outcome }, 'appeal answered')
}

/** The decision first: many can appeal one, and are answered at once. */
async function lockAppeal(tx: Tx, appealId: string) {
  await sql`
    select from moderation_decisions where id = (
      select coalesce(decision_id, reporter_decision_id, writer_decision_id) from appeals where id = ${appealId})
    for no key update`.execute(tx)
  const appeal = await tx
    .selectFrom('appeals')
    .selectAll()
    .where('id', '=', appealId)
    .forUpdate()
    .executeTakeFirst()
  if (!appeal) throw notFound()
  const decision = await tx
    .selectFrom('moderation_decisions')
    .selectAll()
    .select(sellerOfReviewed.as('seller_id'))
    .where('id', '=', appeal.decision_id ?? appeal.reporter_decision_id ?? appeal.writer_decision_id)
    .executeTakeFirstOrThrow()
  return { appeal, decision, report: await reportOf(tx, appeal) }
}

/** Open appeals of writers about the same days get the same answer, and after a reversal nothing is left to appeal. */
async function lockAlike(
  tx: Tx,
  { id, writer_decision_id, reporter_decision_id }: Locked['appeal'],
  decisionId: string,
  outcome: AppealOutcome,
) {
  if (reporter_decision_id !== null || (outcome === 'kept' && writer_decision_id === null)) return []
  return tx
    .selectFrom('appeals')
    .select(['id', 'developer_id'])
    .where((is) =>
      is.or([
        is('writer_decision_id', '=', decisionId),
        ...(outcome === 'reversed' ? [is('decision_id', '=', decisionId)] : []),
      ]),
    )
    .where('id', '!=', id)
    .where('decided_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The report of a reporter who appeals; null for a developer, and after it was deleted by its age. */
async function reportOf(tx: Tx, { report_id }: { report_id: string | null }) {
  if (!report_id) return undefined
  return tx
    .selectFrom('reports')
    .select(['number', 'email', 'reporter_id'])
    .where('id', '=', report_id)
    .executeTakeFirst()
}

type Locked = Awaited<ReturnType<typeof lockAppeal>>
type Answered = Pick<Locked, 'decision' | 'report'> & {
  outcome: AppealOutcome
  answer: string
  isOwn: boolean
  now: Date
}

/** The developer, or who wrote a review. */
async function tellAppellant(
  store: Store,
  tx: Tx,
  appellantId: string,
  { decision, ...answered }: Answered,
): Promise<void> {
  const { email } = await tx
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', appellantId)
    .executeTakeFirstOrThrow()
  const title = namedInMail(decision)
  await store.mail.queue(
    tx,
    appealMail(store.config, { ...answered, email, decision_id: decision.id, title }),
  )
}

/** After a reporter's successful appeal the case is decided again, and the report was not unfounded. */
async function answerReporter(
  store: Store,
  tx: Tx,
  { decision, report, ...answered }: Answered,
): Promise<void> {
  if (answered.outcome === 'reversed') {
    await reopenCase(tx, decision.case_id)
    await tx
      .updateTable('reports')
      .set({ unfounded_at: null, unfounded_by: null, unfounded_reason: null })
      .where('case_id', '=', decision.case_id)
      .execute()
  }
  if (report?.email)
    await store.mail.queue(
      tx,
      reporterAppealMail(store.config, { ...answered, ...report, email: report.email }),
    )
}

/** Another open case of the same matter replaces it. */
async function reopenCase(tx: Tx, caseId: string | null): Promise<void> {
  await sql`
    update report_cases as about set closed_at = null, closed_by = null, outcome = null, answer = null, note = null,
      due_at = now() + (due_at - opened_at)
    where id = ${caseId} and not exists (select from report_cases as open where open.closed_at is null
      and open.subject_kind = about.subject_kind and open.subject_id = about.subject_id
      and open.part = about.part and open.category = about.category)`.execute(tx)
}
