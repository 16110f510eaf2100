import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Database } from '../platform/database/database.ts'
import { notFound, unauthorized } from '../platform/http/errors.ts'
import type { Store } from '../store.ts'
import { queueReadBack } from './read-back.ts'

/**
 * A provider's message is only a hint to look: verified, stored raw, and answered; a job then reads the invoice back.
 * Meeting a known message queues the look again, which changes nothing when it has been done.
 * @throws HttpError 404 for a provider that is not in use, 401 for a bad signature
 */
export async function receiveMessage(
  store: Store,
  providerName: string,
  headers: IncomingHttpHeaders,
  rawBody: Buffer,
): Promise<void> {
  const { provider, db, log } = store
  if (providerName !== provider.name) throw notFound()
  const message = provider.verifyMessage(headers, rawBody)
  if (!message) {
    log.warn({ provider: provider.name }, 'a message with a bad signature was refused')
    throw unauthorized('The signature does not hold.', 'bad_signature')
  }
  const orderId = message.orderId !== null && isUuid(message.orderId) ? message.orderId : null
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('provider_messages')
      .values({ provider: provider.name, message_key: message.key, body: rawBody, order_id: orderId })
      .onConflict((known) => known.doNothing())
      .execute()
    if (orderId) await queueReadBack(store.jobs, tx, orderId)
  })
}

/** A message is only a hint; one that comes again after a month is looked at again, which changes nothing. */
export async function dropOldMessages(db: Database): Promise<void> {
  await sql`delete from provider_messages where received_at < now() - interval '30 days'`.execute(db)
}
