import type { Game } from '@nofiller/contract/catalog/catalog'
import { type Audience, isOpenTo, stepFor } from '@nofiller/contract/releases/windows'
import type { Goods, GoodsLine } from '../buying.ts'
import type { Ownership } from '../ownership.ts'

/** The version that a buyer gets at once, and the next one with its time. */
export type BuyersVersions = { now: string | null; next: { label: string; opensAt: string } | null }

/** What a buyer of some goods gets of a game's releases (EA5). */
export function versionsFor(
  { release, coming, isFree }: Pick<Game, 'release' | 'coming' | 'isFree'>,
  isSupporter: boolean,
  now: Date,
): BuyersVersions {
  const audience: Audience = isSupporter ? 'supporters' : isFree ? 'everyone' : 'owners'
  const open = coming.filter(({ steps }) => isOpenTo(steps, audience, now))
  const [next] = coming.flatMap(({ label, steps }) => {
    const step = stepFor(steps, audience) ?? steps.at(-1)
    return step && Date.parse(step.opensAt) > now.getTime() ? [{ label, opensAt: step.opensAt }] : []
  })
  return { now: open.at(-1)?.label ?? release?.label ?? null, next: next ?? null }
}

/** Whether a purchase makes its buyer a supporter of the game. @param lines what is paid for, at its prices */
export function makesSupporter(
  { supporters, _id }: Pick<Game, 'supporters' | '_id'>,
  lines: readonly Pick<GoodsLine, 'gameId' | 'fileId' | 'price'>[],
  { base, extraIds }: Pick<Ownership, 'base' | 'extraIds'>,
): boolean {
  if (!supporters) return false
  const { fileId, minPaid } = supporters
  const paidBase = lines.find((line) => line.gameId === _id && line.fileId === null)
  const hasExtra =
    fileId !== null && (extraIds.includes(fileId) || lines.some((line) => line.fileId === fileId))
  const paidEnough = minPaid !== null && paidBase !== undefined && paidBase.price >= minPaid
  return ((base || paidBase !== undefined) && hasExtra) || paidEnough
}

/** Whether the version matters to who buys these goods: a base brings it, an extra only if it makes supporters. */
export const bringsVersion = (goods: Goods, isSupporter: boolean): boolean =>
  goods.mode === 'base' || isSupporter
