import type { CallName } from '@nofiller/contract/calls'
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../session/session.ts'
import { useRested } from '../ui/rested.ts'
import type { ListPage } from './client.ts'

type Pages<Row> = InfiniteData<ListPage<Row[]>, string | undefined>
type Filter = { q?: string | undefined }
type Options<Row> = {
  /** How often to read the rows again while the page is visible, or not at all. */
  refreshMs?: (rows: readonly Row[]) => number | false
}

/**
 * A list of the server that a filter narrows, page by page, as `List` shows it. The filter's text `q` counts once it rests.
 * `name` is the call, and the key under which the list is asked for again.
 */
export function useList<Row, Wanted extends object>(
  name: CallName,
  filter: Wanted & Filter,
  load: (query: Wanted & { after: string | undefined }, signal: AbortSignal) => Promise<ListPage<Row[]>>,
  { refreshMs = () => false }: Options<Row> = {},
) {
  const { user } = useSession()
  const client = useQueryClient()
  const text = filter.q?.trim() || undefined
  const q = useRested(text)
  const queryKey = [name, { ...filter, q }] as const
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ ...filter, q, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) => refreshMs(state.data?.pages.flatMap((page) => page.rows) ?? []),
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
    enabled: user !== null,
  })
  return {
    data: pages.data?.pages.flatMap((page) => page.rows),
    total: pages.data?.pages.at(-1)?.total ?? 0,
    /** What is shown is not yet what is asked for. */
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
    canReset: (pages.data?.pages.length ?? 0) > 1,
    /** Back to the first page. */
    reset: () => {
      client.setQueryData<Pages<Row>>(queryKey, firstPage)
    },
  }
}

const firstPage = <Row>(known: Pages<Row> | undefined) =>
  known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) }
