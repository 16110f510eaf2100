import type { Basket, BasketItem } from '@nofiller/contract/basket/basket'
import {
  goodId,
  isForSale,
  leftOutText,
  type PricedGood,
  type SavedGood,
} from '@nofiller/contract/basket/basket-rules'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { withExclusiveLock } from '../../api/in-turn.ts'
import { currentSession } from '../../session/session.ts'
import { tabChannel } from '../../ui/browser/tab-channel.ts'
import { currentTime } from '../../ui/clock.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { inBasket } from './in-basket.ts'
import { inOrder, readVisitorBasket, withAdded, without, writeVisitorBasket } from './visitor-basket.ts'

/** The changes of a basket; each returns the basket after it. */
type ChangeableBasket = {
  read(): Promise<Basket>
  /** @throws when something cannot be added, with a sentence for a person */
  add(goods: readonly PricedGood[]): Promise<Basket>
  remove(item: BasketItem): Promise<Basket>
  /** Restores a removed item in its place. */
  restore(item: BasketItem): Promise<Basket>
  setSavedForLater(item: BasketItem, isLater: boolean): Promise<Basket>
  /** Accepts all shown prices, and drops items shown as not for sale. */
  settle(items: readonly BasketItem[]): Promise<Basket>
}

/**
 * Changes the basket of the user or visitor, and shows the change in this and other tabs. Changes run one after the
 * other, in the order of the clicks.
 */
export const changeBasket = (
  queries: QueryClient,
  change: (basket: ChangeableBasket) => Promise<Basket>,
): Promise<Basket> =>
  queries
    .getMutationCache()
    .build(queries, {
      scope: { id: 'basket' },
      networkMode: 'always',
      mutationFn: async () => {
        const basket = await change(currentBasket())
        await queries.cancelQueries({ queryKey: BASKETS }) // a running read may be older than the change
        queries.setQueryData(basketKey(), basket)
        countItems(basket)
        otherTabs.postMessage(null)
        return basket
      },
    })
    .execute(undefined)

const BASKETS = ['basket']

export const basketKey = () => [...BASKETS, currentSession().user?._id ?? null]

export async function readBasket({ signal }: { signal: AbortSignal }): Promise<Basket> {
  const basket = await currentBasket().read()
  if (!signal.aborted) countItems(basket)
  return basket
}

/** Stores the basket's counted items for the bar and the cards of every tab. */
const countItems = ({ items }: Basket): void =>
  inBasket.write(
    items
      .filter(({ state, isLater }) => isForSale(state) && !isLater)
      .map(({ _id }) => _id)
      .join(' '),
  )

const currentBasket = (): ChangeableBasket =>
  currentSession().state === 'signed-in' ? accountBasket : visitorBasket

const accountBasket: ChangeableBasket = {
  read: () => withExclusiveLock('basket-merge', readAndMerge),
  add: (goods) =>
    call('POST /api/basket', { body: { goods: goods.map(({ gameId, fileId }) => ({ gameId, fileId })) } }),
  remove: ({ _id }) => call('DELETE /api/basket/:id', { params: { id: _id } }),
  restore: (item) => call('POST /api/basket/merge', { body: { items: [savedOf(item)] } }),
  setSavedForLater: ({ _id }, isLater) =>
    call('PATCH /api/basket/:id', { params: { id: _id }, body: { isLater } }),
  settle: (items) =>
    call('POST /api/basket/settle', {
      body: { shown: items.map((item) => ({ _id: item._id, price: priceOf(item) })) },
    }),
}

/** Merges the visitor's basket after login. One tab at a time, so omissions are reported once. */
async function readAndMerge(): Promise<Basket> {
  const items = readVisitorBasket()
  if (items.length === 0) return call('GET /api/basket')
  const basket = await mergeIntoAccount(items)
  writeVisitorBasket(without(readVisitorBasket(), items)) // a tab that is not logged in yet may have added more
  return basket
}

/** Adds goods to the account's basket at their earlier prices, and reports which cannot be in it. */
export async function mergeIntoAccount(items: SavedGood[]): Promise<Basket> {
  const { leftOut, ...basket } = await call('POST /api/basket/merge', { body: { items } })
  if (leftOut.length > 0) toast(leftOutText(leftOut))
  return basket
}

const visitorBasket: ChangeableBasket = {
  read: () => lookUp(readVisitorBasket()),
  add: (goods) => save(withAdded(readVisitorBasket(), goods, currentTime())),
  remove: ({ _id }) => save(readVisitorBasket().filter((item) => goodId(item) !== _id)),
  restore: (item) =>
    save([...readVisitorBasket().filter((good) => goodId(good) !== item._id), savedOf(item)]),
  setSavedForLater: ({ _id }, isLater) =>
    save(readVisitorBasket().map((item) => (goodId(item) === _id ? { ...item, isLater } : item))),
  settle: (items) => {
    const shown = new Map(items.map((item) => [item._id, priceOf(item)]))
    return save(
      readVisitorBasket().flatMap((item) => {
        const price = shown.get(goodId(item))
        if (price === undefined) return [item]
        return price === null ? [] : [{ ...item, price }]
      }),
    )
  },
}

function save(items: readonly SavedGood[]): Promise<Basket> {
  writeVisitorBasket(inOrder(items))
  return visitorBasket.read()
}

const lookUp = async (items: SavedGood[]): Promise<Basket> =>
  items.length === 0 ? { items: [] } : call('POST /api/basket/look-up', { body: { items } })

const savedOf = ({ gameId, fileId, savedPrice, isLater, addedAt }: BasketItem): SavedGood => ({
  gameId,
  fileId,
  price: savedPrice,
  isLater,
  addedAt,
})

/** Dollars; null for goods not for sale. */
const priceOf = ({ state, price }: BasketItem): number | null => (isForSale(state) ? price : null)

const otherTabs = tabChannel('basket')

/** Refetches the basket whenever another tab changes it. */
export function followOtherTabs(queries: QueryClient): () => void {
  const readAgain = async () => {
    await queries.cancelQueries({ queryKey: BASKETS })
    await queries.invalidateQueries({ queryKey: BASKETS })
  }
  otherTabs.addEventListener('message', readAgain)
  return () => otherTabs.removeEventListener('message', readAgain)
}
