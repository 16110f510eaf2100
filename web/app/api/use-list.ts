import type { CallName, ResponseBody, Sent } from '@nofiller/contract/calls'
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../session/session.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { type CallOptions, callPage, type ListPage } from './client.ts'

const PAGE = 20

type Pages<Row> = InfiniteData<ListPage<Row[]>, string | undefined>
type RowOf<Name extends CallName> = ResponseBody<Name> extends readonly (infer Row)[] ? Row : never
type FilterOf<Name extends CallName> = Omit<NonNullable<Sent<Name, 'query'>>, 'after' | 'limit'> & {
  q?: string | undefined
}
type Options<Name extends CallName> = {
  params?: Sent<Name, 'params'>
  /** Rows per page. */
  limit?: number
  /** How often to read the rows again while the page is visible, or not at all. */
  refreshMs?: (rows: readonly RowOf<Name>[]) => number | false
  /** How long to cache rows that no screen shows. */
  cacheMs?: number
}

/**
 * A paginated list from the server, as `List` shows it. The filter's text `q` is debounced. `name` is the call, and the query
 * key for invalidating the list.
 */
export function useList<Name extends CallName>(
  name: Name,
  filter: FilterOf<Name>,
  { params, limit = PAGE, refreshMs = () => false, cacheMs }: Options<Name> = {},
) {
  type Row = RowOf<Name>
  const { user } = useSession()
  const client = useQueryClient()
  const text = filter.q?.trim() || undefined
  const q = useDebounced(text)
  const queryKey = [name, { params, ...filter, q }] as const
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const options: object = { params, query: { ...filter, q, limit, after: pageParam }, signal }
      // A generic name hides the guarantees of `FilterOf` and `RowOf` from the types.
      return callPage(name, options as CallOptions<Name>) as Promise<ListPage<Row[]>>
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) => refreshMs(state.data?.pages.flatMap((page) => page.rows) ?? []),
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
    gcTime: cacheMs,
    enabled: user !== null,
  })
  const count = pages.data?.pages.length ?? 0
  return {
    data: pages.data?.pages.flatMap((page) => page.rows),
    pages: count,
    total: pages.data?.pages.at(-1)?.total ?? 0,
    /** The rows belong to an earlier filter. */
    isOutdated: pages.isPlaceholderData || q !== text,
    isError: pages.isError,
    error: pages.error,
    isFetching: pages.isFetching,
    refetch: pages.refetch,
    more: {
      isThere: pages.hasNextPage,
      isLoading: pages.isFetchingNextPage,
      isError: pages.isFetchNextPageError,
      load: pages.fetchNextPage,
    },
    /** Back to the first page, when there are more. */
    reset: count > 1 ? () => client.setQueryData<Pages<Row>>(queryKey, firstPage) : undefined,
  }
}

const firstPage = <Row>(known: Pages<Row> | undefined) =>
  known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) }
