import {
  BASKET_MAX,
  BASKET_TEXT,
  goodId,
  type PricedGood,
  type SavedGood,
} from '@nofiller/contract/basket/basket-rules'
import { MAX_PRICE_CENTS } from '@nofiller/contract/pricing/money'
import { ApiError } from '../../api/api-error.ts'
import { preference } from '../../ui/browser/preference.ts'

/** The basket of a visitor, as JSON in this browser. */
const stored = preference('basket')

export const readVisitorBasket = (): SavedGood[] => parseBasket(stored.read())

export const writeVisitorBasket = (items: readonly SavedGood[]): void =>
  stored.write(items.length === 0 ? '' : JSON.stringify(items))

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The valid part of a stored text: other scripts, extensions and people write there too. */
export function parseBasket(text: string | null): SavedGood[] {
  let value: unknown
  try {
    value = JSON.parse(text || '[]')
  } catch {
    return []
  }
  const items = (Array.isArray(value) ? value : []).flatMap((entry) => parseItem(entry) ?? [])
  return [...new Map(items.map((item) => [goodId(item), item])).values()].slice(0, BASKET_MAX)
}

function parseItem(entry: unknown): SavedGood | null {
  if (typeof entry !== 'object' || entry === null) return null
  const {
    gameId,
    fileId = null,
    price,
    isLater,
    addedAt,
  } = entry as Partial<Record<keyof SavedGood, unknown>>
  if (typeof gameId !== 'string' || !UUID.test(gameId)) return null
  if (fileId !== null && (typeof fileId !== 'string' || !UUID.test(fileId))) return null
  if (typeof price !== 'number' || !(price >= 0 && price <= MAX_PRICE_CENTS / 100)) return null
  const time = typeof addedAt === 'string' ? Date.parse(addedAt) : Number.NaN
  if (!(time >= 0 && time < 4e12)) return null
  return { gameId, fileId, price, isLater: isLater === true, addedAt: new Date(time).toISOString() }
}

/** With goods added at the shown prices; an existing one is no longer saved for later. @throws ApiError 409 `basket_full` */
export function withAdded(items: readonly SavedGood[], goods: readonly PricedGood[], now: Date): SavedGood[] {
  const there = new Map(items.map((item) => [goodId(item), item]))
  for (const [nth, { gameId, fileId, price }] of goods.entries()) {
    const id = goodId({ gameId, fileId })
    // Goods added together keep their order.
    const addedAt = there.get(id)?.addedAt ?? new Date(now.getTime() + nth).toISOString()
    there.set(id, { gameId, fileId, price, isLater: false, addedAt })
  }
  if (there.size > BASKET_MAX)
    throw new ApiError({ status: 409, message: BASKET_TEXT.full, code: 'basket_full' })
  return [...there.values()]
}

/** In the order in which they were added. */
export const inOrder = (items: readonly SavedGood[]): SavedGood[] =>
  items.toSorted((a, b) => a.addedAt.localeCompare(b.addedAt))

/** The basket without `gone`. */
export function without(items: readonly SavedGood[], gone: readonly SavedGood[]): SavedGood[] {
  const ids = new Set(gone.map(goodId))
  return items.filter((item) => !ids.has(goodId(item)))
}
