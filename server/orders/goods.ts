import { centsOf } from '@nofiller/contract/money'
import type { CheckoutBody } from '@nofiller/contract/orders'
import { ownedOf } from '../library/grants.ts'
import type { Queryable } from '../platform/database/database.ts'
import { badRequest, conflict, notFound } from '../platform/http/errors.ts'

export type Item = { kind: 'base' | 'extra'; fileId: string | null; title: string; priceCents: number }
export type Goods = {
  gameId: string
  gameTitle: string
  mode: 'base' | 'extra'
  key: string
  priceCents: number
  items: Item[]
}

/**
 * What a buyer wants, at the store's prices. What the client believes they are is only compared.
 * @throws HttpError 404, 400 `game_is_free` `bad_items`, 409 `already_owned` `price_changed`
 */
export async function priceGoods(db: Queryable, buyerId: string, wanted: CheckoutBody): Promise<Goods> {
  const game = await db
    .selectFrom('games')
    .select(['id', 'title', 'is_free', 'price_cents'])
    .where('id', '=', wanted.gameId)
    .where('status', '=', 'published')
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  if (!game) throw notFound('This game is not for sale.')
  const files = await db
    .selectFrom('built_files')
    .select(['id', 'name', 'custom_price_cents'])
    .where('game_id', '=', game.id)
    .where('kind', '=', 'file')
    .where('withdrawn_at', 'is', null)
    .execute()
  const owned = await ownedOf(db, buyerId, game.id)

  if (wanted.mode === 'base') {
    if (game.is_free) throw badRequest('game_is_free', 'This game is free: add it to your library instead.')
    if (owned.base) throw alreadyOwned()
    const baseIds = new Set(files.filter((file) => file.custom_price_cents === null).map((file) => file.id))
    if (wanted.items?.some((item) => !baseIds.has(item.fileId))) throw badItems()
    refuseOtherPrice(wanted.price, game.price_cents)
    const item: Item = { kind: 'base', fileId: null, title: game.title, priceCents: game.price_cents }
    return {
      gameId: game.id,
      gameTitle: game.title,
      mode: 'base',
      key: game.id,
      priceCents: game.price_cents,
      items: [item],
    }
  }

  const items = (wanted.items ?? []).map((item): Item => {
    const file = files.find((candidate) => candidate.id === item.fileId)
    if (file?.custom_price_cents == null) throw badItems()
    if (owned.fileIds.has(file.id)) throw alreadyOwned()
    refuseOtherPrice(item.price, file.custom_price_cents)
    return {
      kind: 'extra',
      fileId: file.id,
      title: `${game.title}: ${file.name}`,
      priceCents: file.custom_price_cents,
    }
  })
  const ids = items.map((item) => item.fileId ?? '').sort()
  if (items.length === 0 || new Set(ids).size !== ids.length) throw badItems()
  const priceCents = items.reduce((sum, item) => sum + item.priceCents, 0)
  refuseOtherPrice(wanted.price, priceCents)
  return {
    gameId: game.id,
    gameTitle: game.title,
    mode: 'extra',
    key: `${game.id}:${ids.join(',')}`,
    priceCents,
    items,
  }
}

function refuseOtherPrice(believed: number | undefined, cents: number): void {
  if (believed !== undefined && centsOf(believed) !== cents)
    throw conflict('price_changed', 'The price has changed. Reload the page.')
}

const badItems = () => badRequest('bad_items', 'Bad file selection')
const alreadyOwned = () => conflict('already_owned', 'You own this already. It is in your library.')
