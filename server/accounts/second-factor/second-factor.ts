import type { SecondFactor } from '@nofiller/contract/accounts/second-factor'
import { SECOND_FACTOR_TEXT, SETUP_MINUTES } from '@nofiller/contract/accounts/second-factor-rules'
import { sql } from 'kysely'
import type { Account } from '../../platform/caller.ts'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { badRequest, conflict, unprocessable } from '../../platform/http/errors/errors.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { secondFactorOffMail, secondFactorOnMail, secondFactorResetMail } from '../emails.ts'
import { requirePassword } from '../passwords/require-password.ts'
import { recordEvent, recordWrongCode } from '../security-events/note-event.ts'
import { revokeAllSessions, revokeOtherSessions } from '../sessions/session.ts'
import { newSecret, otpauthUrl, stepOf } from './authenticator.ts'
import { countTry, forgetTry, spendCode } from './check-code.ts'
import { endPendingLogins, hasSecondFactor } from './pending-login.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { purgeDevices } from './remembered-devices.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'

/** When an account set up its second factor, how many recovery codes remain, and when it is removed as lost. */
export async function secondFactorOf(db: Database, accountId: string): Promise<SecondFactor> {
  const own = await db
    .selectFrom('authenticators')
    .leftJoin('second_factor_removals as removal', 'removal.account_id', 'authenticators.account_id')
    .select([
      'created_at',
      'removal.due_at',
      sql<number>`(select count(*)::int from recovery_codes
        where recovery_codes.account_id = authenticators.account_id and used_at is null)`.as('left'),
    ])
    .where('authenticators.account_id', '=', accountId)
    .executeTakeFirst()
  return {
    since: own?.created_at.toISOString() ?? null,
    recoveryCodesLeft: own?.left ?? 0,
    removedAt: own?.due_at?.toISOString() ?? null,
  }
}

type Keys = { password: string; code?: string | undefined }

/**
 * Creates a new secret, which takes effect after its first code. The current one works until then.
 * @throws HttpError 422 for a wrong password, or a wrong or missing code while a second factor is on · 429
 */
export async function beginSetup(
  store: Store,
  account: Account,
  keys: Keys,
): Promise<{ secret: string; url: string }> {
  await requirePassword(store.db, account.id, keys.password)
  const secret = newSecret()
  const row = {
    secret: await sealSecret(store.config.secretKeys, account.id, secret),
    expires_at: sql<Date>`now() + make_interval(mins => ${SETUP_MINUTES})`,
  }
  await withCode(store, account, keys.code, (tx) =>
    tx
      .insertInto('authenticator_setups')
      .values({ account_id: account.id, ...row })
      .onConflict((conflicting) => conflicting.column('account_id').doUpdateSet(row))
      .execute(),
  )
  return { secret, url: otpauthUrl(secret, store.config.STORE_NAME, account.username) }
}

/**
 * Turns the second factor on by the first code of its secret, which counts as used. Returns the recovery codes.
 * @throws HttpError 400 `setup_expired`, 422 for a wrong code, 429
 */
export async function confirmSetup(store: Store, account: Account, code: string): Promise<string[]> {
  await countTry(store, account.id, code)
  const setup = await openSetup(store, account.id)
  const step = stepOf(setup.secret, code, store.clock())
  if (step === null) throw wrongCode()
  const codes = await store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', account.id).forUpdate().execute()
    const taken = await tx
      .deleteFrom('authenticator_setups')
      .where('account_id', '=', account.id)
      .where('secret', '=', setup.sealed)
      .returning('secret')
      .executeTakeFirst()
    if (!taken) throw setupOver()
    const row = {
      secret: setup.sealed,
      last_step: step,
      created_at: store.clock(),
      session_id: account.sessionId,
    }
    await tx
      .insertInto('authenticators')
      .values({ account_id: account.id, ...row })
      .onConflict((conflicting) => conflicting.column('account_id').doUpdateSet(row))
      .execute()
    await endPendingLogins(tx, account.id)
    await purgeDevices(tx, account.id)
    await recordEvent(tx, { accountId: account.id, kind: 'second_factor_on' }, account)
    await store.mail.queue(tx, secondFactorOnMail(store.config, account.email))
    return replaceRecoveryCodes(store, tx, account)
  })
  await forgetTry(store, account.id, code)
  logEvent(store.log, 'second_factor_on', { accountId: account.id })
  return codes
}

async function openSetup(
  { db, config }: Store,
  accountId: string,
): Promise<{ secret: string; sealed: string }> {
  const setup = await db
    .selectFrom('authenticator_setups')
    .select('secret')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!setup) throw setupOver()
  return { secret: await openSecret(config.secretKeys, accountId, setup.secret), sealed: setup.secret }
}

/**
 * Turns the second factor off and ends the other sessions.
 * @throws HttpError 409 `no_second_factor`, or `second_factor_kept` where an account must have one · 422 · 429
 */
export async function turnOff(store: Store, account: Account, keys: Required<Keys>): Promise<void> {
  if (await mustHaveOne(store, account)) throw isRequired()
  await requirePassword(store.db, account.id, keys.password)
  await withCode(store, account, keys.code, async (tx) => {
    if (!(await removeSecondFactor(tx, account.id))) throw isOff()
    await revokeOtherSessions(tx, account)
    await recordEvent(tx, { accountId: account.id, kind: 'second_factor_off' }, account)
    await store.mail.queue(tx, secondFactorOffMail(store.config, account.email))
  })
  logEvent(store.log, 'second_factor_off', { accountId: account.id })
}

/** Whether an account must have one: admins, and developers with a payout address, if the settings demand it. */
async function mustHaveOne({ db, config }: Store, { id, role }: Account): Promise<boolean> {
  if (!config.secondFactorRequired) return false
  if (role === 'admin') return true
  const address = await db
    .selectFrom('payout_addresses')
    .select('id')
    .where('developer_id', '=', id)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  return address !== undefined
}

/** Creates new recovery codes and voids the old ones. @throws HttpError 409 `no_second_factor`, 422, 429 */
export async function renewRecoveryCodes(
  store: Store,
  account: Account,
  keys: Required<Keys>,
): Promise<string[]> {
  await requirePassword(store.db, account.id, keys.password)
  return withCode(store, account, keys.code, async (tx) => {
    if (!(await hasSecondFactor(tx, account.id))) throw isOff()
    await recordEvent(tx, { accountId: account.id, kind: 'recovery_codes_renewed' }, account)
    return replaceRecoveryCodes(store, tx, account)
  })
}

/**
 * Removes the second factor of an owner who lost it, on the server's command line: ends every session, notifies by
 * email and writes the audit log. Returns false when there is none.
 */
export async function resetSecondFactor(
  store: Store,
  actor: Actor,
  owner: { id: string; email: string; username: string },
  reason: string,
): Promise<boolean> {
  const isReset = await store.db.transaction().execute(async (tx) => {
    if (!(await removeSecondFactor(tx, owner.id))) return false
    await revokeAllSessions(tx, owner.id)
    await recordEvent(tx, { accountId: owner.id, kind: 'second_factor_reset' }, null)
    await store.mail.queue(tx, secondFactorResetMail(store.config, owner.email))
    await audit(tx, actor, {
      action: 'second_factor_reset',
      kind: 'user',
      id: owner.id,
      name: owner.username,
      reason,
    })
    return true
  })
  if (isReset) logEvent(store.log, 'second_factor_off', { accountId: owner.id, by: actor.id })
  return isReset
}

/** Locks the account, so no login continues with the removed factor. Returns false when there is none. */
export async function removeSecondFactor(tx: Tx, accountId: string): Promise<boolean> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  await endPendingLogins(tx, accountId)
  await purgeDevices(tx, accountId)
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('second_factor_removals').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('authenticator_setups').where('account_id', '=', accountId).execute()
  const removed = await tx
    .deleteFrom('authenticators')
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst()
  return removed !== undefined
}

/** Runs an action that requires a code while a second factor is on, in the transaction that uses the code up. */
export async function withCode<Result>(
  store: Store,
  account: Account,
  code: string | undefined,
  act: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const isOn = await hasSecondFactor(store.db, account.id)
  if (isOn && code === undefined) throw unprocessable({ code: SECOND_FACTOR_TEXT.missingEither })
  if (isOn) await countTry(store, account.id, code ?? '')
  const done = await store.db.transaction().execute(async (tx) => {
    if (isOn && !(await spendCode(store, tx, account, code ?? ''))) return null
    return { result: await act(tx) }
  })
  if (!done) {
    await recordWrongCode(store.db, account.id, account)
    throw wrongCode()
  }
  if (isOn) await forgetTry(store, account.id, code ?? '')
  return done.result
}

const wrongCode = () => unprocessable({ code: SECOND_FACTOR_TEXT.wrong })
const setupOver = () => badRequest('setup_expired', 'This took too long. Please begin again.')
const isOff = () => conflict('no_second_factor', 'Two-step verification is already off.')
const isRequired = () =>
  conflict(
    'second_factor_kept',
    'Your account needs two-step verification because it has access to money. You can replace your authenticator app instead.',
  )
