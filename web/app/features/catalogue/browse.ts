import type { GameCard, GamesQuery, Sort } from '@nofiller/contract/catalogue'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigation, useSearchParams } from 'react-router'
import { callPage } from '../../api/client.ts'

/** What a visitor may ask the catalogue for; lives in the address of `/games`. */
export type Filters = Omit<GamesQuery, 'limit' | 'after'>
export type GamesPage = { games: GameCard[]; total: number; next: string | null }

/** Six rows of four cards. */
export const GAMES_PAGE = 24

export const SORT_LABELS: Record<Sort, string> = {
  new: 'Newest',
  popular: 'Most popular',
  price: 'Price low to high',
  '-price': 'Price high to low',
  title: 'Title',
}

export const PRICE_LABELS: Record<string, string> = {
  free: 'Free Game',
  '-9.99': 'Under $10',
  '10-': '$10 and over',
}

/** The query that the browse page is on its way to, while its games follow; null when it is there. */
function usePendingSearch(): string | null {
  const { location } = useNavigation()
  return location?.pathname === '/games' ? location.search : null
}

/** The filters as they were chosen last: a choice shows at once, however long its games take. */
export function useChosenFilters(shown: Filters): { filters: Filters; isPending: boolean } {
  const pending = usePendingSearch()
  if (pending === null) return { filters: shown, isPending: false }
  // What is on its way was written by this page, so it holds only what can be asked for.
  return { filters: Object.fromEntries(new URLSearchParams(pending)) as Filters, isPending: true }
}

/** Changes filters in the address; an empty value takes one away. */
export function useSetFilters() {
  const [search, setSearch] = useSearchParams()
  const pending = usePendingSearch()
  return (change: Partial<Record<keyof Filters, string>>) => {
    const next = new URLSearchParams(pending ?? search)
    next.delete('after')
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setSearch(next, { preventScrollReset: true })
  }
}

/** The active filters as chips: what each says and how it is taken away. */
export function activeFilters(filters: Filters): { name: keyof Filters; label: string }[] {
  const { q, price, device, category, type, tag } = filters
  return [
    q ? { name: 'q' as const, label: `“${q}”` } : null,
    price ? { name: 'price' as const, label: priceLabel(price) } : null,
    device ? { name: 'device' as const, label: device } : null,
    category ? { name: 'category' as const, label: `${category} only` } : null,
    type ? { name: 'type' as const, label: type } : null,
    tag ? { name: 'tag' as const, label: tag } : null,
  ].filter((chip) => chip !== null)
}

function priceLabel(price: string): string {
  if (price === 'paid') return 'Paid'
  const [min, max] = price.split('-')
  return PRICE_LABELS[price] ?? (max ? `$${min || 0} to $${max}` : `$${min} and over`)
}

/**
 * The games of a browse page: the first page as the server rendered it, the following ones as they are asked for.
 * Kept for a while, so that Back finds the list as long as it was.
 */
export function useGames(filters: Filters, first: GamesPage) {
  const pages = useInfiniteQuery({
    queryKey: ['GET /api/games', 'browse', filters, first.total, first.next],
    queryFn: async ({ pageParam, signal }): Promise<GamesPage> => {
      const query = { ...filters, limit: GAMES_PAGE, ...(pageParam === null ? {} : { after: pageParam }) }
      const { rows, next, total } = await callPage('GET /api/games', { query, signal })
      return { games: rows, next, total: total ?? first.total }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    initialData: { pages: [first], pageParams: [null] },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    games: pages.data.pages.flatMap((page) => page.games),
    total: first.total,
    hasMore: pages.hasNextPage,
    isLoading: pages.isFetchingNextPage,
    failed: pages.isFetchNextPageError,
    loadMore: () => pages.fetchNextPage(),
  }
}
