import { joinTags, splitTags } from '@nofiller/contract/authoring/tag-list'
import { PRICE_CHOICES } from '@nofiller/contract/catalog/browsing'
import type { CatalogSort, GamesQuery } from '@nofiller/contract/catalog/catalog'
import { projectTypeLabel, stageLabel } from '@nofiller/contract/catalog/game-kinds'
import { SECTIONS } from '@nofiller/contract/catalog/sections'
import { SORT_LABELS } from '@nofiller/contract/catalog/sort-labels'
import { comparedText } from '@nofiller/contract/text/compared-text'

/** The catalog filters of a visitor; stored in the URL of `/games`. */
export type Filters = Omit<GamesQuery, 'limit' | 'after'>
/** New values of some filters; an empty one removes the filter. */
export type Change = Partial<Record<keyof Filters, string>>

const PRICE_LABELS: Record<string, string> = {
  free: 'Free Game',
  paid: 'Paid',
  '0.01-9.99': 'Under $10',
  '10-': '$10 and over',
}

export const PRICE_OPTIONS = PRICE_CHOICES.map((value) => ({ value, label: PRICE_LABELS[value] }))

/** A list's default order. */
export const usualSort = ({ q }: Filters): CatalogSort => (q ? 'match' : 'new')

/** A list's order. Only a search has a best match. */
export const sortOf = (filters: Filters): CatalogSort =>
  filters.sort === undefined || (filters.sort === 'match' && !filters.q) ? usualSort(filters) : filters.sort

/** The available orders. */
export const sortsFor = ({ q }: Filters): [CatalogSort, string][] =>
  (Object.entries(SORT_LABELS) as [CatalogSort, string][]).filter(([sort]) => sort !== 'match' || q) // its keys are the sorts

/** The change to an order. Where a random one begins is drawn here and stands in the address, so that it can be shared. */
export function orderChange(sort: string, filters: Filters): Change {
  if (sort === usualSort(filters)) return { sort: '', start: '' }
  return { sort, start: sort === 'random' ? Math.random().toFixed(4) : '' }
}

export type TagState = 'off' | 'included' | 'excluded'

export function tagState({ tag, exclude }: Filters, name: string): TagState {
  if (splitTags(tag).some(same(name))) return 'included'
  return splitTags(exclude).some(same(name)) ? 'excluded' : 'off'
}

/** Includes or excludes a tag; a second click removes it from the filter. */
export function toggleTag(filters: Filters, name: string, state: 'included' | 'excluded'): Change {
  const isSo = tagState(filters, name) === state
  const [tag, exclude] = [without(filters.tag, name), without(filters.exclude, name)]
  const added = (list: string) => joinTags([...splitTags(list), ...(isSo ? [] : [name])])
  return state === 'included' ? { tag: added(tag), exclude } : { tag, exclude: added(exclude) }
}

const same = (name: string) => (tag: string) => comparedText(tag) === comparedText(name)
const without = (list: string | undefined, name: string) =>
  joinTags(splitTags(list).filter((tag) => !same(name)(tag)))

export type ActiveFilter = {
  id: string
  label: string
  /** It excludes a tag. */
  excludes: boolean
  /** Removes it. */
  removal: Change
}

/** The active filters as chips: the label of each and how it is removed. */
export function activeFilters(filters: Filters): ActiveFilter[] {
  const { q, price, sale, device, category, type, stage, tag, exclude } = filters
  return [
    ...one('q', q && `“${q}”`),
    ...one('price', price && priceLabel(price)),
    ...one('sale', sale && 'On sale'),
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
  if (PRICE_LABELS[price]) return PRICE_LABELS[price]
  if (!max) return `$${min} and over`
  return min ? `$${min} to $${max}` : `Up to $${max}`
}

/** The ends of a price filter, in dollars as in the URL; none for an option like `free`. */
export function rangeOf({ price = '' }: Filters): { min: string; max: string } {
  const [min = '', max = ''] = price.includes('-') ? price.split('-') : []
  return { min, max }
}

/** The price filter of two ends, either of which may be open, typed in any order. */
export function priceOf(min: string, max: string): string {
  if (min === '' && max === '') return ''
  const isTurned = min !== '' && max !== '' && Number(min) > Number(max)
  return isTurned ? `${max}-${min}` : `${min}-${max}`
}

/** The heading of a list: `Free Horror games for Windows`, `Results for ‘dusk’`. */
export function titleOf({ q, tag, price, sale, device }: Filters): string {
  if (q) return `Results for ‘${q}’`
  const kind = [
    price === 'free' && 'free',
    AND.format(splitTags(tag).map(tagName)),
    'games',
    sale && 'on sale',
    device && `for ${device}`,
  ]
  const title = kind.filter(Boolean).join(' ')
  return title === 'games' ? 'All games' : title.charAt(0).toUpperCase() + title.slice(1)
}

const AND = new Intl.ListFormat('en', { type: 'conjunction' })

/** A section's tag is written like the section. */
export const tagName = (tag: string): string => SECTIONS.find((section) => same(section)(tag)) ?? tag

/** Removes every filter, but keeps the order. */
export const NO_FILTERS: Change = {
  q: '',
  price: '',
  sale: '',
  device: '',
  category: '',
  type: '',
  stage: '',
  tag: '',
  exclude: '',
}
