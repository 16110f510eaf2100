import type { VisitorWish } from '@nofiller/contract/wishlist/wishlist'
import { WISHLIST_MAX } from '@nofiller/contract/wishlist/wishlist-rules'
import { preference } from '../../ui/browser/preference.ts'

/** The wishlist of a visitor, as JSON in this browser. */
const stored = preference('wishlist')

export const readVisitorWishes = (): VisitorWish[] => parseWishes(stored.read())

export const writeVisitorWishes = (wishes: readonly VisitorWish[]): void =>
  stored.write(wishes.length === 0 ? '' : JSON.stringify(wishes))

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The valid part of a stored text: other scripts, extensions and people write there too. */
export function parseWishes(text: string | null): VisitorWish[] {
  let value: unknown
  try {
    value = JSON.parse(text || '[]')
  } catch {
    return []
  }
  const wishes = (Array.isArray(value) ? value : []).flatMap((entry) => parseWish(entry) ?? [])
  return [...new Map(wishes.map((wish) => [wish.gameId, wish])).values()].slice(0, WISHLIST_MAX)
}

function parseWish(entry: unknown): VisitorWish | null {
  if (typeof entry !== 'object' || entry === null) return null
  const { gameId, addedAt } = entry as Partial<Record<keyof VisitorWish, unknown>>
  const time = typeof addedAt === 'string' ? Date.parse(addedAt) : Number.NaN
  if (typeof gameId !== 'string' || !UUID.test(gameId) || !(time >= 0 && time < 4e12)) return null
  return { gameId, addedAt: new Date(time).toISOString() }
}
