import type { Passkey, Passkeys } from '@nofiller/contract/accounts/passkeys'
import { UNPROVEN_HOURS } from '@nofiller/contract/accounts/take-back-rules'
import type { Account } from '../../platform/caller.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { passkeyRemovedMail } from '../emails.ts'
import { recordEvent } from '../security-events/note-event.ts'
import { revokeOtherSessions } from '../sessions/session.ts'
import { relyingParty } from './relying-party.ts'

/** An account's passkeys, the newest first, and the data that its password manager gets about them. */
export async function passkeysOf({ db, config }: Store, { id }: Account): Promise<Passkeys> {
  const { webauthn_user_id } = await db
    .selectFrom('accounts')
    .select('webauthn_user_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'name', 'device_type', 'created_at', 'last_used_at', 'suspended_at'])
    .where('account_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    passkeys: rows.map(passkeyShown),
    accepted: {
      rpId: relyingParty(config).id,
      userId: webauthn_user_id?.toString('base64url') ?? null,
      credentialIds: rows.map((row) => row.credential_id),
    },
  }
}

type PasskeyRow = {
  id: string
  name: string
  device_type: 'singleDevice' | 'multiDevice'
  created_at: Date
  last_used_at: Date | null
  suspended_at: Date | null
}

export const passkeyShown = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  isSynced: row.device_type === 'multiDevice',
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  removedAt: row.suspended_at
    ? new Date(row.suspended_at.getTime() + UNPROVEN_HOURS * 3_600_000).toISOString()
    : null,
})

/** @throws HttpError 404 for another account's */
export async function renamePasskey(
  { db }: Store,
  account: Account,
  passkeyId: string,
  name: string,
): Promise<void> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', passkeyId)
    .where('account_id', '=', account.id)
    .returning('id')
    .executeTakeFirst()
  if (!renamed) throw notFound('This passkey is gone.')
}

/**
 * Removes a passkey, ends the other sessions, which a thief may have opened with it, and notifies by email. It is never the
 * last way to log in, because each account has a password.
 * @throws HttpError 404 for another account's passkey
 */
export async function removePasskey(store: Store, account: Account, passkeyId: string): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', passkeyId)
      .where('account_id', '=', account.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw notFound('This passkey is gone.')
    await revokeOtherSessions(tx, account)
    await recordEvent(tx, { accountId: account.id, kind: 'passkey_removed', about: removed.name }, account)
    await store.mail.queue(tx, passkeyRemovedMail(store.config, account.email, removed.name))
  })
  logEvent(store.log, 'passkey_removed', { accountId: account.id, passkeyId })
}
