import { DEVICES } from '@nofiller/contract/catalog/devices'
import type { LibraryQuery } from '@nofiller/contract/library/library'
import { LIBRARY_SORTS } from '@nofiller/contract/library/library-sorts'
import { choiceIn, textIn, useAddressFilter } from '../../ui/list/address-filter.ts'

/** The filter of the library page; stored in its URL. */
export type LibraryFilter = Omit<LibraryQuery, 'gameId' | 'limit' | 'after'>

/** The filter in a URL; invalid parts are left out. */
export function filterIn(search: URLSearchParams): LibraryFilter {
  return {
    q: textIn(search),
    sort: choiceIn(search, 'sort', LIBRARY_SORTS),
    device: choiceIn(search, 'device', DEVICES),
    developer: textIn(search, 'developer'),
    updated: choiceIn(search, 'updated', ['1']),
    muted: choiceIn(search, 'muted', ['1']),
    hidden: choiceIn(search, 'hidden', ['1']),
  }
}

/** Whether the filter may hide games; the order and the view of hidden games do not. */
export const isFiltering = ({ q, device, developer, updated, muted }: LibraryFilter): boolean =>
  [q, device, developer, updated, muted].some((value) => value !== undefined)

/** The filter, and a function to change parts of it. */
export function useLibraryFilter() {
  const { filter, setFilter } = useAddressFilter(filterIn)
  const change = (changes: LibraryFilter) => setFilter({ ...filter, ...changes })
  const clear = () => setFilter({ sort: filter.sort, hidden: filter.hidden })
  return { filter, change, clear }
}
