import { ORDERS_PAGE } from '@nofiller/contract/orders/order-status'
import type { Order, OrdersFilter } from '@nofiller/contract/orders/orders'
import { useCall } from '../../../api/use-call.ts'
import { useList } from '../../../api/use-list.ts'
import { useSession } from '../../../session/session.ts'
import { nextCheckMs } from '../progress/order-watch.ts'

/**
 * The orders that match a filter, page by page: the user's own, or everyone's for an admin. While one of them is
 * PENDING or WAITING and the page is visible they are refetched every `refreshMs`.
 */
export const useOrders = (filter: OrdersFilter, { refreshMs }: { refreshMs: number | false }) =>
  useList('GET /api/orders', filter, {
    limit: ORDERS_PAGE,
    refreshMs: (orders) => (orders.some(isUnconfirmed) ? refreshMs : false),
  })

const isUnconfirmed = ({ status }: Order) => status === 'PENDING' || status === 'WAITING'

/** One order of the user with its events; polled until it is paid. */
export function useOrder(orderId: string | null) {
  const { user } = useSession()
  return useCall('GET /api/orders/:orderId', {
    params: { orderId: orderId ?? '' },
    enabled: user !== null && orderId !== null,
    refetchInterval: ({ state: { data } }) => (data && data.status !== 'PAID' ? nextCheckMs(data) : false),
    refetchOnWindowFocus: 'always',
    retry: false,
  })
}
