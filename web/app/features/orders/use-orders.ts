import { ORDERS_PAGE } from '@nofiller/contract/order-status'
import type { Order, OrdersFilter } from '@nofiller/contract/orders'
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callPage, type ListPage } from '../../api/client.ts'
import { useSession } from '../../session/session.ts'
import { useRested } from '../../ui/rested.ts'
import { nextCheckMs } from './order-watch.ts'

type Pages = InfiniteData<ListPage<Order[]>, { after?: string }>

/**
 * The orders that a filter lets through, page by page: the user's own, or everyone's for an admin. While one of them is
 * PENDING or WAITING and the page is visible they are read again every `refreshMs`.
 */
export function useOrders(filter: OrdersFilter, { refreshMs }: { refreshMs: number | false }) {
  const { user } = useSession()
  const client = useQueryClient()
  const text = filter.q?.trim() || undefined
  const q = useRested(text)
  const queryKey = ['GET /api/orders', { ...filter, q }] as const
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/orders', { query: { ...filter, q, limit: ORDERS_PAGE, ...pageParam }, signal }),
    initialPageParam: {} as { after?: string },
    getNextPageParam: (page) => (page.next === null ? null : { after: page.next }),
    refetchInterval: ({ state }) => (state.data?.pages.some(hasUnconfirmed) ? refreshMs : false),
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
    reset: () => client.setQueryData<Pages>(queryKey, firstPage),
  }
}

const hasUnconfirmed = (page: ListPage<Order[]>) =>
  page.rows.some(({ status }) => status === 'PENDING' || status === 'WAITING')

const firstPage = (known: Pages | undefined) =>
  known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) }

/** One order of the user with its story, by id; followed until it is paid. */
export function useOrder(orderId: string | null) {
  const { user } = useSession()
  return useQuery({
    queryKey: ['GET /api/orders/:orderId', orderId],
    queryFn: ({ signal }) => call('GET /api/orders/:orderId', { params: { orderId: orderId ?? '' }, signal }),
    enabled: user !== null && orderId !== null,
    refetchInterval: ({ state: { data } }) => (data && data.status !== 'PAID' ? nextCheckMs(data) : false),
    refetchOnWindowFocus: 'always',
    retry: false,
  })
}
