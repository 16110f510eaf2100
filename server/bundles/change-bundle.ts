import { randomBytes } from 'node:crypto'
import { slugOf } from '@nofiller/contract/authoring/slug'
import { bundleProblems, OPEN_BUNDLES_MAX } from '@nofiller/contract/bundles/bundle-rules'
import type { BundleBody } from '@nofiller/contract/bundles/bundles'
import { centsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import type { GameRow } from '../platform/database/tables.ts'
import { conflict, notFound, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'

/**
 * Sells some of a developer's own games at one price.
 * @throws HttpError 422 with `fields`, 404 on another developer's game, 409 `too_many_bundles`
 */
export async function makeBundle(
  { db, catalogChanged }: Store,
  developer: Account,
  body: BundleBody,
): Promise<{ _id: string; slug: string }> {
  const made = { _id: uuid(), slug: `${slugOf(body.title)}-${randomBytes(3).toString('hex')}` }
  await db.transaction().execute(async (tx) => {
    await refuseTooMany(tx, developer.id)
    const columns = await readDraft(tx, developer.id, body)
    await tx
      .insertInto('bundles')
      .values({ id: made._id, slug: made.slug, developer_id: developer.id, ended_at: null, ...columns })
      .execute()
    await setGames(tx, made._id, body.gameIds)
    await catalogChanged.announce(tx)
  })
  return made
}

/** Its address stays. @throws HttpError 404, 422 with `fields`, 409 `bundle_ended` */
export async function changeBundle(
  { db, catalogChanged }: Store,
  developer: Account,
  id: string,
  body: BundleBody,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOpen(tx, developer.id, id)
    const columns = await readDraft(tx, developer.id, body)
    await tx.updateTable('bundles').set(columns).where('id', '=', id).execute()
    await setGames(tx, id, body.gameIds)
    await catalogChanged.announce(tx)
  })
}

/** @throws HttpError 404, 409 `bundle_ended` */
export async function endBundle(
  { db, catalogChanged }: Store,
  developer: Account,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOpen(tx, developer.id, id)
    await tx.updateTable('bundles').set({ ended_at: sql<Date>`now()` }).where('id', '=', id).execute()
    await catalogChanged.announce(tx)
  })
}

/** @throws HttpError 422 with `fields`, 404 */
async function readDraft(tx: Tx, developerId: string, { title, price, gameIds }: BundleBody) {
  const games = await tx
    .selectFrom('games')
    .select(['title', 'price_cents', 'is_free', 'status', 'visibility', 'not_for_sale'])
    .where('developer_id', '=', developerId)
    .where('id', '=', sql<string>`any(${sql.val(gameIds)}::uuid[])`)
    .execute()
  if (games.length < new Set(gameIds).size) throw notFound('This game is not one of yours.')
  const unsold = games.flatMap(whyUnsold)[0]
  const draft = { title: title.trim(), priceCents: price === null ? null : centsOf(price) }
  const problems: Record<string, string> = {
    ...bundleProblems(
      draft,
      games.map((game) => game.price_cents),
    ),
    ...(unsold && { gameIds: unsold }),
  }
  if (Object.keys(problems).length > 0) throw unprocessable(problems)
  return { title: draft.title, price_cents: draft.priceCents ?? 0 }
}

type Sold = Pick<GameRow, 'title' | 'is_free' | 'status' | 'visibility' | 'not_for_sale'>

/** Why a game cannot be sold in a bundle, as a sentence; none for one that can. */
function whyUnsold({ title, is_free, status, visibility, not_for_sale }: Sold): string[] {
  if (is_free) return [`${title} is free.`]
  if (status !== 'published') return [`${title} is not published.`]
  if (visibility === 'private') return [`${title} is private.`]
  return not_for_sale ? [`${title} is not for sale at present.`] : []
}

async function setGames(tx: Tx, id: string, gameIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('bundle_games').where('bundle_id', '=', id).execute()
  const rows = [...new Set(gameIds)].map((game_id, position) => ({ bundle_id: id, game_id, position }))
  await tx.insertInto('bundle_games').values(rows).execute()
}

/** @throws HttpError 404, 409 `bundle_ended` */
async function lockOpen(tx: Tx, developerId: string, id: string): Promise<void> {
  const bundle = await tx
    .selectFrom('bundles')
    .select('ended_at')
    .where('id', '=', id)
    .where('developer_id', '=', developerId)
    .forUpdate()
    .executeTakeFirst()
  if (!bundle) throw notFound()
  if (bundle.ended_at) throw conflict('bundle_ended', 'This bundle has ended.')
}

/** One at a time of a developer, so that the count holds. @throws HttpError 409 `too_many_bundles` */
async function refuseTooMany(tx: Tx, developerId: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', developerId).forNoKeyUpdate().execute()
  const { open } = await tx
    .selectFrom('bundles')
    .select(sql<number>`count(*)::integer`.as('open'))
    .where('developer_id', '=', developerId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (open >= OPEN_BUNDLES_MAX)
    throw conflict(
      'too_many_bundles',
      `You already have ${OPEN_BUNDLES_MAX} bundles for sale. End one first.`,
    )
}
