import { DEVICES } from '@nofiller/contract/devices'
import type { LibraryQuery } from '@nofiller/contract/library'
import { LIBRARY_SORTS } from '@nofiller/contract/library-sorts'
import { useSearchParams } from 'react-router'

/** What the library page shows; lives in its address. */
export type LibraryFilter = Omit<LibraryQuery, 'gameId' | 'limit' | 'after'>

export const SEARCH_MAX = 100

/** The filter that an address asks for; what is none is left out. */
export function filterIn(search: URLSearchParams): LibraryFilter {
  return {
    q: search.get('q')?.slice(0, SEARCH_MAX) || undefined,
    sort: LIBRARY_SORTS.find((sort) => sort === search.get('sort')),
    device: DEVICES.find((device) => device === search.get('device')),
    developer: search.get('developer')?.slice(0, SEARCH_MAX) || undefined,
    updated: search.get('updated') === '1' ? '1' : undefined,
    hidden: search.get('hidden') === '1' ? '1' : undefined,
  }
}

/** Whether some of the games may be missing; the order and the view of hidden games leave none out. */
export const isFiltering = ({ q, device, developer, updated }: LibraryFilter): boolean =>
  [q, device, developer, updated].some((value) => value !== undefined)

/** The filter, and how to change it. */
export function useLibraryFilter() {
  const [search, setSearch] = useSearchParams()
  const change = (changes: LibraryFilter) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(changes))
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const clear = () => change({ q: undefined, device: undefined, developer: undefined, updated: undefined })
  return { filter: filterIn(search), change, clear }
}
