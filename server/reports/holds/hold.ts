import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { writeSections } from '../../catalogue/sections.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { isPaused } from '../decisions/unfounded.ts'
import { heldMail, safetyMail } from '../mails.ts'
import { decideHold, type HoldFacts } from './decide-hold.ts'

/** What a game is to everybody: public or draft, taken down, or taken down as illegal. */
export type Standing = { suspendedAt: Date | null; reason: string | null; isIllegal: boolean }

/** Looks at a report of the safety queue that was added or confirmed just now, and hides its game when that is due. */
export async function weighReport(store: Store, tx: Tx, reportId: string): Promise<void> {
  const weighed = await weigh(tx, reportId)
  if (!weighed) return
  const decision = decideHold(weighed)
  if (decision === 'hide') await hold(store, tx, weighed)
  if (decision === 'wait') await alarm(store, tx, weighed.caseId)
}

type Weighed = HoldFacts & { caseId: string; gameId: string; email: string | null }

/** Null for what is not about a game, is not of the safety queue, or is hidden for this case already. */
async function weigh(tx: Tx, reportId: string): Promise<Weighed | null> {
  const { rows } = await sql<Weighed>`
    select about.id as "caseId", games.id as "gameId", reports.email,
      case when reporter.id is null then reports.confirmed_at is not null
        else reporter.created_at < now() - interval '24 hours' end as "isConfirmed",
      ${isSpent('reports')} as "isSpent",
      exists (select from report_cases as earlier where earlier.subject_id = about.subject_id
        and earlier.part = about.part and earlier.category = about.category
        and earlier.content_hash = about.content_hash and earlier.outcome = 'left') as "wasCleared",
      (select count(*)::int from game_holds where ended_at is null and case_id is not null
        and started_at > now() - interval '24 hours') as "undecidedOfDay",
      floor(extract(epoch from now() - games.published_at) / 86400)::int as "publicDays",
      (select count(*)::int from (select distinct account_id from grants
        where grants.game_id = games.id limit 101) as owners) as owners,
      case when exists (select from reports as other where other.case_id = about.id and other.id <> reports.id
        and coalesce(other.email, other.id::text) <> coalesce(reports.email, reports.id::text)
        and other.network_hash <> reports.network_hash and other.browser_hash <> reports.browser_hash
        and not ${isSpent('other')}) then 2 else 1 end as independent
    from reports
    join report_cases as about on about.id = reports.case_id and about.is_safety and about.closed_at is null
    join games on games.id = about.subject_id
    left join accounts as reporter on reporter.id = reports.reporter_id
    where reports.id = ${reportId}
      and not exists (select from game_holds where case_id = about.id and ended_at is null)`.execute(tx)
  return rows[0] ?? null
}

/** Whether the writer of a report is paused, has a hold of another case that nobody decided, or had one that was dismissed. */
const isSpent = (report: string) => sql<boolean>`(${isPaused(sql`${sql.ref(`${report}.email`)}`)} or exists (
  select from game_holds join report_cases as held on held.id = game_holds.case_id
  where game_holds.email = ${sql.ref(`${report}.email`)} and held.id <> ${sql.ref(`${report}.case_id`)}
    and (game_holds.ended_at is null or held.outcome = 'left')))`

type NewHold = { caseId: string; gameId: string; email: string | null }

/** Hides a game from everybody until the case is decided, tells its developer, and alarms the admins. */
export async function hold(store: Store, tx: Tx, { caseId, gameId, email }: NewHold): Promise<void> {
  const game = await beginHold(store, tx, { gameId, by: { case_id: caseId }, email, reason: ON_HOLD })
  if (game.isFirst) await store.mail.queue(tx, heldMail(store.config, game.email, game.title))
  await mailAdmins(store, tx, 'A game was hidden after a report')
  store.log.warn({ gameId, caseId }, 'game held')
}

/** What a game is held for: the case of a report, or a copyright notice. */
export type HeldFor = { case_id: string } | { notice_id: string }

/**
 * Hides a game from everybody, its owners too, until `endHold`. What it was before is remembered.
 * @returns its title, its developer's email, and whether nothing else held it
 */
export async function beginHold(
  store: Store,
  tx: Tx,
  { gameId, by, email, reason }: { gameId: string; by: HeldFor; email: string | null; reason: string },
): Promise<{ title: string; email: string; isFirst: boolean }> {
  const game = await tx
    .selectFrom('games')
    .innerJoin('accounts as developer', 'developer.id', 'games.developer_id')
    .select([
      'games.title',
      'games.suspended_at',
      'games.suspended_reason',
      'games.is_illegal',
      'developer.email',
    ])
    .where('games.id', '=', gameId)
    .forUpdate(['games'])
    .executeTakeFirstOrThrow()
  const other = await tx
    .selectFrom('game_holds')
    .select(['was_suspended_at', 'was_suspended_reason', 'was_illegal'])
    .where('game_id', '=', gameId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!other) await stand(store, tx, gameId, { suspendedAt: new Date(), reason, isIllegal: true })
  await tx
    .insertInto('game_holds')
    .values({
      id: uuid(),
      game_id: gameId,
      ...by,
      email,
      was_suspended_at: other ? other.was_suspended_at : game.suspended_at,
      was_suspended_reason: other ? other.was_suspended_reason : game.suspended_reason,
      was_illegal: other ? other.was_illegal : game.is_illegal,
    })
    .execute()
  return { title: game.title, email: game.email, isFirst: !other }
}

const ON_HOLD = 'On hold while we look at a report.'

/** Puts a case on top of the safety queue, and alarms every admin once. */
async function alarm(store: Store, tx: Tx, caseId: string): Promise<void> {
  const alarmed = await tx
    .updateTable('report_cases')
    .set({ alarmed_at: sql<Date>`now()` })
    .where('id', '=', caseId)
    .where('alarmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (alarmed) await mailAdmins(store, tx, 'A report waits that has to be looked at within 2 hours')
}

export async function mailAdmins(store: Store, tx: Tx, subject: string): Promise<void> {
  const admins = await tx
    .selectFrom('accounts')
    .select('email')
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .where('verified_at', 'is not', null)
    .execute()
  for (const { email } of admins) await store.mail.queue(tx, safetyMail(store.config, email, subject))
}

/**
 * Ends the hold of a case or notice, if it has one. Its game is then what `next` says, or what it was before; while another
 * one holds it, it stays hidden, and that comes when the last one is decided.
 */
export async function endHold(
  store: Store,
  tx: Tx,
  { by, gameId, next }: { by: HeldFor; gameId: string; next: Standing | null },
): Promise<boolean> {
  await tx.selectFrom('games').select('id').where('id', '=', gameId).forUpdate().executeTakeFirst()
  const ended = await tx
    .updateTable('game_holds')
    .set({ ended_at: sql<Date>`now()` })
    .where((eb) => eb.and(by))
    .where('ended_at', 'is', null)
    .returning(['was_suspended_at', 'was_suspended_reason', 'was_illegal'])
    .executeTakeFirst()
  const standing = next ?? (ended && standingBefore(ended))
  if (!standing) return false
  const others = await tx
    .updateTable('game_holds')
    .set({
      was_suspended_at: standing.suspendedAt,
      was_suspended_reason: standing.reason,
      was_illegal: standing.isIllegal,
    })
    .where('game_id', '=', gameId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  if (others.length === 0) await stand(store, tx, gameId, standing)
  return ended !== undefined
}

type Before = { was_suspended_at: Date | null; was_suspended_reason: string | null; was_illegal: boolean }

const standingBefore = (before: Before): Standing => ({
  suspendedAt: before.was_suspended_at,
  reason: before.was_suspended_reason,
  isIllegal: before.was_illegal,
})

async function stand(store: Store, tx: Tx, gameId: string, standing: Standing): Promise<void> {
  const { tags } = await tx
    .updateTable('games')
    .set({
      suspended_at: standing.suspendedAt,
      suspended_reason: standing.reason,
      is_illegal: standing.isIllegal,
    })
    .where('id', '=', gameId)
    .returning('tags')
    .executeTakeFirstOrThrow()
  await writeSections(tx, gameId, tags)
  await store.catalogueChanged.announce(tx)
}
