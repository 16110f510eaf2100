import { joinTags, splitTags } from '@nofiller/contract/authoring/tag-list'
import type { EmptyResultHints, Facets, GamesQuery } from '@nofiller/contract/catalog/catalog'
import { comparedText } from '@nofiller/contract/text/compared-text'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { call, callPage } from '../../../api/client.ts'
import { usePlace } from '../scroll-restoration.ts'
import type { ShownCard } from '../shown-card.ts'
import { type ActiveFilter, activeFilters, type Change, type Filters, sortOf } from './filters.ts'
import { useSavedExclusions } from './saved-exclusions.ts'
import { spread } from './spread.ts'

export type GamesPage = { games: ShownCard[]; total: number; next: string | null }
/** The first page from the server. */
export type FirstPage = GamesPage & {
  /** The corrected words of the search, when the typed ones found nothing. */
  meant: string | null
  /** How many more games the visitor's limits hide, in the server's words; null for none. */
  hiddenLine: string | null
  /** The suggestions when nothing was found. */
  emptyResultHints: EmptyResultHints | null
}

/** Six rows of four cards. */
export const GAMES_PAGE = 24

/** The query of a running navigation of the browse page, while its games load; null when it is done. */
function usePendingSearch(): string | null {
  const { location } = useNavigation()
  return location?.pathname === '/games' ? location.search : null
}

/** The last chosen filters: a choice shows at once, however long its games take. */
export function useChosenFilters(shown: Filters): { filters: Filters; isPending: boolean } {
  const pending = usePendingSearch()
  if (pending === null) return { filters: shown, isPending: false }
  // This page wrote the pending URL, so its filters are valid.
  return { filters: Object.fromEntries(new URLSearchParams(pending)) as Filters, isPending: true }
}

/** The URL of the browse page after a change, as its future query. */
function useChangedSearch() {
  const [search] = useSearchParams()
  const pending = usePendingSearch()
  const saved = useSavedExclusions()
  return (change: Change): URLSearchParams => {
    const next = new URLSearchParams(pending ?? search)
    next.delete('after')
    for (const [name, value] of Object.entries(change)) {
      // Without `exclude` the account's exclusions apply; an empty one removes them.
      if (value || (name === 'exclude' && saved.length > 0)) next.set(name, value)
      else next.delete(name)
    }
    return next
  }
}

/** Changes filters in the URL. `replace` adds no history entry, as while the user types. */
export function useSetFilters() {
  const changed = useChangedSearch()
  const [, setSearch] = useSearchParams()
  return (change: Change, { replace = false } = {}) =>
    setSearch(changed(change), { preventScrollReset: true, replace })
}

/** The URL of the browse page with some filters changed, for links. */
export function useAddressWith() {
  const changed = useChangedSearch()
  return (change: Change) => `/games?${changed(change)}`
}

/** The URL of the games that also have a tag, replacing the words that led to it. */
export function useTagAddress(filters: Filters) {
  const addressWith = useAddressWith()
  return (tag: string) => addressWith({ q: '', tag: joinTags(splitTags(`${filters.tag ?? ''},${tag}`)) })
}

/**
 * Writes the account's exclusions into a URL without any, so the page is the same after a
 * reload and can be shared. A tag that the filter includes is not excluded.
 */
export function useDefaultExclusions(filters: Filters): void {
  const [search] = useSearchParams()
  const saved = useSavedExclusions()
  const setFilters = useSetFilters()
  const included = splitTags(filters.tag).map(comparedText)
  const missing = search.has('exclude')
    ? ''
    : joinTags(saved.filter((tag) => !included.includes(comparedText(tag))))
  const leaveOut = useEffectEvent(() => setFilters({ exclude: missing }, { replace: true }))
  useEffect(() => {
    if (missing !== '') leaveOut()
  }, [missing])
}

/** How many games each filter value would leave, once counted. `isOld`: for the previous filters. */
export type CountedFacets = { facets: Facets | undefined; isOld: boolean }

/** Counted in the browser only, after the page has loaded; the filters work without it. */
export function useFacets(filters: Filters, isShown: boolean): CountedFacets {
  const { sort: _sort, start: _start, ...query } = filters
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['GET /api/games/facets', query],
    queryFn: ({ signal }) => call('GET /api/games/facets', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: isShown,
  })
  return { facets: data, isOld: isPlaceholderData }
}

/**
 * The one filter to drop when nothing was found: the one whose removal leaves the most games, if any. The search
 * text comes last: it expresses best what the visitor wants.
 */
export function useRelaxedFilter(filters: Filters): { filter: ActiveFilter; count: number } | undefined {
  const active = activeFilters(filters)
  const { data } = useQuery({
    queryKey: ['GET /api/games', 'relaxed', filters],
    queryFn: async ({ signal }) => {
      const relaxed = await Promise.all(
        active.map(async (filter) => {
          const query: GamesQuery = { ...filters, ...emptied(filter.removal), limit: 1 }
          const { total } = await callPage('GET /api/games', { query, signal })
          return { filter, count: total ?? 0 }
        }),
      )
      const best = relaxed.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
      return best.find(({ filter }) => filter.id !== 'q') ?? best[0] ?? null
    },
    enabled: active.length > 1,
  })
  return data ?? undefined
}

const emptied = (removal: Change): Partial<GamesQuery> =>
  Object.fromEntries(Object.entries(removal).map(([name, value]) => [name, value || undefined]))

/**
 * The games of a browse page: the first page from the server, the following ones loaded later. Back
 * and reload restore the list's length and position.
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
  usePlace({
    pages: pages.data.pages.length,
    canGrow: pages.hasNextPage && !pages.isFetchingNextPage && !pages.isFetchNextPageError,
    grow: () => void pages.fetchNextPage(),
  })
  return {
    games: pages.data.pages.flatMap(({ games }) => (sortOf(filters) === 'new' ? spread(games) : games)),
    total: first.total,
    hasMore: pages.hasNextPage,
    isLoading: pages.isFetchingNextPage,
    failed: pages.isFetchNextPageError,
    loadMore: () => pages.fetchNextPage(),
  }
}
