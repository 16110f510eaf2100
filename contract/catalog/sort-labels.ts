import type { CatalogSort } from './catalog.ts'

/** The orders of a list of games, as visitors choose them. */
export const SORT_LABELS: Record<CatalogSort, string> = {
  match: 'Best match',
  new: 'Newest',
  updated: 'Recently updated',
  popular: 'Most popular',
  price: 'Price low to high',
  '-price': 'Price high to low',
  discount: 'Biggest discount',
  reviews: 'Best reviewed',
  title: 'Title',
  random: 'Random',
}
