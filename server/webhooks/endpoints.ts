import type { Received } from '@nofiller/contract/calls'
import { SANDBOX_ENDPOINTS } from '@nofiller/contract/sandbox/sandbox-endpoints'
import { WEBHOOK_LIMITS, WEBHOOK_TEXT } from '@nofiller/contract/webhooks/webhook-rules'
import type { Endpoint, EndpointDraft } from '@nofiller/contract/webhooks/webhooks'
import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { recordEvent } from '../accounts/security-events/note-event.ts'
import type { Account } from '../platform/caller.ts'
import { actorOf, audit } from '../platform/database/audit.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { conflict, notFound, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { endpointMail } from './emails.ts'
import { newSecret, sealSecret } from './endpoint-secret.ts'

export type EndpointRow = Selectable<Tables['webhook_endpoints']>

/** An account's endpoints, the first made first. */
export async function listEndpoints({ db, config }: Store, accountId: string) {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  const counts = await countsOf(db, accountId)
  return {
    endpoints: rows.map((row) => shown(row, counts)),
    isSendingOff: config.OUTSIDE_REQUESTS === 'off',
  }
}

/**
 * Adds an endpoint. Its secret is answered once and stored sealed.
 * @throws HttpError 409 `too_many_endpoints`, 422 for an address that is not public
 */
export async function addEndpoint(store: Store, account: Account, draft: EndpointDraft) {
  await refuseInside(store, draft.url)
  const [id, secret] = [uuid(), newSecret()]
  const sealed = await sealSecret(store.config.secretKeys, id, secret)
  await store.db.transaction().execute(async (tx) => {
    await refuseMore(tx, account.id)
    await tx
      .insertInto('webhook_endpoints')
      .values({ id, account_id: account.id, session_id: account.sessionId, ...draft, secret: sealed })
      .execute()
    await record(tx, account, { url: draft.url, kind: 'endpoint_added' })
    await store.mail.queue(tx, endpointMail(store.config, account.email, draft.url, 'added'))
  })
  return { endpoint: await ownEndpoint(store.db, account.id, id), secret }
}

/** The account's row keeps two that are added at once apart. */
async function refuseMore(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (count >= WEBHOOK_LIMITS.endpoints) throw conflict('too_many_endpoints', WEBHOOK_TEXT.tooMany)
}

/** It is looked up again at each try: a name may lead elsewhere by then. @throws HttpError 422 */
async function refuseInside({ config, outside }: Store, address: string): Promise<void> {
  const url = new URL(address)
  if (isBuiltIn(config, url)) return
  const refusal = await outside.refusal(url)
  if (refusal !== null && refusal !== 'unknown_name')
    throw unprocessable({ url: WEBHOOK_TEXT.refusedAddress })
}

/** Whether an address is one that a store in the sandbox answers itself. */
export const isBuiltIn = ({ paymentProviders }: Store['config'], { href }: URL): boolean =>
  paymentProviders.includes('sandbox') && Object.values<string>(SANDBOX_ENDPOINTS).includes(href)

/** Changes address, name and types. @throws HttpError 404, 422 for an address that is not public */
export async function changeEndpoint(
  store: Store,
  account: Account,
  id: string,
  draft: EndpointDraft,
): Promise<Endpoint> {
  await refuseInside(store, draft.url)
  await store.db.transaction().execute(async (tx) => {
    const before = await lockEndpoint(tx, account.id, id)
    const isMoved = before.url !== draft.url
    await tx
      .updateTable('webhook_endpoints')
      .set({ ...draft, ...(isMoved && movedBy(account, store.clock())) })
      .where('id', '=', id)
      .execute()
    await record(tx, account, { url: draft.url, before: before.url, kind: 'endpoint_changed' })
    if (isMoved) await store.mail.queue(tx, endpointMail(store.config, account.email, draft.url, 'changed'))
  })
  return ownEndpoint(store.db, account.id, id)
}

/** What another address did is nothing that this one is judged by. */
const movedBy = ({ sessionId }: Account, at: Date) => ({
  session_id: sessionId,
  changed_at: at,
  failing_since: null,
  warned_at: null,
  slow_until: null,
})

/** Pauses an endpoint, for which events then wait, or turns on one that is paused or off. @throws HttpError 404 */
export async function pauseEndpoint(
  store: Store,
  account: Account,
  id: string,
  { paused }: Received<'PATCH /api/endpoints/:id', 'body'>,
): Promise<Endpoint> {
  await store.db.transaction().execute(async (tx) => {
    const { url, off_at: offAt } = await lockEndpoint(tx, account.id, id)
    if (paused && offAt !== null) return
    await tx
      .updateTable('webhook_endpoints')
      .set({
        paused_at: paused ? store.clock() : null,
        off_at: null,
        off_reason: null,
        failing_since: null,
        warned_at: null,
        slow_until: null,
      })
      .where('id', '=', id)
      .execute()
    await record(tx, account, { url, kind: 'endpoint_changed' })
  })
  return ownEndpoint(store.db, account.id, id)
}

/** Removes an endpoint with its log. @throws HttpError 404 */
export async function removeEndpoint(store: Store, account: Account, id: string): Promise<{ ok: true }> {
  await store.db.transaction().execute(async (tx) => {
    const { url } = await lockEndpoint(tx, account.id, id)
    await tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
    await record(tx, account, { url, kind: 'endpoint_removed' })
  })
  return { ok: true }
}

/** Replaces the secret, which is answered once; the one before signs for a day more (HO1). @throws HttpError 404 */
export async function changeSecret(store: Store, account: Account, id: string) {
  const secret = newSecret()
  const sealed = await sealSecret(store.config.secretKeys, id, secret)
  await store.db.transaction().execute(async (tx) => {
    const before = await lockEndpoint(tx, account.id, id)
    const now = store.clock()
    await tx
      .updateTable('webhook_endpoints')
      .set({
        secret: sealed,
        // One that can't be opened signs nothing.
        ...(before.off_reason !== 'secret_lost' && {
          previous_secret: before.secret,
          previous_until: new Date(now.getTime() + WEBHOOK_LIMITS.bothSecretsHours * 3_600_000),
        }),
        session_id: account.sessionId,
        changed_at: now,
      })
      .where('id', '=', id)
      .execute()
    await record(tx, account, { url: before.url, kind: 'endpoint_secret_changed' })
    await store.mail.queue(tx, endpointMail(store.config, account.email, before.url, 'secret'))
  })
  return { endpoint: await ownEndpoint(store.db, account.id, id), secret }
}

/** One of an account's endpoints, locked. @throws HttpError 404 */
export async function lockEndpoint(tx: Tx, accountId: string, id: string): Promise<EndpointRow> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

type Change = {
  url: string
  before?: string
  kind: 'endpoint_added' | 'endpoint_changed' | 'endpoint_removed' | 'endpoint_secret_changed'
}

/** For the account's own list, and for the audit log. Neither tells what the address asks for: that may hold a token. */
async function record(tx: Tx, account: Account, { url, before, kind }: Change): Promise<void> {
  const { host } = new URL(url)
  await recordEvent(tx, { accountId: account.id, kind, about: host }, account)
  await audit(tx, actorOf(account), {
    action: kind,
    kind: 'user',
    id: account.id,
    name: account.username,
    reason: null,
    ...(before !== undefined && { before: { host: new URL(before).host } }),
    after: { host },
  })
}

/** @throws HttpError 404 */
async function ownEndpoint(db: Queryable, accountId: string, id: string): Promise<Endpoint> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return shown(row, await countsOf(db, accountId))
}

type Counts = ReadonlyMap<string, Endpoint['counts']>

async function countsOf(db: Queryable, accountId: string): Promise<Counts> {
  const { rows } = await sql<Endpoint['counts'] & { id: string }>`
    select endpoint_id as id, count(*)::integer as total,
      count(*) filter (where state = 'delivered')::integer as delivered,
      count(*) filter (where state in ('retrying', 'failed', 'dropped'))::integer as failed,
      count(*) filter (where state = 'waiting')::integer as waiting
    from webhook_deliveries where account_id = ${accountId} group by endpoint_id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

const NONE: Endpoint['counts'] = { total: 0, delivered: 0, failed: 0, waiting: 0 }

function shown(row: EndpointRow, counts: Counts): Endpoint {
  return {
    id: row.id,
    url: row.url,
    name: row.name,
    types: row.types,
    state: stateOf(row),
    createdAt: row.created_at.toISOString(),
    failingSince: row.failing_since?.toISOString() ?? null,
    warnedAt: row.warned_at?.toISOString() ?? null,
    offAt: row.off_at?.toISOString() ?? null,
    offReason: row.off_reason,
    oldSecretUntil: row.previous_until?.toISOString() ?? null,
    last: row.last_at && {
      at: row.last_at.toISOString(),
      status: row.last_status,
      failure: row.last_failure,
    },
    counts: counts.get(row.id) ?? NONE,
  }
}

function stateOf({ off_at, paused_at, failing_since }: EndpointRow): Endpoint['state'] {
  if (off_at) return 'off'
  if (paused_at) return 'paused'
  return failing_since ? 'failing' : 'on'
}
