import type { LibraryEntry } from '@nofiller/contract/library/library'
import { LIBRARY_PAGE } from '@nofiller/contract/library/library-sorts'
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call, callPage, type ListPage } from '../../api/client.ts'
import { useUser } from '../../session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { usePlace } from '../catalog/scroll-restoration.ts'
import { LIBRARY, useRefreshLibrary } from './library-entry.ts'
import type { LibraryFilter } from './library-filter.ts'

const LISTS = [...LIBRARY, 'list']
/** Long enough to look at a game: Back then restores the list's length. */
const CACHE_MS = 30 * 60_000

/** The signed-in user's games that match a filter, page by page. Back and reload restore the list's length and position. */
export function useLibrary(filter: LibraryFilter) {
  const user = useUser()
  const q = useDebounced(filter.q)
  const pages = useInfiniteQuery({
    queryKey: [...LISTS, { ...filter, q }],
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/library', { query: { ...filter, q, limit: LIBRARY_PAGE, ...pageParam }, signal }),
    initialPageParam: {} as { after?: string },
    getNextPageParam: (page) => (page.next === null ? null : { after: page.next }),
    placeholderData: keepPreviousData,
    gcTime: CACHE_MS,
    enabled: user !== null,
  })
  usePlace({
    pages: pages.data?.pages.length ?? 0,
    canGrow: pages.hasNextPage && !pages.isFetchingNextPage && !pages.isFetchNextPageError,
    grow: () => void pages.fetchNextPage(),
  })
  return {
    data: pages.data?.pages.flatMap((page) => page.rows),
    total: pages.data?.pages.at(-1)?.total ?? 0,
    /** The games shown belong to an earlier filter. */
    isOutdated: pages.isPlaceholderData || q !== filter.q,
    isError: pages.isError,
    isFetching: pages.isFetching,
    refetch: pages.refetch,
    more: {
      isThere: pages.hasNextPage,
      isLoading: pages.isFetchingNextPage,
      isError: pages.isFetchNextPageError,
      load: pages.fetchNextPage,
    },
  }
}

/** The library's filter options. */
export function useLibraryFacets() {
  const user = useUser()
  return useQuery({
    queryKey: [...LIBRARY, 'facets'],
    queryFn: ({ signal }) => call('GET /api/library/facets', { signal }),
    enabled: user !== null,
  })
}

/** Hides a game, or shows it again, and offers an undo. It leaves the list at once. */
export function useHide() {
  const client = useQueryClient()
  const refresh = useRefreshLibrary()
  const set = async ({ gameId }: LibraryEntry, hidden: boolean): Promise<boolean> => {
    try {
      await call('PATCH /api/library/:gameId', { params: { gameId }, body: { hidden } })
      return true
    } catch (error) {
      toast(messageOf(error, 'We couldn’t change your library. Please try again.'), { kind: 'bad' })
      return false
    }
  }
  const undo = async (entry: LibraryEntry) => {
    await set(entry, entry.hidden)
    await refresh()
  }
  return async (entry: LibraryEntry) => {
    client.setQueriesData<InfiniteData<ListPage<LibraryEntry[]>>>({ queryKey: LISTS }, without(entry))
    const isDone = await set(entry, !entry.hidden)
    await refresh()
    if (isDone)
      toast(`${entry.game.title} is ${entry.hidden ? 'shown again' : 'hidden'}.`, {
        action: { label: 'Undo', onPress: () => void undo(entry) },
      })
  }
}

const without =
  ({ gameId }: LibraryEntry) =>
  (known: InfiniteData<ListPage<LibraryEntry[]>> | undefined) =>
    known && {
      ...known,
      pages: known.pages.map((page) => ({
        ...page,
        rows: page.rows.filter((entry) => entry.gameId !== gameId),
      })),
    }
