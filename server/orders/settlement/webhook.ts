import type { IncomingHttpHeaders } from 'node:http'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Message } from '../../payments/provider.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { notFound, unauthorized } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { queueReadBack } from './read-back.ts'

/**
 * Verifies a provider's message, stores it raw and queues a read-back: the message itself is only a hint. A repeated message
 * queues another read-back, which changes nothing.
 * @throws HttpError 404 for a provider that is not in use, 401 for a bad signature
 */
export async function receiveMessage(
  store: Store,
  providerName: string,
  headers: IncomingHttpHeaders,
  rawBody: Buffer,
): Promise<void> {
  const { preparedDb, log } = store
  const provider = store.providers.get(providerName)
  if (!provider) throw notFound()
  const message = provider.verifyMessage(headers, rawBody)
  if (!message) {
    log.warn({ provider: provider.name }, 'a message with a bad signature was refused')
    await recordRefused(preparedDb, provider.name, rawBody).catch((error) =>
      log.warn({ err: error }, 'that a message was refused could not be noted'),
    )
    throw unauthorized('Invalid signature.', 'bad_signature')
  }
  const isForOrder = await preparedDb.transaction().execute(async (tx) => {
    const orderId = await storeMessage(tx, provider.name, message, rawBody)
    if (orderId) await queueReadBack(store.jobs, tx, orderId)
    return orderId !== null
  })
  if (!isForOrder) log.warn({ provider: provider.name, key: message.key }, 'a message names no order: kept')
}

/** Records a refused message that names one of the store's orders or invoices: the sender knows it, so only the secret differs. */
async function recordRefused(db: Database, provider: string, rawBody: Buffer): Promise<void> {
  const named = rawBody.subarray(0, NAMES_WITHIN_BYTES).toString().matchAll(NAMED)
  const ids = [...named].map(([, id = '']) => id).slice(0, NAMES_MAX)
  if (ids.length === 0) return
  await sql`
    insert into refused_messages (provider, refused_at)
    select ${provider}, now() where exists (
      select from invoices where provider = ${provider}
        and (provider_invoice_id = any(${ids}) or order_id::text = any(${ids})))
      or exists (select from payment_references where provider = ${provider} and reference = any(${ids}))
    on conflict (provider) do update set refused_at = excluded.refused_at
      where refused_messages.refused_at < now() - interval '10 seconds'`.execute(db)
}

const NAMED = /"(?:order_?id|invoice_?id)"\s*:\s*"?([\w-]{1,100})/gi
const NAMES_WITHIN_BYTES = 20_000
const NAMES_MAX = 10

/**
 * Stores a message, once.
 * @returns the order that it names by its reference, which of earlier orders is their id, or whose invoice it names; null when
 * it names neither: a message can be faster than our own row
 */
async function storeMessage(
  tx: Tx,
  provider: string,
  { key, reference, invoiceId, paymentId }: Message,
  rawBody: Buffer,
): Promise<string | null> {
  const earlierId = reference !== null && isUuid(reference) ? reference : null
  const { rows } = await sql<{ orderId: string | null }>`
    with named as (select coalesce(${earlierId}::uuid,
      (select order_id from payment_references where reference = ${reference}),
      (select order_id from invoices where provider = ${provider} and provider_invoice_id = ${invoiceId})) as order_id),
    stored as (
      insert into provider_messages (provider, message_key, body, order_id, invoice_id, payment_id)
      select ${provider}, ${key}, ${rawBody}, order_id, ${invoiceId}, ${paymentId} from named
      on conflict do nothing)
    select order_id as "orderId" from named`.execute(tx)
  return rows[0]?.orderId ?? null
}

/** Deletes old provider messages; a later repeat only causes another read-back. */
export async function purgeMessages(db: Database): Promise<void> {
  await sql`delete from provider_messages where received_at < now() - ${RETENTION.providerMessages.after}::interval`.execute(
    db,
  )
}
