import type { IncomingHttpHeaders } from 'node:http'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Message } from '../../payments/provider.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { notFound, unauthorized } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { orderCalled } from '../checkout/payment-reference.ts'
import { queueReadBack } from './read-back.ts'

/**
 * Verifies a provider's message, stores it raw and queues a read-back: the message itself is only a hint. A repeated message
 * queues the read-back again, which changes nothing the second time.
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
    const orderId = await orderOf(tx, provider.name, message)
    await tx
      .insertInto('provider_messages')
      .values({
        provider: provider.name,
        message_key: message.key,
        body: rawBody,
        order_id: orderId,
        invoice_id: message.invoiceId,
        payment_id: message.paymentId,
      })
      .onConflict((known) => known.doNothing())
      .execute()
    if (orderId) await queueReadBack(store.jobs, tx, orderId)
    return orderId !== null
  })
  if (!isForOrder) log.warn({ provider: provider.name, key: message.key }, 'a message names no order: kept')
}

/** Remembers a refused message that names an order or invoice of ours: its sender knows it, and only the secret differs. */
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

/** The order that a message names by its reference, or the one whose invoice it names. Null when it names neither: a message can be faster than our own row. */
async function orderOf(tx: Queryable, provider: string, { reference, invoiceId }: Message) {
  if (reference !== null && isUuid(reference)) return reference // what earlier orders are called
  const called = reference === null ? null : await orderCalled(tx, reference)
  if (called !== null || invoiceId === null) return called
  const invoice = await tx
    .selectFrom('invoices')
    .select('order_id')
    .where('provider', '=', provider)
    .where('provider_invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return invoice?.order_id ?? null
}

/** Deletes old provider messages; a message that is repeated later only causes another read-back. */
export async function purgeMessages(db: Database): Promise<void> {
  await sql`delete from provider_messages where received_at < now() - ${RETENTION.providerMessages.after}::interval`.execute(
    db,
  )
}
