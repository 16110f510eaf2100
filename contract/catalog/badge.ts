import { showPrice } from '../pricing/money.ts'

export type Badge = { kind: 'owned' | 'free' | 'price'; text: string }

/** The sticker of a game's card: OWNED, else Free Game, else the price (requirements 4.1). */
export function badgeOf(game: { isFree: boolean; price: number }, owned: boolean): Badge {
  if (owned) return { kind: 'owned', text: 'OWNED' }
  if (game.isFree) return { kind: 'free', text: 'Free Game' }
  return { kind: 'price', text: showPrice(game.price) }
}
