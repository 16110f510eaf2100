import { TRIES_MAX, WEBHOOK_LIMITS } from '@nofiller/contract/webhooks/webhook-rules'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { secondsOf } from '../platform/clock.ts'
import type { OutsidePosted } from '../platform/http/outside-client.ts'
import { sandboxEndpoint } from '../sandbox/endpoint.ts'
import type { Store } from '../store.ts'
import { type AfterTry, afterTry, isSuccess, type Outcome } from './after-try.ts'
import type { Claimed } from './claim-due.ts'
import { offMail } from './emails.ts'
import { giveUpDeliveries, switchedOff } from './end-endpoints.ts'
import { openSecret } from './endpoint-secret.ts'
import { isBuiltIn } from './endpoints.ts'

/** The header `webhook-id`, the same at each try. */
export const messageIdOf = (deliveryId: string): string => `msg_${deliveryId.replaceAll('-', '')}`

/** How many times the log tells: of more than one schedule, as a delivery can be sent again. */
const TRIES_KEPT = 2 * TRIES_MAX

/** Sends a delivery once, and writes what came of it. */
export async function sendDelivery(store: Store, claimed: Claimed): Promise<void> {
  const startedAt = store.clock()
  const from = performance.now()
  const outcome = await attempt(store, claimed, startedAt)
  await recordTry(store, claimed, { outcome, startedAt, ms: Math.round(performance.now() - from) })
}

async function attempt(store: Store, claimed: Claimed, at: Date): Promise<Outcome> {
  const { id, url, body } = claimed
  const signature = await signatureOf(store, claimed, at)
  if (signature === null) return { failure: 'secret_lost' }
  const message = {
    url: new URL(url),
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'webhooks',
      'webhook-id': messageIdOf(id),
      'webhook-timestamp': String(secondsOf(at)),
      'webhook-signature': signature,
    },
    timeoutMs: WEBHOOK_LIMITS.timeoutSeconds * 1_000,
    answerBytesMax: WEBHOOK_LIMITS.answerReadBytes,
  }
  return outcomeOf(
    isBuiltIn(store.config, message.url) ? sandboxEndpoint(message) : await store.outside.post(message),
  )
}

/** One by each secret that holds; null when the present one can't be opened. */
async function signatureOf({ config }: Store, claimed: Claimed, at: Date): Promise<string | null> {
  const { id, endpointId, body, secret, previousSecret, previousUntil } = claimed
  const sealed = [secret, ...(previousSecret && previousUntil && previousUntil > at ? [previousSecret] : [])]
  const [present, ...before] = await Promise.all(
    sealed.map((each) => openSecret(config.secretKeys, endpointId, each)),
  )
  if (present == null) return null
  return [present, ...before.filter((each) => each !== null)]
    .map((each) => new Webhook(each).sign(messageIdOf(id), at, body))
    .join(' ')
}

function outcomeOf(posted: OutsidePosted): Outcome {
  if ('failure' in posted)
    return { failure: posted.failure === 'refused_url' ? 'refused_address' : posted.failure }
  const bytes = posted.answer.subarray(0, WEBHOOK_LIMITS.answerKeptBytes)
  const kept = new TextDecoder().decode(bytes, { stream: true }) // without the half of a character at its end
  return { status: posted.status, retryAfter: posted.retryAfter, answer: kept.replaceAll('\0', '\uFFFD') }
}

type Try = { outcome: Outcome; startedAt: Date; ms: number }

/** The endpoint's row first, as everybody locks these. Nothing of an endpoint that was removed meanwhile is left to write. */
async function recordTry(store: Store, claimed: Claimed, { outcome, startedAt, ms }: Try): Promise<void> {
  const now = store.clock()
  const after = afterTry(outcome, claimed.attempt + 1, now, Math.random())
  const status = 'status' in outcome ? outcome.status : null
  const failure = 'failure' in outcome ? outcome.failure : null
  await store.db.transaction().execute(async (tx) => {
    const endpoint = await tx
      .updateTable('webhook_endpoints')
      .set({
        last_at: startedAt,
        last_status: status,
        last_failure: failure,
        ...(isSuccess(outcome)
          ? { failing_since: null, warned_at: null, slow_until: null }
          : {
              failing_since: sql<Date>`case when off_at is null then coalesce(failing_since, ${startedAt}) end`,
            }),
        ...(after.slowUntil && { slow_until: after.slowUntil }),
      })
      .where('id', '=', claimed.endpointId)
      .returning(['account_id', 'url', 'off_at'])
      .executeTakeFirst()
    if (!endpoint) return
    const isOver = endpoint.off_at !== null || after.nextAt === null
    await tx
      .updateTable('webhook_deliveries')
      .set({
        state: after.state === 'retrying' && isOver ? 'failed' : after.state,
        attempt: claimed.attempt + 1,
        tried_at: sql<
          Date[]
        >`(tried_at || ${startedAt}::timestamptz)[greatest(1, cardinality(tried_at) + 2 - ${TRIES_KEPT}::integer):]`,
        status,
        failure,
        ms,
        answer: 'answer' in outcome ? outcome.answer : null,
        next_at: isOver ? null : after.nextAt,
        claimed_until: null,
      })
      .where('id', '=', claimed.id)
      .execute()
    if (after.offReason && endpoint.off_at === null)
      await switchOff(store, tx, { id: claimed.endpointId, ...endpoint }, after.offReason)
  })
}

type Off = { id: string; account_id: string; url: string }

/** Switches an endpoint off whose row is locked, and mails its owner. */
export async function switchOff(
  store: Pick<Store, 'clock' | 'mail' | 'config'>,
  tx: Parameters<typeof giveUpDeliveries>[0],
  { id, account_id, url }: Off,
  reason: NonNullable<AfterTry['offReason']> | 'failing',
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set(switchedOff(reason, store.clock()))
    .where('id', '=', id)
    .execute()
  await giveUpDeliveries(tx, [id])
  const owner = await tx
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', account_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (owner) await store.mail.queue(tx, offMail(store.config, owner.email, url, reason))
}
