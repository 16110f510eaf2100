import { TIME_SORTS } from '@nofiller/contract/catalog/time-sorts'
import { ORDER_STATUSES, type OrderStatus } from '@nofiller/contract/orders/order-status'
import type { OrdersFilter } from '@nofiller/contract/orders/orders'
import { choiceIn, dayIn, searchWith, textIn, useAddressFilter } from '../../../ui/list/address-filter.ts'
import type { FilterParts } from '../../../ui/list/no-match.tsx'

/** The options of the status filter, in the order of requirements 6.14. */
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

/** The filter in a URL; invalid parts are left out. */
export function filterIn(search: URLSearchParams): OrdersFilter {
  const status = search.get('status')?.toUpperCase()
  return {
    status: ORDER_STATUSES.find((each) => each === status),
    q: textIn(search),
    from: dayIn(search, 'from'),
    to: dayIn(search, 'to'),
    sort: choiceIn(search, 'sort', TIME_SORTS),
  }
}

/** The part of a URL with a filter. */
export const searchOf = ({ status, ...others }: OrdersFilter): URLSearchParams =>
  searchWith({ status: status?.toLowerCase(), ...others })

/** The parts of a filter by their names on the screen. */
export const partsOf = ({ status, q, from, to }: OrdersFilter): FilterParts => ({
  search: q,
  status: status && statusName(status),
  'first day': from,
  'last day': to,
})

/** The filter of an orders page. */
export const useOrderFilter = () => useAddressFilter(filterIn, searchOf)
