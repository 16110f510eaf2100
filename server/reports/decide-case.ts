import { reportNumber } from '@nofiller/contract/report-rules'
import type { ReportDecision } from '@nofiller/contract/reports'
import { sql } from 'kysely'
import { closeReview } from '../moderation/reviews/close-review.ts'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import { conflict, unprocessable } from '../platform/http/errors.ts'
import type { Store } from '../store.ts'
import { endHold, type Standing } from './hold.ts'
import { decidedMail, outcomeMail } from './mails.ts'
import { findReportCase } from './queue.ts'

/**
 * Closes a case: leaves its subject as it was, says that something smaller was done, takes the game down, or seals it as
 * illegal. In one transaction the hold ends, reporters get the answer, and the developer hears of what is restricted or
 * shown again; of a report that changed nothing they hear nothing.
 * @throws HttpError 403 `safety_only`, 404, 409 `already_decided`, 422 of a profile that is to be taken down
 */
export async function decideCase(
  store: Store,
  actor: Actor & { id: string },
  caseId: string,
  decision: ReportDecision,
): Promise<void> {
  const found = await findReportCase(store.db, actor.id, caseId)
  const takesDown = decision.kind === 'take_down' || decision.kind === 'seal'
  if (takesDown && found.subject === 'developer')
    throw unprocessable({ kind: 'Suspend the developer on their own page, then say here that you acted.' })
  await store.db.transaction().execute(async (tx) => {
    const closed = await tx
      .updateTable('report_cases')
      .set({
        closed_at: sql<Date>`now()`,
        looked_at: sql<Date>`coalesce(looked_at, now())`,
        closed_by: actor.id,
        outcome: decision.kind === 'leave' ? 'left' : 'acted',
        answer: decision.answer,
        note: decision.note || null,
      })
      .where('id', '=', caseId)
      .where('closed_at', 'is', null)
      .returning(['id', 'subject_kind', 'subject_id'])
      .executeTakeFirst()
    if (!closed) throw conflict('already_decided', 'Somebody has decided this report.')
    const heldSince = await holdStart(tx, caseId)
    if (takesDown) await endReview(store, tx, closed.subject_id)
    const wasHeld =
      closed.subject_kind === 'game' &&
      (await endHold(store, tx, {
        by: { case_id: caseId },
        gameId: closed.subject_id,
        next: standingOf(decision),
      }))
    if (decision.kind === 'seal') await openMoneyCases(tx, closed.subject_id, heldSince)
    await audit(tx, actor, {
      action: 'report_decided',
      kind: closed.subject_kind === 'game' ? 'game' : 'user',
      id: closed.subject_id,
      name: found.title,
      reason: decision.answer,
      before: { held: wasHeld },
      after: { case: caseId, decision: decision.kind },
    })
    if (decision.kind !== 'leave' || wasHeld) await tellDeveloper(store, tx, found, { decision, wasHeld })
    await tellReporters(store, tx, caseId, decision.answer)
  })
  store.log.info({ caseId, by: actor.id, decision: decision.kind }, 'report decided')
}

/** What a game is from now on; null: what it was before it was held. */
const standingOf = ({ kind, answer }: ReportDecision): Standing | null =>
  kind === 'take_down' || kind === 'seal'
    ? { suspendedAt: new Date(), reason: answer, isIllegal: kind === 'seal' }
    : null

/** What is taken down waits for no review any more. */
async function endReview(store: Store, tx: Tx, gameId: string): Promise<void> {
  await closeReview(tx, gameId, store.clock())
  await tx.updateTable('games').set({ review: null }).where('id', '=', gameId).execute()
}

async function holdStart(tx: Tx, caseId: string): Promise<Date | null> {
  const hold = await tx
    .selectFrom('game_holds')
    .select('started_at')
    .where('case_id', '=', caseId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return hold?.started_at ?? null
}

/** Money that came while the game was held bought what nobody is handed any more: an admin decides about each order. */
async function openMoneyCases(tx: Tx, gameId: string, since: Date | null): Promise<void> {
  if (!since) return
  await sql`
    insert into payment_cases (order_id, kind, amount_cents)
    select orders.id, 'undeliverable', sum(item.price_cents)
    from orders join order_items as item on item.order_id = orders.id
    where item.game_id = ${gameId} and orders.status = 'PAID' and orders.paid_at >= ${since}
    group by orders.id
    on conflict (order_id, kind) do nothing`.execute(tx)
}

type Found = Awaited<ReturnType<typeof findReportCase>>

async function tellDeveloper(
  store: Store,
  tx: Tx,
  { developerId, title }: Found,
  { decision, wasHeld }: { decision: ReportDecision; wasHeld: boolean },
): Promise<void> {
  const developer = await tx
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', developerId)
    .executeTakeFirst()
  if (!developer) return
  const isSealed = decision.kind === 'seal'
  const isDown = isSealed || decision.kind === 'take_down'
  const isBack = wasHeld && !isDown
  const mail = decidedMail(store.config, developer.email, {
    title,
    answer: decision.answer,
    isBack,
    isSealed,
    isDown,
  })
  await store.mail.queue(tx, mail)
}

async function tellReporters(store: Store, tx: Tx, caseId: string, answer: string): Promise<void> {
  const reports = await tx
    .updateTable('reports')
    .set({ told_at: sql<Date>`now()` })
    .where('case_id', '=', caseId)
    .returning(['number', 'email'])
    .execute()
  for (const { number, email } of reports)
    if (email) await store.mail.queue(tx, outcomeMail(store.config, email, reportNumber(number), answer))
}
