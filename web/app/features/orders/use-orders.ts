import { ORDERS_PAGE } from '@nofiller/contract/order-status'
import type { Order } from '@nofiller/contract/orders'
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callPage, type ListPage } from '../../api/client.ts'
import { useSession } from '../../session/session.ts'

const REFRESH_MS = 15_000
const PAGES_KEY = ['GET /api/orders', 'pages'] as const

/**
 * The user's orders, page by page, or all of them at once while a filter looks for some. While one is PENDING or
 * WAITING and the page is visible they are read again every 15 seconds.
 */
export function useOrders({ everything }: { everything: boolean }) {
  const { user } = useSession()
  const client = useQueryClient()
  const pages = useInfiniteQuery({
    queryKey: PAGES_KEY,
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/orders', { query: { limit: ORDERS_PAGE, ...pageParam }, signal }),
    initialPageParam: {} as { after?: string },
    getNextPageParam: (page) => (page.next === null ? null : { after: page.next }),
    refetchInterval: ({ state }) => (state.data?.pages.some(hasUnconfirmed) ? REFRESH_MS : false),
    refetchOnWindowFocus: 'always',
    enabled: user !== null && !everything,
  })
  const all = useQuery({
    queryKey: ['GET /api/orders', 'all'],
    queryFn: ({ signal }) => callPage('GET /api/orders', { signal }),
    refetchInterval: ({ state }) => (state.data && hasUnconfirmed(state.data) ? REFRESH_MS : false),
    enabled: user !== null && everything,
  })
  const asked = everything ? all : pages
  const loaded = everything ? (all.data ? [all.data] : []) : (pages.data?.pages ?? [])
  return {
    isError: asked.isError,
    isFetching: asked.isFetching,
    refetch: asked.refetch,
    data: asked.data && loaded.flatMap((page) => page.rows),
    total: loaded.at(-1)?.total ?? 0,
    more: everything ? null : morePages(pages),
    /** Back to the first page. */
    reset: () =>
      client.setQueryData<Pages>(
        PAGES_KEY,
        (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
      ),
  }
}

type Pages = InfiniteData<ListPage<Order[]>, { after?: string }>

const hasUnconfirmed = (page: ListPage<Order[]>) =>
  page.rows.some(({ status }) => status === 'PENDING' || status === 'WAITING')

type PagesQuery = {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

const morePages = (pages: PagesQuery) => ({
  isThere: pages.hasNextPage,
  isLoading: pages.isFetchingNextPage,
  isError: pages.isFetchNextPageError,
  load: pages.fetchNextPage,
  canReset: (pages.data?.pages.length ?? 0) > 1,
})

/** One order of the user, by id. */
export function useOrder(orderId: string | null) {
  const { user } = useSession()
  return useQuery({
    queryKey: ['GET /api/orders/:orderId', orderId],
    queryFn: ({ signal }) => call('GET /api/orders/:orderId', { params: { orderId: orderId ?? '' }, signal }),
    enabled: user !== null && orderId !== null,
    retry: false,
  })
}
