import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { writeSections } from '../../catalog/sections.ts'
import { presentAdmins } from '../../platform/database/admins.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { isPaused } from '../decisions/unfounded.ts'
import { heldMail, safetyMail } from '../emails.ts'
import { decideHold, type HoldFacts, type ReportingPerson } from './decide-hold.ts'

/** A game's public state: public or draft, taken down, or taken down as illegal. */
export type Standing = { suspendedAt: Date | null; reason: string | null; isIllegal: boolean }

/** Checks a case of the safety queue that has a new report, or waits, and hides its game when that is due. */
export async function weighCase(store: Store, tx: Tx, caseId: string): Promise<void> {
  const weighed = await weigh(tx, caseId)
  if (!weighed) return
  const decision = decideHold({ ...weighed, people: await reportingPeople(tx, caseId) })
  if (decision === 'hide') await hold(store, tx, { caseId, gameId: weighed.gameId, stopsDownloads: false })
  if (decision === 'alarm') await alarm(store, tx, caseId)
}

type Weighed = Omit<HoldFacts, 'people'> & { gameId: string }

/** Null for a case that is not about a game, is not of the safety queue, or already hides its game. */
async function weigh(tx: Tx, caseId: string): Promise<Weighed | null> {
  const { rows } = await sql<Weighed>`
    select games.id as "gameId",
      exists (select from report_cases as earlier where earlier.subject_id = about.subject_id
        and earlier.part = about.part and earlier.category = about.category
        and earlier.content_hash = about.content_hash and earlier.outcome = 'left') as "wasCleared",
      exists (select from game_holds join report_cases as held on held.id = game_holds.case_id
        where game_holds.game_id = games.id and ${wasDismissed}) as "hadDismissedHold",
      coalesce(about.looked_at is null and about.alarmed_at <= now() - interval '2 hours', false) as "isUnseen",
      approved.at is not null or exists (select from game_looks where game_id = games.id) as "isApproved",
      not exists (select from game_looks where game_id = games.id and content_hash = about.content_hash)
        and coalesce(games.updated_at > approved.at, true) as "isChanged",
      case when developer.first_game_approved_at is not null then (
        select count(distinct other.developer_id)::int from game_holds
        join games as other on other.id = game_holds.game_id
        join accounts as seller on seller.id = other.developer_id and seller.first_game_approved_at is not null
        left join report_cases as held on held.id = game_holds.case_id
        where game_holds.case_id is not null and game_holds.started_at > now() - interval '24 hours'
          and (game_holds.ended_at is null or held.outcome = 'left')) end as "holdsOfDay"
    from report_cases as about
    join games on games.id = about.subject_id
    join accounts as developer on developer.id = games.developer_id
    cross join lateral (select max(decided_at) as at from moderation_decisions
      where game_id = games.id and kind = 'approve') as approved
    where about.id = ${caseId} and about.is_safety and about.closed_at is null
      and not exists (select from game_holds where case_id = about.id and ended_at is null)`.execute(tx)
  return rows[0] ?? null
}

/**
 * The different people who reported a case, without those who used up their report. A logged-in account counts as a person,
 * and so does a confirmed address; a network or browser does not.
 */
async function reportingPeople(tx: Tx, caseId: string): Promise<ReportingPerson[]> {
  const { rows } = await sql<ReportingPerson>`
    select bool_or(account.id is not null) as "hasAccount",
      coalesce(bool_or(account.created_at < now() - interval '7 days'), false) as "isOld",
      bool_or(exists (select from orders where orders.account_id = account.id and orders.status = 'PAID'
        and orders.price_cents > 0 and not orders.flags @> '{refunded}'
        and orders.paid_at < now() - interval '7 days')) as "hasPaid"
    from reports left join accounts as account on account.id = reports.reporter_id
    where reports.case_id = ${caseId} and reports.confirmed_at is not null and account.suspended_at is null
      and not ${isPaused} and not ${isSpent}
    group by ${whoReported}`.execute(tx)
  return rows
}

/** The person who sent a row of `reports`: an account, also through a mailbox that it used in this case, else the address. */
export const whoReported = sql`coalesce(
  reports.reporter_id::text,
  (select own.reporter_id::text from reports as own where own.case_id = reports.case_id
    and lower(own.email) = lower(reports.email) and own.reporter_id is not null limit 1),
  lower(reports.email))`

/** For `game_holds` and their case `held`: an admin found nothing wrong, less than 30 days ago. */
const wasDismissed = sql<boolean>`(held.outcome = 'left' and game_holds.ended_at > now() - interval '30 days')`

/**
 * Whether the account or address of a row of `reports` caused another case's hold that is undecided or was
 * dismissed, or somebody in its network caused a dismissed one of the same game.
 */
const isSpent = sql<boolean>`exists (
  select from game_holds join report_cases as held on held.id = game_holds.case_id
  join reports as earlier on earlier.case_id = held.id and earlier.confirmed_at <= game_holds.started_at
  where held.id <> reports.case_id and (
    ((earlier.reporter_id = reports.reporter_id or lower(earlier.email) = lower(reports.email))
      and (game_holds.ended_at is null or ${wasDismissed}))
    or (earlier.network_hash = reports.network_hash and game_holds.game_id = reports.subject_id and ${wasDismissed})))`

type NewHold = { caseId: string; gameId: string; stopsDownloads: boolean }

/** Hides a game from everyone until the case is decided, notifies its developer, and alarms the admins. */
export async function hold(store: Store, tx: Tx, { caseId, gameId, stopsDownloads }: NewHold): Promise<void> {
  const game = await beginHold(store, tx, {
    gameId,
    by: { case_id: caseId },
    stopsDownloads,
    reason: ON_HOLD,
  })
  if (game.isFirst) await store.mail.queue(tx, heldMail(store.config, game.email, game.title))
  await mailAdmins(store, tx, 'A game was hidden after a report')
  store.log.warn({ gameId, caseId }, 'game held')
}

/** The reason for a hold: the case of a report, or a copyright notice. */
export type HeldFor = { case_id: string } | { notice_id: string }

/**
 * Hides a game from everyone until `endHold`; `stopsDownloads` also withholds its files from owners. The earlier state is
 * stored.
 * @returns its title, its developer's email, and whether it had no other hold
 */
export async function beginHold(
  store: Store,
  tx: Tx,
  {
    gameId,
    by,
    stopsDownloads,
    reason,
  }: { gameId: string; by: HeldFor; stopsDownloads: boolean; reason: string },
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
      stops_downloads: stopsDownloads,
      was_suspended_at: other ? other.was_suspended_at : game.suspended_at,
      was_suspended_reason: other ? other.was_suspended_reason : game.suspended_reason,
      was_illegal: other ? other.was_illegal : game.is_illegal,
    })
    .execute()
  return { title: game.title, email: game.email, isFirst: !other }
}

const ON_HOLD = 'On hold while we look at a report.'

/** Moves a case to the top of the safety queue, and alarms every admin once. */
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

/** Emails every admin that the safety queue needs them, without naming the reported part. */
export async function mailAdmins(store: Store, tx: Tx, subject: string): Promise<void> {
  const admins = await presentAdmins(tx).select('email').execute()
  for (const { email } of admins) await store.mail.queue(tx, safetyMail(store.config, email, subject))
}

/**
 * Ends the hold of a case or notice, if it has one. Its game gets the state `next`, or its earlier state; while it has another
 * hold it stays hidden, and gets that state when the last hold ends.
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
  await store.catalogChanged.announce(tx)
}
