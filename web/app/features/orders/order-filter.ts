import { ORDER_STATUSES, type OrderStatus } from '@nofiller/contract/order-status'
import type { Order } from '@nofiller/contract/orders'
import { useSearchParams } from 'react-router'

export type OrderFilter = { status: OrderStatus | null; text: string }

/** The choices of the status filter, in the order of document 2 §2. */
export const STATUS_CHOICES = [
  'PAID',
  'PENDING',
  'CREATED',
  'WAITING',
  'EXPIRED',
  'CANCELLED',
  'FAILED',
] as const satisfies readonly OrderStatus[]

/** `Paid` for `PAID`. */
export const statusName = (status: OrderStatus): string => status[0] + status.slice(1).toLowerCase()

export const isFiltering = (filter: OrderFilter): boolean =>
  filter.status !== null || filter.text.trim() !== ''

/** The orders that a filter lets through: its status, and its text in the title, the status or the order id. */
export function filterOrders(orders: readonly Order[], filter: OrderFilter): Order[] {
  const text = filter.text.trim().toLowerCase()
  return orders.filter(
    (order) =>
      (filter.status === null || order.status === filter.status) &&
      [order.game.title, order.status, order.orderId].some((value) => value.toLowerCase().includes(text)),
  )
}

/** The filter of the orders page; it lives in the address. */
export function useOrderFilter() {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('status')?.toUpperCase()
  const filter: OrderFilter = {
    status: ORDER_STATUSES.find((status) => status === wanted) ?? null,
    text: search.get('q') ?? '',
  }
  const setFilter = (next: OrderFilter) => {
    const params = new URLSearchParams()
    if (next.status !== null) params.set('status', next.status.toLowerCase())
    if (next.text !== '') params.set('q', next.text)
    setSearch(params, { replace: true, preventScrollReset: true })
  }
  return { filter, setFilter, clear: () => setFilter({ status: null, text: '' }) }
}
