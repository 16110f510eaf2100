import type { Basket, BasketItem } from '@nofiller/contract/basket/basket'
import { duePrice, goodId, isForSale } from '@nofiller/contract/basket/basket-rules'
import { showPrice } from '@nofiller/contract/pricing/money'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { sumOf } from '../orders/purchase/buying.ts'
import { setWish } from '../wishlist/wishes.ts'
import { changeBasket } from './change-basket.ts'
import { isChanged, nameOf } from './changes-text.ts'

/** A row of the page: an item, or the last removed one, which can be restored. */
export type BasketRow = { item: BasketItem; isRemoved: boolean }
export type BasketGroup = { developer: BasketItem['developer']; rows: BasketRow[] }

/** The page's data of a basket, and its actions. */
export function useBasketPage(basket: Basket) {
  const queries = useQueryClient()
  const [removed, setRemoved] = useState<BasketItem | null>(null)
  const [said, setSaid] = useState('')
  const focusNext = useFocusNext(basket, removed)

  const change = async (how: Parameters<typeof changeBasket>[1], done: (changed: Basket) => void) => {
    try {
      done(await changeBasket(queries, how))
    } catch (error) {
      toast(messageOf(error, 'We couldn’t change your basket. Please try again.'), { kind: 'bad' })
    }
  }
  const remove = (item: BasketItem) =>
    change(
      (list) => list.remove(item),
      (left) => {
        setRemoved(item)
        setSaid(`${nameOf(item)} removed. Total ${totalText(left)}. Undo available.`)
        focusNext(`[data-undo]`)
      },
    )
  const moveToWishlist = async (item: BasketItem) => {
    try {
      await setWish(item.gameId, true)
    } catch (error) {
      return toast(messageOf(error, 'We couldn’t change your wishlist. Please try again.'), { kind: 'bad' })
    }
    await remove(item)
  }
  const undo = (item: BasketItem) =>
    change(
      (list) => list.restore(item),
      (basket) => {
        setRemoved(null)
        setSaid(`${nameOf(item)} is back. Total ${totalText(basket)}.`)
        focusNext(rowOf(item))
      },
    )
  const setSavedForLater = (item: BasketItem, isLater: boolean) =>
    change(
      (list) => list.setSavedForLater(item, isLater),
      (changed) => {
        setSaid(`${nameOf(item)} moved to ${isLater ? 'later' : 'the basket'}. Total ${totalText(changed)}.`)
        focusNext(rowOf(item))
      },
    )
  const settle = () =>
    change(
      (list) => list.settle(basket.items.filter(isChanged)),
      (settled) => {
        setSaid(`Basket updated. Total ${totalText(settled)}.`)
        focusNext(settled.items.some(isChanged) ? '[data-settle]' : 'h1')
      },
    )

  const rows = rowsOf(basket.items, removed)
  return {
    groups: groupsOf(rows.filter(({ item }) => !item.isLater)),
    later: rows.filter(({ item }) => item.isLater),
    said,
    remove,
    moveToWishlist,
    undo,
    setSavedForLater,
    settle,
  }
}

export type BasketPage = ReturnType<typeof useBasketPage>

/** The items to pay, each at its price in the basket. */
export const payable = ({ items }: Basket): BasketItem[] =>
  items
    .filter(({ state, isLater }) => isForSale(state) && !isLater)
    .map((item) => ({ ...item, price: duePrice(item) }))

const totalText = (basket: Basket): string => showPrice(sumOf(payable(basket)))

/** All in the order in which they were added, so a removed one stays in its place. */
function rowsOf(items: readonly BasketItem[], removed: BasketItem | null): BasketRow[] {
  const rows: BasketRow[] = items.map((item) => ({ item, isRemoved: false }))
  if (removed && !items.some((item) => goodId(item) === goodId(removed)))
    rows.push({ item: removed, isRemoved: true })
  return rows.toSorted((a, b) => a.item.addedAt.localeCompare(b.item.addedAt))
}

/** By developer, in the order in which the first item of each was added. */
const groupsOf = (rows: readonly BasketRow[]): BasketGroup[] =>
  [...Map.groupBy(rows, ({ item }) => item.developer?._id ?? '').values()].map((group) => ({
    developer: group[0]?.item.developer ?? null,
    rows: group,
  }))

const rowOf = ({ _id }: BasketItem): string => `[data-item="${_id}"] :is(a, button)`

/** The clicked button disappears with its row: the focus moves to what replaces it, once that is rendered. */
function useFocusNext(basket: Basket, removed: BasketItem | null) {
  const [next, setNext] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them draws the page anew
  useEffect(() => {
    if (next === null) return
    const target = document.querySelector<HTMLElement>(`main ${next}`)
    if (!target) return
    target.focus()
    setNext(null)
  }, [next, basket, removed])
  return setNext
}
