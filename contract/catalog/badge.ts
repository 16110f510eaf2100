import { showPrice } from '../pricing/money.ts'

export type Badge = { kind: 'owned' | 'paused' | 'free' | 'price'; text: string }

type Sold = { isFree: boolean; price: number; notForSale?: boolean | undefined }

/** The sticker of a game's card: OWNED, else that it is not sold, else Free Game, else the price (requirements 4.1). */
export function badgeOf(game: Sold, owned: boolean): Badge {
  if (owned) return { kind: 'owned', text: 'OWNED' }
  if (game.notForSale) return { kind: 'paused', text: 'Not for sale' }
  if (game.isFree) return { kind: 'free', text: 'Free Game' }
  return { kind: 'price', text: showPrice(game.price) }
}
