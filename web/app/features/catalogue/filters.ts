import { PRICE_CHOICES } from '@nofiller/contract/browsing'
import type { GamesQuery, Sort } from '@nofiller/contract/catalogue'
import { projectTypeLabel, stageLabel } from '@nofiller/contract/game-kinds'
import { joinTags, splitTags } from '@nofiller/contract/tag-list'

/** What a visitor may ask the catalogue for; lives in the address of `/games`. */
export type Filters = Omit<GamesQuery, 'limit' | 'after'>
/** New values of some filters; an empty one takes the filter away. */
export type Change = Partial<Record<keyof Filters, string>>

export const SORT_LABELS: Record<Sort, string> = {
  match: 'Best match',
  new: 'Newest',
  popular: 'Most popular',
  price: 'Price low to high',
  '-price': 'Price high to low',
  title: 'Title',
}

const PRICE_LABELS: Record<string, string> = {
  free: 'Free Game',
  paid: 'Paid',
  '-9.99': 'Under $10',
  '10-': '$10 and over',
}

export const PRICE_OPTIONS = PRICE_CHOICES.map((value) => ({ value, label: PRICE_LABELS[value] }))

/** The order a list has when none is chosen. */
export const usualSort = ({ q }: Filters): Sort => (q ? 'match' : 'new')

/** The order a list has. Only a search knows which game matches best. */
export const sortOf = (filters: Filters): Sort =>
  filters.sort === undefined || (filters.sort === 'match' && !filters.q) ? usualSort(filters) : filters.sort

/** The orders to choose from. */
export const sortsFor = ({ q }: Filters): [Sort, string][] =>
  (Object.entries(SORT_LABELS) as [Sort, string][]).filter(([sort]) => sort !== 'match' || q) // its keys are the sorts

export type TagState = 'off' | 'included' | 'excluded'

export function tagState({ tag, exclude }: Filters, name: string): TagState {
  if (splitTags(tag).some(same(name))) return 'included'
  return splitTags(exclude).some(same(name)) ? 'excluded' : 'off'
}

/** The next step of a tag: off → included → excluded → off. */
export function cycleTag(filters: Filters, name: string): Change {
  const state = tagState(filters, name)
  if (state === 'off') return { tag: joinTags([...splitTags(filters.tag), name]) }
  if (state === 'included')
    return {
      tag: without(filters.tag, name),
      exclude: joinTags([...splitTags(filters.exclude), name]),
    }
  return { exclude: without(filters.exclude, name) }
}

const same = (name: string) => (tag: string) => tag.toLowerCase() === name.toLowerCase()
const without = (list: string | undefined, name: string) =>
  joinTags(splitTags(list).filter((tag) => !same(name)(tag)))

export type ActiveFilter = {
  id: string
  label: string
  /** It leaves a tag out. */
  excludes: boolean
  /** Takes it away. */
  removal: Change
}

/** The active filters as chips: what each says and how it is taken away. */
export function activeFilters(filters: Filters): ActiveFilter[] {
  const { q, price, device, category, type, stage, tag, exclude } = filters
  return [
    ...one('q', q && `“${q}”`),
    ...one('price', price && priceLabel(price)),
    ...one('device', device),
    ...one('category', category && `${category} only`),
    ...one('type', type && projectTypeLabel(type)),
    ...one('stage', stage && stageLabel(stage)),
    ...splitTags(tag).map((name) => ({
      id: `tag ${name}`,
      label: name,
      excludes: false,
      removal: { tag: without(tag, name) },
    })),
    ...splitTags(exclude).map((name) => ({
      id: `exclude ${name}`,
      label: name,
      excludes: true,
      removal: { exclude: without(exclude, name) },
    })),
  ]
}

const one = (name: keyof Filters, label: string | undefined): ActiveFilter[] =>
  label ? [{ id: name, label, excludes: false, removal: { [name]: '' } }] : []

function priceLabel(price: string): string {
  const [min, max] = price.split('-')
  return PRICE_LABELS[price] ?? (max ? `$${min || 0} to $${max}` : `$${min} and over`)
}

/** Takes every filter away, but leaves the order. */
export const NO_FILTERS: Change = {
  q: '',
  price: '',
  device: '',
  category: '',
  type: '',
  stage: '',
  tag: '',
  exclude: '',
}
