import type { ListedUser } from '@nofiller/contract/admin/admin'
import type { AuditedAction } from '@nofiller/contract/admin/admin-rules'
import type { FRAUD_RULE } from '@nofiller/contract/moderation/moderation-rules'
import type { Role } from '@nofiller/contract/role'
import { sql } from 'kysely'
import { recordEvent } from '../../accounts/security-events/note-event.ts'
import { revokeAllSessions, revokeLinks } from '../../accounts/sessions/session.ts'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import { conflict, forbidden } from '../../platform/http/errors/errors.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import { decideSellRequest } from '../../profiles/sell-request.ts'
import type { Store } from '../../store.ts'
import { endEndpoints } from '../../webhooks/end-endpoints.ts'
import { declinedMail, developerMail, restoredMail, suspendedMail } from '../emails.ts'
import { decideFraud, endFraud } from './fraud.ts'
import { findListedUser, noUser } from './users.ts'

export type UserChange = {
  role?: Role | undefined
  suspended?: boolean | undefined
  /** Of a suspension for fraud, which also removes what the account wrote about games. */
  rule?: typeof FRAUD_RULE | undefined
}

/**
 * Changes a user's role, suspends or restores them, and writes down why. Suspending ends every session and download link,
 * permanently. A player who asked to sell, or is suspended or restored, is notified by email.
 * @throws HttpError 403 when the actor is no admin any more, 403 `own_case`, 404, 409 `last_admin` or `unverified`
 */
export async function changeUser(
  store: Store,
  actor: Actor,
  userId: string,
  { role, suspended, rule }: UserChange,
  reason: string,
): Promise<ListedUser> {
  const before = await store.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, actor, userId)
    if (!user.isLastAdmin) await refuseOwn(tx, actor, [userId])
    if (suspended === !user.suspended_at)
      await setSuspended(store, tx, actor, user, { suspended, rule, reason })
    if (role !== undefined && role !== user.role) await setRole(store, tx, actor, user, role, reason)
    return user
  })
  const whom = { accountId: userId, by: actor.id }
  if (suspended === !before.suspended_at) logEvent(store.log, suspended ? 'suspended' : 'restored', whom)
  if (role !== undefined && role !== before.role)
    logEvent(store.log, 'role_changed', { ...whom, from: before.role, to: role })
  return findListedUser(store.db, userId)
}

type LockedUser = Awaited<ReturnType<typeof lockUser>>

/**
 * The user, locked together with every living admin, always in the same order: of two admins who take the role from each
 * other at once, the second sees what the first did, and may do nothing any more (security B7).
 * @throws HttpError 403, 404
 */
async function lockUser(tx: Tx, actor: Actor, userId: string) {
  const rows = await tx
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'role', 'suspended_at', 'verified_at', 'developer_requested_at'])
    .where((eb) =>
      eb.or([eb('id', '=', userId), eb.and([eb('role', '=', 'admin'), eb('suspended_at', 'is', null)])]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const admins = rows.filter((row) => row.role === 'admin' && !row.suspended_at && row.verified_at)
  if (actor.id !== null && !admins.some(({ id }) => id === actor.id)) throw forbidden('Admins only.')
  const user = rows.find(({ id }) => id === userId)
  if (!user) throw noUser()
  return { ...user, isLastAdmin: admins.length === 1 && admins[0]?.id === userId }
}

async function setRole(
  store: Store,
  tx: Tx,
  actor: Actor,
  user: LockedUser,
  role: Role,
  reason: string,
): Promise<void> {
  if (user.isLastAdmin) throw lastAdmin()
  if (!user.verified_at && role !== 'player') throw unverified()
  await tx
    .updateTable('accounts')
    .set({ role, ...(role !== 'admin' && { safety: false }) })
    .where('id', '=', user.id)
    .execute()
  if (role === 'player') await endEndpoints(tx, user.id, 'no_developer', store.clock())
  if (user.developer_requested_at) await decideSellRequest(tx, user.id, { decision: 'approved' })
  await audit(tx, actor, {
    ...auditEntry(user, 'role_changed', reason),
    before: { role: user.role },
    after: { role },
  })
  if (user.developer_requested_at && role === 'developer')
    await store.mail.queue(tx, developerMail(store.config, user.email))
  await store.catalogChanged.announce(tx) // developers have a public page, players have none
}

async function setSuspended(
  store: Store,
  tx: Tx,
  actor: Actor,
  user: LockedUser,
  { suspended, rule, reason }: { suspended: boolean; rule: UserChange['rule']; reason: string },
): Promise<void> {
  if (suspended && user.isLastAdmin) throw lastAdmin()
  await tx
    .updateTable('accounts')
    .set({ suspended_at: suspended ? sql<Date>`now()` : null })
    .where('id', '=', user.id)
    .execute()
  if (suspended) {
    await revokeAllSessions(tx, user.id)
    await recordEvent(tx, { accountId: user.id, kind: 'sessions_ended_by_store' }, null)
    await revokeLinks(tx, user.id)
    await endEndpoints(tx, user.id, 'suspended', store.clock())
  } else await endFraud(tx, user.id)
  await audit(tx, actor, {
    ...auditEntry(user, suspended ? 'suspended' : 'restored', reason),
    before: { suspended: !suspended },
    after: { suspended, ...(suspended && rule && { rule }) },
  })
  if (suspended && rule && actor.id !== null)
    await decideFraud(store, tx, { ...actor, id: actor.id }, user, reason)
  else {
    const mail = suspended ? suspendedMail : restoredMail
    await store.mail.queue(tx, mail(store.config, user.email, reason))
  }
  await store.catalogChanged.announce(tx)
}

/** Ends every session of a user. @throws HttpError 404 */
export async function signOutUser(
  { db, log }: Store,
  actor: Actor,
  userId: string,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, actor, userId)
    const { numUpdatedRows } = await revokeAllSessions(tx, userId)
    await recordEvent(tx, { accountId: userId, kind: 'sessions_ended_by_store' }, null)
    await audit(tx, actor, {
      ...auditEntry(user, 'signed_out', reason),
      before: { sessions: Number(numUpdatedRows) },
      after: { sessions: 0 },
    })
  })
  log.info({ accountId: userId, by: actor.id }, 'sessions ended by an admin')
}

/** Refuses a request to sell and emails why. @throws HttpError 403 `own_case`, 404, 409 `no_request` */
export async function declineDeveloper(
  store: Store,
  actor: Actor,
  userId: string,
  reason: string,
): Promise<ListedUser> {
  await store.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, actor, userId)
    const decider = await refuseOwn(tx, actor, [userId])
    if (!user.developer_requested_at) throw conflict('no_request', 'No request is waiting.')
    await decideSellRequest(tx, userId, { decision: 'refused', reason })
    await audit(tx, decider, {
      ...auditEntry(user, 'developer_declined', reason),
      before: { requestedAt: user.developer_requested_at.toISOString() },
      after: { requestedAt: null },
    })
    await store.mail.queue(tx, declinedMail(store.config, user.email, reason))
  })
  return findListedUser(store.db, userId)
}

const auditEntry = (user: LockedUser, action: AuditedAction, reason: string) =>
  ({ action, kind: 'user', id: user.id, name: user.username, reason }) as const

const unverified = () =>
  conflict('unverified', 'This user has to verify the email address before getting another role.')

const lastAdmin = () => conflict('last_admin', 'The store needs an admin: this is the last one.')
