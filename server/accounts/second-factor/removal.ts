/** Recovery after losing the app and the recovery codes: slow, with a daily notice, so no thief can use it unnoticed. */
import { REMOVAL_DAYS, REMOVAL_LINK_MINUTES } from '@nofiller/contract/accounts/second-factor-rules'
import { sql } from 'kysely'
import type { Account } from '../../platform/caller.ts'
import type { Tx } from '../../platform/database/database.ts'
import { badRequest, conflict } from '../../platform/http/errors/errors.ts'
import { textSigner } from '../../platform/signatures.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { removalAskedMail, removalLinkMail, secondFactorRemovedMail } from '../emails.ts'
import { recordEvent } from '../security-events/note-event.ts'
import { revokeAllSessions } from '../sessions/session.ts'
import { keysRemovedMail } from '../take-back/emails.ts'
import { addressesSince, recentSince } from '../take-back/recent-keys.ts'
import { removeSuspendedPasskeys } from '../take-back/unproven-keys.ts'
import { removalOf } from './find-removal.ts'
import { hasSecondFactor, pendingAccount } from './pending-login.ts'
import { removeSecondFactor } from './second-factor.ts'
import { stopRemoval } from './stop-removal.ts'

const REMOVED_MAILS = {
  lost: secondFactorRemovedMail,
  lost_by_link: secondFactorRemovedMail,
  taken_back: keysRemovedMail,
}

const DAY_MS = 86_400_000

/** A link starts a removal or stops it: `begin:<account>:<end>`, `stop:<account>:<asked>`, times in ms. */
const signerOf = ({ config }: Pick<Store, 'config'>) => textSigner(config.secretKeys, 'second-factor-removal')

const stopToken = (store: Store, accountId: string, askedAt: Date) =>
  signerOf(store).sign(`stop:${accountId}:${askedAt.getTime()}`)

/** @throws HttpError 400 `invalid_token` */
function readToken(
  store: Store,
  purpose: 'begin' | 'stop',
  token: string,
): { accountId: string; time: Date } {
  const [signedPurpose, accountId, time] = signerOf(store).read(token)?.split(':') ?? []
  if (signedPurpose !== purpose || !accountId) throw linkOver()
  return { accountId, time: new Date(Number(time)) }
}

const isByLink = () =>
  conflict(
    'reported_by_link',
    'To keep it, log in with two-step verification or a passkey from before. One set up in the last 30 days doesn’t count.',
  )
const linkOver = () => badRequest('invalid_token', 'This link no longer works. Log in to get a new one.')

/**
 * Emails a link that removes the second factor, for a login with a correct password.
 * @throws HttpError 401 `login_over`
 */
export async function mailRemovalLink(store: Store, pendingToken: string): Promise<void> {
  const { id, email } = await pendingAccount(store.db, pendingToken)
  const end = store.clock().getTime() + REMOVAL_LINK_MINUTES * 60_000
  const token = signerOf(store).sign(`begin:${id}:${end}`)
  await store.db
    .transaction()
    .execute((tx) => store.mail.queue(tx, removalLinkMail(store.config, email, token)))
}

/**
 * Starts the waiting period before the second factor is removed. Another request does not move the date.
 * @throws HttpError 400 `invalid_token`
 */
export async function beginRemoval(
  store: Store,
  token: string,
  userAgent: string,
): Promise<{ removedAt: string }> {
  const { accountId, time: end } = readToken(store, 'begin', token)
  const askedAt = store.clock()
  if (end <= askedAt || !(await hasSecondFactor(store.db, accountId))) throw linkOver()
  const dueAt = new Date(askedAt.getTime() + REMOVAL_DAYS * DAY_MS)
  await store.db.transaction().execute(async (tx) => {
    const { email } = await tx
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const begun = await tx
      .insertInto('second_factor_removals')
      .values({ account_id: accountId, asked_at: askedAt, due_at: dueAt, notices: 1 })
      .onConflict((known) => known.doNothing())
      .returning('account_id')
      .executeTakeFirst()
    if (!begun) return
    await recordEvent(tx, { accountId, kind: 'second_factor_removal_asked' }, { userAgent })
    const link = stopToken(store, accountId, askedAt)
    await store.mail.queue(tx, removalAskedMail(store.config, email, { dueAt, token: link }))
  })
  return { removedAt: (await removalOf(store.db, accountId))?.toISOString() ?? dueAt.toISOString() }
}

/** Keeps the second factor, by the link of an email. @throws HttpError 400 `invalid_token` */
export async function stopRemovalByLink(store: Store, token: string, userAgent: string): Promise<void> {
  const { accountId, time } = readToken(store, 'stop', token)
  const removal = await store.db
    .selectFrom('second_factor_removals')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('asked_at', '=', time)
    .where('kind', '=', 'lost')
    .executeTakeFirst()
  if (!removal) throw linkOver()
  await store.db.transaction().execute((tx) => stopRemoval(store, tx, accountId, { userAgent }, null))
}

/** The same in a session, which may be a stranger's. @throws HttpError 409 `reported_by_link` */
export const stopOwnRemoval = (store: Store, account: Account): Promise<void> =>
  store.db.transaction().execute(async (tx) => {
    await stopRemoval(store, tx, account.id, account, null)
    if ((await removalOf(tx, account.id)) !== null) throw isByLink()
  })

/** Starts the job that notifies of removals each day, and removes on the last. */
export const startRemoving = (store: Store): Promise<void> =>
  store.jobs.schedule('remove-second-factors', '*/10 * * * *', async () => {
    await notifyOfRemovals(store)
    await removeDueFactors(store)
    await removeSuspendedPasskeys(store)
  })

/** Emails owners whose removal is pending, once a day however often it runs. Counted in the transaction that queues the emails. */
export async function notifyOfRemovals(store: Store): Promise<void> {
  const now = store.clock()
  await store.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Asked & { account_id: string; email: string }>`
      update second_factor_removals set notices = notices + 1 from accounts
      where accounts.id = account_id and due_at > ${now} and asked_at + make_interval(days => notices) <= ${now}
        and kind != 'taken_back'
      returning account_id, email, asked_at, due_at, kind`.execute(tx)
    for (const { account_id, email, ...asked } of rows)
      await notify(store, tx, { id: account_id, email }, asked)
  })
}

type Asked = { asked_at: Date; due_at: Date; kind: 'lost' | 'lost_by_link' }

/** If an account-recovery link requested it, a stranger may own one of the addresses: each is notified, and no email can stop it. */
async function notify(
  store: Store,
  tx: Tx,
  { id, email }: { id: string; email: string },
  { asked_at, due_at: dueAt, kind }: Asked,
): Promise<void> {
  const isByLink = kind === 'lost_by_link'
  const token = isByLink ? null : stopToken(store, id, asked_at)
  const addresses = isByLink ? await addressesSince(tx, id, recentSince(store.clock())) : [email]
  for (const address of addresses)
    await store.mail.queue(tx, removalAskedMail(store.config, address, { dueAt, token }))
}

/**
 * Removes the second factors whose date has come, each in its own transaction.
 * @throws AggregateError of all failures, so the job is retried and shows in To do
 */
export async function removeDueFactors(store: Store): Promise<void> {
  const due = await store.db
    .selectFrom('second_factor_removals')
    .select('account_id')
    .where('due_at', '<=', store.clock())
    .execute()
  const failures: unknown[] = []
  for (const { account_id } of due)
    await removeDueFactor(store, account_id).catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'not all second factors could be removed')
}

/** Locks the account first, so a login with the code either stops the removal or comes too late. */
async function removeDueFactor(store: Store, accountId: string): Promise<void> {
  const isRemoved = await store.db.transaction().execute(async (tx) => {
    const { email } = await tx
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const due = await tx
      .deleteFrom('second_factor_removals')
      .where('account_id', '=', accountId)
      .where('due_at', '<=', store.clock())
      .returning('kind')
      .executeTakeFirst()
    if (!due) return false
    if (due.kind === 'lost_by_link')
      await tx.deleteFrom('passkeys').where('account_id', '=', accountId).execute()
    else if (!(await hasSecondFactor(tx, accountId))) return false
    await removeSecondFactor(tx, accountId)
    await revokeAllSessions(tx, accountId)
    await recordEvent(
      tx,
      { accountId, kind: due.kind === 'taken_back' ? 'keys_removed' : 'second_factor_removed' },
      null,
    )
    await store.mail.queue(tx, REMOVED_MAILS[due.kind](store.config, email))
    return true
  })
  if (isRemoved) logEvent(store.log, 'second_factor_off', { accountId })
}
