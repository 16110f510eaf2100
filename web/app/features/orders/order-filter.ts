import { ORDER_STATUSES, type OrderStatus } from '@nofiller/contract/order-status'
import type { OrdersFilter } from '@nofiller/contract/orders'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

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

export const SEARCH_MAX = 100

/** `Paid` for `PAID`. */
export const statusName = (status: OrderStatus): string => status[0] + status.slice(1).toLowerCase()

export const isFiltering = ({ q, ...others }: OrdersFilter): boolean =>
  (q ?? '').trim() !== '' || Object.values(others).some((value) => value !== undefined)

/** The filter that an address asks for; what is none is left out. */
export function filterIn(search: URLSearchParams): OrdersFilter {
  const wanted = search.get('status')?.toUpperCase()
  return {
    status: ORDER_STATUSES.find((status) => status === wanted),
    q: search.get('q')?.slice(0, SEARCH_MAX),
    from: dayIn(search.get('from')),
    to: dayIn(search.get('to')),
  }
}

const dayIn = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** The part of an address that asks for a filter. */
export function searchOf({ status, ...others }: OrdersFilter): URLSearchParams {
  const entries = Object.entries({ status: status?.toLowerCase(), ...others })
  return new URLSearchParams(entries.flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

/** Marks an address that follows what was typed on the page itself. */
const TYPED = 'typed'

/** The filter of an orders page. It lives in the address, which follows a moment after what is typed. */
export function useOrderFilter() {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const [filter, setFilter] = useState(() => filterIn(search))
  // A link to this page starts over; an address that only followed may be behind by some letters.
  useEffect(() => {
    if (state !== TYPED) setFilter(filterIn(search))
  }, [search, state])
  const change = (next: OrdersFilter) => {
    setFilter(next)
    setSearch(searchOf(next), { replace: true, preventScrollReset: true, state: TYPED })
  }
  return { filter, setFilter: change, clear: () => change({}) }
}
