/** The rules for bundles. No zod: the browser loads this. */

import { MAX_PRICE_CENTS, showPrice } from '../pricing/money.ts'
import { bundleShares } from '../pricing/pricing.ts'
import { lengthProblem } from '../text/text-length.ts'

export const BUNDLE_TITLE_MAX = 80
export const BUNDLE_GAMES_MIN = 2
export const BUNDLE_GAMES_MAX = 20
/** How many bundles of a developer may be on sale at once. */
export const OPEN_BUNDLES_MAX = 50

export type BundleDraft = { title: string; priceCents: number | null }

/** The problems of a bundle of games with these list prices, by field; empty for one that can be sold. */
export function bundleProblems(
  { title, priceCents }: BundleDraft,
  listCents: readonly number[],
): Partial<Record<'title' | 'price' | 'gameIds', string>> {
  return {
    ...titleProblem(title.trim()),
    ...(listCents.length < BUNDLE_GAMES_MIN && { gameIds: `Choose at least ${BUNDLE_GAMES_MIN} games.` }),
    ...(listCents.length > BUNDLE_GAMES_MAX && { gameIds: `Choose at most ${BUNDLE_GAMES_MAX} games.` }),
    ...priceProblem(priceCents, listCents),
  }
}

function titleProblem(title: string): { title?: string } {
  const problem = title === '' ? 'Give the bundle a name.' : lengthProblem(title, BUNDLE_TITLE_MAX)
  return problem === null ? {} : { title: problem }
}

function priceProblem(priceCents: number | null, listCents: readonly number[]): { price?: string } {
  if (priceCents === null || priceCents < 1) return { price: 'Enter a price in dollars and cents.' }
  if (listCents.length < BUNDLE_GAMES_MIN || bundleShares(listCents, priceCents)) return {}
  const sum = listCents.reduce((all, cents) => all + cents, 0)
  return {
    price:
      priceCents < sum
        ? 'This price is too low: the cheapest game’s share would be $0.'
        : `Enter less than the games cost separately: ${showPrice(sum / 100)}.`,
  }
}

/** In dollars. */
export const BUNDLE_PRICE_MAX = (BUNDLE_GAMES_MAX * MAX_PRICE_CENTS) / 100

/** A game of a bundle: its price alone today, and as a part of the bundle, in dollars. */
type BundleGame = { _id: string; price: number; share: number }

/** The price of those games of a bundle that a buyer does not own, in dollars; a better sale of a game counts. */
export function bundleDue(games: readonly BundleGame[], owns: (gameId: string) => boolean): number {
  const cents = games
    .filter(({ _id }) => !owns(_id))
    .reduce((sum, { price, share }) => sum + Math.round(100 * Math.min(price, share)), 0)
  return cents / 100
}
