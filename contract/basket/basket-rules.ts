/** The rules of the basket, used by its page and by the server. No zod: the browser loads this. */

/** Also the maximum number of goods in an order, so a full basket can be paid at once. */
export const BASKET_MAX = 50

/** Something that can be put into a basket: the base of a game, where `fileId` is null, or one of its extras. */
export type BasketGood = { gameId: string; fileId: string | null }

/** A good with its shown price, in dollars. */
export type PricedGood = BasketGood & { price: number }

/** A good as a basket stores it, with the price at which it was added or last accepted; the time is ISO 8601. */
export type SavedGood = PricedGood & {
  isLater: boolean
  addedAt: string
}

/** What identifies a good: the id of its file, or of the game for its base. */
export const goodId = ({ gameId, fileId }: BasketGood): string => fileId ?? gameId

/**
 * The state of a good today: `dearer` and `cheaper` than when it was added are still for sale, `coming` is for sale once buyers
 * can fetch a file of it, `paused` is of a game that is not for sale at present.
 */
export const GOOD_STATES = [
  'unchanged',
  'dearer',
  'cheaper',
  'free',
  'coming',
  'paused',
  'withdrawn',
  'owned',
] as const
export type GoodState = (typeof GOOD_STATES)[number]

/** Whether a good of a basket is for sale, and so counts in its total. */
export const isForSale = (state: GoodState): boolean =>
  state === 'unchanged' || state === 'dearer' || state === 'cheaper'

/** The price of a good in a basket, in dollars: a bundle lowers it when all of its games are in the basket. */
export const duePrice = ({ price, bundle }: { price: number; bundle: { price: number } | null }): number =>
  bundle?.price ?? price

/** The price that somebody was shown for a good, in dollars; null when it could not be bought. */
export type ShownGood = { _id: string; price: number | null }

/**
 * How settling the changes of a basket affects a good, by its price today and the shown one; null is not for sale.
 * A price that was not shown is not accepted (requirements 6.23), and a good withdrawn from sale since then is still reported.
 */
export function settleGood(price: number | null, shown: number | null): 'accept' | 'drop' | 'leave' {
  if (price !== shown) return 'leave'
  return price === null ? 'drop' : 'accept'
}

/** Why a good was not added to the account's basket when its visitor logged in. */
export const LEFT_OUT_REASONS = ['owned', 'own', 'gone', 'full'] as const
export type LeftOut = { name: string | null; reason: (typeof LEFT_OUT_REASONS)[number] }

export const BASKET_TEXT = {
  full: `Your basket is full. It holds ${BASKET_MAX} items.`,
  own: 'This is your own game.',
  owned: 'You already own this. It is in your library.',
  free: 'This game is free: add it to your library instead.',
  gone: 'This is not for sale.',
} as const

/** One sentence for each reason. */
export function leftOutText(leftOut: readonly LeftOut[]): string {
  const sentences = LEFT_OUT_REASONS.flatMap((reason) => {
    const names = leftOut.filter((good) => good.reason === reason).map(({ name }) => name ?? 'one item')
    return names.length > 0 ? [LEFT_OUT_SENTENCES[reason](new Intl.ListFormat('en').format(names))] : []
  })
  return sentences.join(' ')
}

const LEFT_OUT_SENTENCES: Record<LeftOut['reason'], (names: string) => string> = {
  owned: (names) => `You already own ${names}.`,
  own: (names) => `You made ${names} yourself.`,
  gone: (names) => `No longer sold: ${names}.`,
  full: (names) => `A basket holds ${BASKET_MAX} items. There was no room for ${names}.`,
}
