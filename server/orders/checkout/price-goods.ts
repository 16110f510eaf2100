import { createHash } from 'node:crypto'
import { ownPriceProblem } from '@nofiller/contract/authoring/own-price-rules'
import type { CheckoutBody, Good } from '@nofiller/contract/orders/orders'
import { centsOf } from '@nofiller/contract/pricing/money'
import type { PriceLine } from '@nofiller/contract/pricing/pricing'
import { requestedBundles } from '../../basket/bundle-offers.ts'
import { findGoods, type Good as OfferedGood } from '../../basket/goods.ts'
import { refuseUseless } from '../../basket/price-with-code.ts'
import { notAvailable } from '../../catalog/coming-releases.ts'
import { isInStore, isPageOpen, notForSale } from '../../catalog/visibility.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { badRequest, conflict, notFound, unprocessable } from '../../platform/http/errors/errors.ts'
import type { UsableCode } from '../../sales/discount-codes.ts'

export type Item = {
  gameId: string
  gameTitle: string
  kind: 'base' | 'extra'
  fileId: string | null
  title: string
} & PriceLine
/** The goods of an order. The first item's game and kind are also the order's. */
export type Goods = { key: string; priceCents: number; codeId: string | null; items: [Item, ...Item[]] }

/**
 * The goods of a checkout at the store's prices; the client's prices are only compared (requirements 6.1).
 * @throws HttpError 404, 400 `game_is_free` `bad_items`, 409 `own_game` `already_owned` `not_available` `not_for_sale` `price_changed`
 */
export async function priceGoods(
  db: Queryable,
  buyerId: string,
  input: CheckoutBody,
  code: UsableCode | null,
): Promise<Goods> {
  const goods = goodsOf(input)
  if (goods.length !== new Set(goods.map(keyOf)).size) throw badItems()
  const bundles = await requestedBundles(db, buyerId, goods, 'goods' in input ? input.bundleIds : [])
  const offered = await findGoods(db, buyerId, goods.map(withOwnPrice), { code, bundles })
  for (const [at, { amount }] of goods.entries()) refuseOwnPrice(offered[at], amount)
  const [first, ...others] = offered.map((good, at) => itemOf(good, goods[at]?.price))
  if (!first) throw badItems()
  if (code) refuseUseless(offered, code)
  if ('mode' in input && input.mode === 'base') await refuseOtherFiles(db, input)
  const items: Goods['items'] = [first, ...others]
  const priceCents = items.reduce((sum, item) => sum + item.priceCents, 0)
  if ('price' in input) refuseOtherPrice(input.price, priceCents)
  const codeId = items.find((item) => item.code !== null)?.code?.id ?? null
  return { key: goodsKey(items), priceCents, codeId, items }
}

/** The goods of a request body in either form. */
function goodsOf(input: CheckoutBody): Good[] {
  if ('goods' in input) return input.goods
  if (input.mode === 'base') return [{ gameId: input.gameId, fileId: null, amount: input.amount }]
  return (input.items ?? []).map(({ fileId, price }) => ({ gameId: input.gameId, fileId, price }))
}

const withOwnPrice = ({ gameId, fileId, amount }: Good) => ({
  gameId,
  fileId,
  ownCents: amount === undefined ? null : centsOf(amount),
})

/** @throws HttpError 400 `no_own_price`, 422 on `amount` */
function refuseOwnPrice(good: OfferedGood | undefined, amount: number | undefined): void {
  if (amount === undefined || !good?.game || good.offer.kind === 'withdrawn') return
  if (good.fileId !== null || !good.game.pay_what_you_want)
    throw badRequest('no_own_price', 'You can’t choose your own price for this.')
  const problem = ownPriceProblem(centsOf(amount), good.game.sale_price_cents ?? good.game.price_cents)
  if (problem) throw unprocessable({ amount: problem })
}

const keyOf = ({ gameId, fileId }: Good): string => `${gameId}:${fileId}`

/** @throws HttpError as `priceGoods` */
function itemOf({ gameId, fileId, game, file, offer }: OfferedGood, believedPrice: number | undefined): Item {
  if (!game || !isInStore(game)) throw notFound('This game is not for sale.')
  const title = file ? `${game.title}: ${file.name}` : game.title
  switch (offer.kind) {
    case 'owned':
      throw conflict('already_owned', `You already own ${title}. It is in your library.`)
    case 'own':
      throw conflict(
        'own_game',
        'This is your own game. Its files are yours to download without buying them.',
      )
    case 'free':
      throw badRequest('game_is_free', 'This game is free: add it to your library instead.')
    case 'not-available':
      throw notAvailable(offer.from)
    case 'paused':
      throw notForSale()
    case 'withdrawn':
      throw fileId === null || !isPageOpen(game) ? notFound('This game is not for sale.') : badItems()
    case 'for-sale':
      refuseOtherPrice(believedPrice, offer.priceCents)
      return {
        gameId,
        gameTitle: game.title,
        kind: fileId === null ? 'base' : 'extra',
        fileId,
        title,
        listCents: offer.listCents,
        priceCents: offer.priceCents,
        sale: offer.sale,
        bundle: offer.bundle,
        code: offer.code,
        isOwnPrice: offer.isOwnPrice,
      }
  }
}

/** A base's `items` may name its files, which are not sold separately. @throws HttpError 400 `bad_items` */
async function refuseOtherFiles(
  db: Queryable,
  { gameId, items }: Extract<CheckoutBody, { gameId: string }>,
): Promise<void> {
  if (!items?.length) return
  const files = await db
    .selectFrom('built_files')
    .select('id')
    .where('game_id', '=', gameId)
    .where('kind', '=', 'file')
    .where('withdrawn_at', 'is', null)
    .where('paused_at', 'is', null)
    .where('custom_price_cents', 'is', null)
    .execute()
  const baseIds = new Set(files.map((file) => file.id))
  if (items.some((item) => !baseIds.has(item.fileId))) throw badItems()
}

/** The same goods in any sequence have the same key. Long keys are hashed, because an index entry has a maximum size. */
export function goodsKey(items: readonly Pick<Item, 'gameId' | 'fileId'>[]): string {
  const [first] = items
  const fileIds = items.map((item) => item.fileId).sort()
  if (items.length === 1 && first?.fileId === null) return first.gameId
  if (items.every((item) => item.fileId !== null && item.gameId === first?.gameId) && items.length <= 16)
    return `${first?.gameId}:${fileIds.join(',')}`
  const all = items.map((item) => `${item.gameId}:${item.fileId}`).sort()
  return createHash('sha256').update(all.join(',')).digest('base64url')
}

function refuseOtherPrice(believed: number | undefined, cents: number): void {
  if (believed !== undefined && centsOf(believed) !== cents)
    throw conflict('price_changed', 'The price has changed. Reload the page.')
}

const badItems = () => badRequest('bad_items', 'Bad file selection')
