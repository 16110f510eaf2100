import type { Sent } from '@nofiller/contract/calls'
import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { amountProblem, centsOfText } from '@nofiller/contract/pricing/amount'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { reducedCents, type Terms } from '@nofiller/contract/pricing/pricing'
import { gamesProblem, saleProblems } from '@nofiller/contract/sales/sale-rules'
import type { Sale } from '@nofiller/contract/sales/sales'
import { currentTime } from '../../ui/clock.ts'

/** A sale in its form; times are in UTC, in the format of `datetime-local`. */
export type SaleForm = {
  name: string
  reduction: 'percent' | 'price'
  percent: string
  price: string
  beginsAt: string
  endsAt: string
  /** Ids, separated by commas. */
  gameIds: string
  isStoreWide: boolean
}

const HOUR_MS = 3_600_000
const WEEK_MS = 168 * HOUR_MS

/** A week from the next full hour on. */
export function newSale(now: Date): SaleForm {
  const begins = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS
  return {
    name: '',
    reduction: 'percent',
    percent: '',
    price: '',
    beginsAt: fieldOf(new Date(begins)),
    endsAt: fieldOf(new Date(begins + WEEK_MS)),
    gameIds: '',
    isStoreWide: false,
  }
}

/** The form of a planned sale. */
export const formOf = (sale: Sale): SaleForm => ({
  name: sale.name,
  reduction: sale.percent === null ? 'price' : 'percent',
  percent: sale.percent === null ? '' : String(sale.percent),
  price: sale.price === null ? '' : sale.price.toFixed(2),
  beginsAt: fieldOf(new Date(sale.beginsAt)),
  endsAt: fieldOf(new Date(sale.endsAt)),
  gameIds: sale.games.map(({ _id }) => _id).join(','),
  isStoreWide: sale.isStoreWide,
})

/** The same sale again, from the next full hour on, with the same length. */
export function againOf(sale: Sale, now: Date): SaleForm {
  const { beginsAt } = newSale(now)
  const longMs = Date.parse(sale.endsAt) - Date.parse(sale.beginsAt)
  const endsAt = fieldOf(new Date(timeOf(beginsAt).getTime() + Math.max(longMs, HOUR_MS)))
  return { ...formOf(sale), beginsAt, endsAt }
}

const fieldOf = (time: Date): string => time.toISOString().slice(0, 16)
const timeOf = (field: string): Date => new Date(`${field}Z`)

export const idsOf = ({ gameIds }: SaleForm): string[] => gameIds.split(',').filter(Boolean)

export const termsOf = ({ reduction, percent, price }: SaleForm): Terms =>
  reduction === 'percent'
    ? { percent: percent.trim() === '' ? null : Number(percent), priceCents: null }
    : { percent: null, priceCents: price.trim() === '' ? null : centsOfText(price) }

/** The problems of a form by the rules, by field. */
export function problemsOf(form: SaleForm, games: readonly OwnGame[], now: Date) {
  const terms = termsOf(form)
  const [beginsAt, endsAt] = [timeOf(form.beginsAt), timeOf(form.endsAt)]
  const { percent, ...problems } = saleProblems({ name: form.name, ...terms, beginsAt, endsAt }, now)
  const ids = idsOf(form)
  const chosen = games
    .filter(({ _id }) => ids.includes(_id))
    .map(({ title, price, sale }) => ({ title, listCents: Math.round(100 * (sale?.listPrice ?? price)) }))
  const ofPrice = form.reduction === 'price' ? amountProblem(form.price) : null
  const ofGames = form.isStoreWide ? null : gamesProblem(chosen, terms)
  return {
    ...problems,
    ...(percent && { [form.reduction]: percent }),
    ...(ofPrice && { price: ofPrice }),
    ...(ofGames && { gameIds: ofGames }),
  }
}

/** The data to send. A form without problems has times and a reduction. */
export function bodyOf(form: SaleForm): Sent<'POST /api/dev/sales', 'body'> {
  const { percent, priceCents } = termsOf(form)
  return {
    name: form.name.trim(),
    percent,
    price: priceCents === null ? null : dollarsOf(priceCents),
    beginsAt: timeOf(form.beginsAt).toISOString(),
    endsAt: timeOf(form.endsAt).toISOString(),
    gameIds: idsOf(form),
  }
}

/** A game's price in the sale, in cents; null while the form has no reduction for it. */
export function previewCents(form: SaleForm, listCents: number): number | null {
  const terms = termsOf(form)
  const { percent, price } = saleProblems(
    { name: form.name, ...terms, beginsAt: timeOf(form.beginsAt), endsAt: timeOf(form.endsAt) },
    currentTime(),
  )
  const cents = percent || price ? listCents : reducedCents(listCents, terms)
  return cents < listCents ? cents : null
}
