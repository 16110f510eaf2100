import type { Received } from '@nofiller/contract/calls'
import { SANDBOX_ENDPOINTS } from '@nofiller/contract/sandbox/sandbox-endpoints'
import { FAILED_STATES, WEBHOOK_LIMITS, WEBHOOK_TEXT } from '@nofiller/contract/webhooks/webhook-rules'
import type { Endpoint, EndpointDraft } from '@nofiller/contract/webhooks/webhooks'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { recordEvent } from '../accounts/security-events/note-event.ts'
import type { Account } from '../platform/caller.ts'
import { actorOf, audit } from '../platform/database/audit.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { conflict, notFound, unauthorized, unprocessable } from '../platform/http/errors/errors.ts'
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
    endpoints: rows.map((row) => toEndpoint(row, counts)),
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
    await lockDeveloper(tx, account)
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

async function refuseMore(tx: Tx, accountId: string): Promise<void> {
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
export const isBuiltIn = (config: Store['config'], { href }: URL): boolean =>
  builtInAddresses(config).includes(href)

/** The addresses that a store in the sandbox answers itself; none of any other. */
export const builtInAddresses = ({ paymentProviders }: Store['config']): string[] =>
  paymentProviders.includes('sandbox') ? Object.values(SANDBOX_ENDPOINTS) : []

/** Changes address, name and types. @throws HttpError 404, 422 for an address that is not public */
export async function changeEndpoint(
  store: Store,
  account: Account,
  id: string,
  draft: EndpointDraft,
): Promise<Endpoint> {
  await refuseInside(store, draft.url)
  await store.db.transaction().execute(async (tx) => {
    const before = await lockEndpoint(tx, account, id)
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
    const { url, off_at: offAt } = await lockEndpoint(tx, account, id)
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
    const { url } = await lockEndpoint(tx, account, id)
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
    const before = await lockEndpoint(tx, account, id)
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

/**
 * Locks an account before its endpoints, as whoever ends them does, and looks again: while a request waited for a name server,
 * the account may have been suspended or taken back.
 * @throws HttpError 401
 */
async function lockDeveloper(tx: Tx, { id, sessionId }: Account): Promise<void> {
  const { rows } = await sql`
    select from accounts where id = ${id} and role <> 'player' and suspended_at is null and deletion_at is null
    for no key update`.execute(tx)
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (rows.length === 0 || !session) throw unauthorized()
}

/** One of an account's endpoints, locked. @throws HttpError 401 for an account that ended meanwhile, 404 */
export async function lockEndpoint(tx: Tx, account: Account, id: string): Promise<EndpointRow> {
  await lockDeveloper(tx, account)
  const row = await tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account.id)
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
  return toEndpoint(row, await countsOf(db, accountId))
}

/** What is shown as failed; as the index `webhook_deliveries_failed` has it. */
export const isFailed: RawBuilder<boolean> = sql`state in (${sql.join(FAILED_STATES.map((state) => sql.lit(state)))})`

type Counts = ReadonlyMap<string, Endpoint['counts']>

async function countsOf(db: Queryable, accountId: string): Promise<Counts> {
  const { rows } = await sql<Endpoint['counts'] & { id: string }>`
    select endpoint_id as id, count(*)::integer as total,
      count(*) filter (where state = 'delivered')::integer as delivered,
      count(*) filter (where ${isFailed})::integer as failed,
      count(*) filter (where state = 'waiting')::integer as waiting
    from webhook_deliveries where account_id = ${accountId} group by endpoint_id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

const NONE: Endpoint['counts'] = { total: 0, delivered: 0, failed: 0, waiting: 0 }

function toEndpoint(row: EndpointRow, counts: Counts): Endpoint {
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
