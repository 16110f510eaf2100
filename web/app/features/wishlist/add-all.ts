import type { Basket } from '@nofiller/contract/basket/basket'
import { BASKET_MAX } from '@nofiller/contract/basket/basket-rules'
import { plural } from '@nofiller/contract/text/digits'
import type { WishlistSummary } from '@nofiller/contract/wishlist/wishlist'
import type { QueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { changeBasket } from '../basket/change-basket.ts'

/** Puts what is for sale of a wishlist into the basket, as far as there is room, and says what it left out and why. */
export async function addAll(
  queries: QueryClient,
  summary: WishlistSummary,
  open: () => void,
): Promise<void> {
  let text = ''
  try {
    await changeBasket(queries, async (basket) => {
      const before = await basket.read()
      const { added, ...leftOut } = fit(summary, before)
      text = addedText(added.length, { ...leftOut, ...summary.notForSale })
      if (added.length === 0) return before
      return basket.add(added.map((good) => ({ ...good, fileId: null })))
    })
    toast(text, { action: { label: 'Open basket', onPress: open } })
  } catch (error) {
    toast(messageOf(error, 'We couldn’t add these to your basket. Please try again.'), { kind: 'bad' })
  }
}

/** Which games for sale a basket takes: what is saved for later there returns and needs no room. */
function fit({ count, hidden, forSale, notForSale }: WishlistSummary, { items }: Pick<Basket, 'items'>) {
  const there = new Map(items.map(({ _id, isLater }) => [_id, isLater]))
  const wanted = forSale.filter(({ gameId }) => there.get(gameId) !== false)
  let room = BASKET_MAX - items.length
  const added = wanted.filter(({ gameId }) => {
    if (there.has(gameId)) return true
    room -= 1
    return room >= 0
  })
  const others = Object.values(notForSale).reduce((sum, games) => sum + games, 0)
  const inBasket = forSale.length - wanted.length
  return { added, inBasket, full: count - hidden - others - inBasket - added.length }
}

type LeftOut = { inBasket: number; full: number } & WishlistSummary['notForSale']

const REASONS: readonly [keyof LeftOut, string][] = [
  ['inBasket', 'in the basket already'],
  ['coming', 'not for sale yet'],
  ['free', 'free'],
  ['paused', 'not for sale at present'],
  ['gone', 'no longer in the store'],
  ['full', 'without room in the basket'],
]

/** `3 games added to the basket; left out: 1 not for sale yet and 2 free.` Pure. */
export function addedText(added: number, leftOut: LeftOut): string {
  const start = `${added === 0 ? 'No game' : plural(added, 'game')} added to the basket`
  const reasons = REASONS.flatMap(([reason, words]) =>
    leftOut[reason] > 0 ? [`${leftOut[reason]} ${words}`] : [],
  )
  return reasons.length === 0
    ? `${start}.`
    : `${start}; left out: ${new Intl.ListFormat('en').format(reasons)}.`
}
