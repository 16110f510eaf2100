import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import { badRequest, notFound } from '../../platform/http/errors/errors.ts'
import { sha256 } from '../../platform/signatures.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { frozenMail, unfrozenMail } from './emails.ts'

/** Whether a developer's payouts are frozen. */
export async function isFrozen(db: Queryable, developerId: string): Promise<boolean> {
  const freeze = await db
    .selectFrom('payout_freezes')
    .select('developer_id')
    .where('developer_id', '=', developerId)
    .executeTakeFirst()
  return freeze !== undefined
}

/**
 * Freezes an account's payouts, for anyone with the link from an email about a new address. Only an admin lifts it.
 * @throws HttpError 400 `invalid_token`
 */
export async function freezePayouts(store: Store, token: string): Promise<void> {
  const now = store.clock()
  await store.db.transaction().execute(async (tx) => {
    const link = await tx
      .selectFrom('payout_freeze_links')
      .innerJoin('accounts', 'accounts.id', 'payout_freeze_links.developer_id')
      .select(['accounts.id', 'accounts.email'])
      .where('token_hash', '=', sha256(token))
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (!link)
      throw badRequest('invalid_token', 'This link no longer works. Write to support to freeze your payouts.')
    const added = await tx
      .insertInto('payout_freezes')
      .values({ developer_id: link.id, frozen_at: now })
      .onConflict((known) => known.doNothing())
      .returning('developer_id')
      .executeTakeFirst()
    if (!added) return
    for (const address of new Set([link.email, store.config.SUPPORT_EMAIL]))
      await store.mail.queue(tx, frozenMail(store.config, address, link.email))
    logEvent(store.log, 'payouts_frozen', { accountId: link.id })
  })
}

/** Lifts a freeze, after an admin has verified who asked for it. @throws HttpError 403 `own_case`, 404 when there is none */
export async function liftFreeze(
  store: Store,
  actor: Actor,
  developerId: string,
  reason: string,
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const decider = await refuseOwn(tx, actor, [developerId])
    const freeze = await tx
      .deleteFrom('payout_freezes')
      .where('developer_id', '=', developerId)
      .returning('developer_id')
      .executeTakeFirst()
    if (!freeze) throw notFound()
    const { username, email } = await tx
      .selectFrom('accounts')
      .select(['username', 'email'])
      .where('id', '=', developerId)
      .executeTakeFirstOrThrow()
    await audit(tx, decider, {
      action: 'payouts_unfrozen',
      kind: 'user',
      id: developerId,
      name: username,
      reason,
      before: { frozen: true },
      after: { frozen: false },
    })
    await store.mail.queue(tx, unfrozenMail(store.config, email))
  })
}

export async function purgeFreezeLinks(db: Database): Promise<void> {
  await sql`delete from payout_freeze_links where expires_at < now() - ${RETENTION.links.after}::interval`.execute(
    db,
  )
}
