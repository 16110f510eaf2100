import { centsOf, dollarsOf } from '@nofiller/contract/pricing/money'
import {
  gamesProblem,
  OPEN_SALES_MAX,
  type SaleDraft,
  saleProblems,
} from '@nofiller/contract/sales/sale-rules'
import type { SaleBody } from '@nofiller/contract/sales/sales'
import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Account } from '../platform/caller.ts'
import { type AuditEntry, actorOf, audit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { conflict, forbidden, notFound, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { clockOf, refreshPrices, updatePrices } from './update-prices.ts'

type Sale = Selectable<Tables['sales']>
type WithGames = SaleBody & { gameIds: string[] }

/**
 * Plans a sale of a developer's games; one whose beginning is past begins at once.
 * @throws HttpError 422 with `fields`, 404 on another developer's game, 409 `too_many_sales`
 */
export async function planSale(store: Store, developer: Account, body: WithGames): Promise<{ _id: string }> {
  const draft = readDraft(store, body)
  const id = uuid()
  await store.db.transaction().execute(async (tx) => {
    await refuseTooMany(tx, developer.id)
    await tx
      .insertInto('sales')
      .values({ id, developer_id: developer.id, ...columnsOf(draft) })
      .execute()
    await setGames(tx, developer, { id, ...draft }, body.gameIds)
    await store.catalogChanged.announce(tx) // wakes the process that waits for the next start
  })
  await updatePrices(store)
  return { _id: id }
}

/** Plans a sale of the entire store. No game is in it until its developer joins. @throws HttpError 422 with `fields` */
export async function planStoreSale(store: Store, admin: Account, body: SaleBody): Promise<{ _id: string }> {
  const draft = readDraft(store, body)
  const id = uuid()
  await store.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('sales')
      .values({ id, developer_id: null, ...columnsOf(draft) })
      .execute()
    await audit(tx, actorOf(admin), auditEntry('store_sale_planned', { id, name: draft.name }, toLog(draft)))
    await store.catalogChanged.announce(tx)
  })
  await updatePrices(store)
  return { _id: id }
}

/** Changes a developer's own sale until it begins. @throws HttpError 404, 422 with `fields`, 409 `sale_began` */
export async function changeSale(
  store: Store,
  developer: Account,
  id: string,
  body: WithGames,
): Promise<void> {
  const draft = readDraft(store, body)
  await store.db.transaction().execute(async (tx) => {
    const sale = await lockSale(tx, id)
    if (sale.developer_id !== developer.id) throw notFound()
    if (await hasStarted(tx, sale)) throw conflict('sale_began', 'This sale has begun. You can only end it.')
    await tx.updateTable('sales').set(columnsOf(draft)).where('id', '=', id).execute()
    await setGames(tx, developer, { id, ...draft }, body.gameIds)
    await store.catalogChanged.announce(tx)
  })
  await updatePrices(store)
}

/**
 * Which of a developer's games are in a store-wide sale; none to leave it.
 * @throws HttpError 404, 422 on `gameIds`, 409 `sale_ended`
 */
export async function takePart(
  store: Store,
  developer: Account,
  id: string,
  gameIds: readonly string[],
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const sale = await lockSale(tx, id)
    if (sale.developer_id !== null) throw notFound()
    if (sale.ends_at <= (await clockOf(tx))) throw saleEnded()
    const before = await gamesIn(tx, developer.id, id)
    await setGames(
      tx,
      developer,
      { id, percent: sale.percent, priceCents: sale.price_cents },
      gameIds,
      'none too',
    )
    await refreshPrices(tx, [...new Set([...before, ...gameIds])].sort())
    await store.catalogChanged.announce(tx)
  })
}

/**
 * Ends a running sale now; one that did not begin is forgotten. A store-wide one is ended by admins.
 * @throws HttpError 404, 403, 409 `sale_ended`
 */
export async function endSale(store: Store, account: Account, id: string): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const sale = await lockSale(tx, id)
    refuseOthers(sale, account)
    if (sale.ends_at <= (await clockOf(tx))) throw saleEnded()
    if (await hasStarted(tx, sale))
      await tx
        .updateTable('sales')
        .set({ ends_at: await clockOf(tx) })
        .where('id', '=', id)
        .execute()
    else await tx.deleteFrom('sales').where('id', '=', id).execute()
    if (sale.developer_id !== account.id) await audit(tx, actorOf(account), auditEntry('sale_ended', sale))
    await store.catalogChanged.announce(tx)
  })
  await updatePrices(store)
}

/** @throws HttpError 422 with `fields` */
function readDraft(store: Store, { name, percent, price, beginsAt, endsAt }: SaleBody): SaleDraft {
  const priceCents = price === null ? null : centsOf(price)
  const now = store.clock()
  const draft = {
    name: name.trim(),
    percent,
    priceCents,
    beginsAt: new Date(Math.max(Date.parse(beginsAt), now.getTime())), // nothing was on sale before it was planned
    endsAt: new Date(endsAt),
  }
  const problems: Record<string, string> = {
    ...saleProblems(draft, now),
    ...(price !== null && priceCents === null && { price: 'Enter an amount in dollars and cents.' }),
    ...(price !== null && percent !== null && { price: 'Enter a percentage or a price, not both.' }),
  }
  if (Object.keys(problems).length > 0) throw unprocessable(problems)
  return draft
}

const columnsOf = ({ name, percent, priceCents, beginsAt, endsAt }: SaleDraft) => ({
  name,
  percent,
  price_cents: priceCents,
  begins_at: beginsAt,
  ends_at: endsAt,
})

type Terms = Pick<SaleDraft, 'percent' | 'priceCents'> & { id: string }

/** Puts these of a developer's games into a sale, and no others of theirs. @throws HttpError 404, 422 on `gameIds` */
async function setGames(
  tx: Tx,
  developer: Account,
  { id, ...terms }: Terms,
  gameIds: readonly string[],
  allowed: 'some' | 'none too' = 'some',
): Promise<void> {
  const games = await tx
    .selectFrom('games')
    .select(['id', 'title', 'price_cents as listCents'])
    .where('developer_id', '=', developer.id)
    .where('id', '=', sql<string>`any(${sql.val([...gameIds])}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (games.length < new Set(gameIds).size) throw notFound('This game is not one of yours.')
  const problem = games.length === 0 && allowed === 'none too' ? null : gamesProblem(games, terms)
  if (problem) throw unprocessable({ gameIds: problem })
  await sql`delete from sale_games using games
    where sale_id = ${id} and games.id = game_id and games.developer_id = ${developer.id}`.execute(tx)
  if (games.length > 0)
    await tx
      .insertInto('sale_games')
      .values(games.map((game) => ({ sale_id: id, game_id: game.id })))
      .execute()
}

async function gamesIn(tx: Tx, developerId: string, saleId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('sale_games')
    .innerJoin('games', 'games.id', 'sale_games.game_id')
    .select('games.id')
    .where('sale_id', '=', saleId)
    .where('developer_id', '=', developerId)
    .execute()
  return rows.map((row) => row.id)
}

/** @throws HttpError 404 */
async function lockSale(tx: Tx, id: string): Promise<Sale> {
  const sale = await tx.selectFrom('sales').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!sale) throw notFound()
  return sale
}

/** One plan at a time of a developer, so that the count holds. @throws HttpError 409 `too_many_sales` */
async function refuseTooMany(tx: Tx, developerId: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', developerId).forNoKeyUpdate().execute()
  const { open } = await tx
    .selectFrom('sales')
    .select(sql<number>`count(*)::integer`.as('open'))
    .where('developer_id', '=', developerId)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  if (open >= OPEN_SALES_MAX)
    throw conflict(
      'too_many_sales',
      `You already have ${OPEN_SALES_MAX} sales planned or running. End one first.`,
    )
}

/** @throws HttpError 404, 403 */
function refuseOthers({ developer_id }: Sale, { id, role }: Account): void {
  if (developer_id === id || role === 'admin') return
  throw developer_id === null
    ? forbidden('Only the store can end this sale, but you can leave it.')
    : notFound()
}

const hasStarted = async (tx: Tx, { begins_at }: Sale): Promise<boolean> => begins_at <= (await clockOf(tx))

const saleEnded = () => conflict('sale_ended', 'This sale has ended.')

const auditEntry = (
  action: AuditEntry['action'],
  { id, name }: Pick<Sale, 'id' | 'name'>,
  after?: Record<string, unknown>,
): AuditEntry => ({ action, kind: 'store', id, name: `Sale ${name}`, reason: null, ...(after && { after }) })

const toLog = ({ percent, priceCents, beginsAt, endsAt }: SaleDraft) => ({
  ...(percent !== null && { percent }),
  ...(priceCents !== null && { price: dollarsOf(priceCents) }),
  beginsAt: beginsAt.toISOString(),
  endsAt: endsAt.toISOString(),
})
