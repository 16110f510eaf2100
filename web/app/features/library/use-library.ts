import type { LibraryEntry } from '@nofiller/contract/library/library'
import { LIBRARY_PAGE } from '@nofiller/contract/library/library-sorts'
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call, type ListPage } from '../../api/client.ts'
import { useList } from '../../api/use-list.ts'
import { useUser } from '../../session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { usePlace } from '../catalog/scroll-restoration.ts'
import { LIBRARY, useRefreshLibrary } from './library-entry.ts'
import type { LibraryFilter } from './library-filter.ts'

type Pages = InfiniteData<ListPage<LibraryEntry[]>>

/** The lists alone: unlike the other queries about the library they have a filter in their key. */
const LISTS = [...LIBRARY, {}]
/** Long enough to look at a game: Back then restores the list's length. */
const CACHE_MS = 30 * 60_000

/** The signed-in user's games that match a filter, page by page. Back and reload restore the list's length and position. */
export function useLibrary(filter: LibraryFilter) {
  const { reset: _reset, ...list } = useList('GET /api/library', filter, {
    limit: LIBRARY_PAGE,
    cacheMs: CACHE_MS,
  })
  const { isThere, isLoading, isError, load } = list.more
  usePlace({ pages: list.pages, canGrow: isThere && !isLoading && !isError, grow: () => void load() })
  return list
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
    client.setQueriesData<Pages>({ queryKey: LISTS }, without(entry))
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
  (known: Pages | undefined) =>
    known && {
      ...known,
      pages: known.pages.map((page) => ({
        ...page,
        rows: page.rows.filter((entry) => entry.gameId !== gameId),
      })),
    }
