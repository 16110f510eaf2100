/** The rules for sales. No zod: the browser loads this. */

import { reducedCents, type Terms } from '../pricing/pricing.ts'
import { lengthProblem } from '../text/text-length.ts'

export const SALE_NAME_MAX = 80
export const SALE_PERCENT_MIN = 1
export const SALE_PERCENT_MAX = 95
/** The maximum length of a sale: a price that is always reduced is not a sale price. */
export const SALE_DAYS_MAX = 60
export const SALE_GAMES_MAX = 100
/** How many sales of a developer may be planned or running. */
export const OPEN_SALES_MAX = 50

const DAY_MS = 86_400_000

export type SaleDraft = Terms & { name: string; beginsAt: Date; endsAt: Date }

type GameOnSale = { title: string; listCents: number }

/** The problems of a sale that is planned at a moment, by field; empty for a valid one. */
export function saleProblems(
  { name, percent, priceCents, beginsAt, endsAt }: SaleDraft,
  at: Date,
): Partial<Record<'name' | 'percent' | 'price' | 'beginsAt' | 'endsAt', string>> {
  const span = endsAt.getTime() - Math.max(beginsAt.getTime(), at.getTime()) // a sale cannot start before it was planned
  return {
    ...nameProblem(name.trim()),
    ...(percent === null && priceCents === null && { percent: 'Enter a discount.' }),
    ...(percent !== null &&
      !isPercent(percent) && {
        percent: `Enter a whole number from ${SALE_PERCENT_MIN} to ${SALE_PERCENT_MAX}.`,
      }),
    ...(priceCents !== null && priceCents < 1 && { price: 'Enter a price above $0.' }),
    ...(Number.isNaN(beginsAt.getTime()) && { beginsAt: 'Enter when the sale begins.' }),
    ...(Number.isNaN(endsAt.getTime()) && { endsAt: 'Enter when the sale ends.' }),
    ...(span <= 0 && { endsAt: 'A sale ends after it begins.' }),
    ...(span > SALE_DAYS_MAX * DAY_MS && { endsAt: `A sale lasts at most ${SALE_DAYS_MAX} days.` }),
    ...(endsAt <= at && { endsAt: 'This is in the past.' }),
  }
}

function nameProblem(name: string): { name?: string } {
  const problem = name === '' ? 'Give the sale a name.' : lengthProblem(name, SALE_NAME_MAX)
  return problem === null ? {} : { name: problem }
}

const isPercent = (percent: number): boolean =>
  Number.isInteger(percent) && percent >= SALE_PERCENT_MIN && percent <= SALE_PERCENT_MAX

/** The problem of a sale's games; null when the sale lowers the price of all of them. */
export function gamesProblem(games: readonly GameOnSale[], terms: Terms): string | null {
  if (games.length === 0) return 'Choose at least one game.'
  if (games.length > SALE_GAMES_MAX) return `Choose at most ${SALE_GAMES_MAX} games.`
  const same = games.find(({ listCents }) => reducedCents(listCents, terms) >= listCents)
  return same ? `This would not lower the price of ${same.title}.` : null
}
