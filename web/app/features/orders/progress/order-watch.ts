import { isOpen, type OrderStatus, THANK_YOU_POLL_SECONDS } from '@nofiller/contract/orders/order-status'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useLive } from '../../../api/live.ts'

type Seen = { status: OrderStatus }

/** Money may still arrive for an order that has ended, but seldom. */
const ENDED_EVERY_MS = 30_000
/** The download address holds for ten minutes; a newer one is fetched before it ends. Not every paid order has one. */
const PAID_EVERY_MS = 5 * 60_000
const FAILED_AT_MOST_MS = 60_000

/** How long until an order's status is polled again, in milliseconds. */
export function nextCheckMs(seen: Seen | undefined): number {
  if (seen?.status === 'PAID') return PAID_EVERY_MS
  if (seen && !isOpen(seen.status)) return ENDED_EVERY_MS
  return THANK_YOU_POLL_SECONDS * 1_000
}

/** How long to wait after a failure: what the server asks for, else twice as long each time up to a minute. */
export function afterFailureMs(failures: number, error: unknown): number {
  const retryAfter = error instanceof ApiError ? error.retryAfterSeconds : null
  if (retryAfter !== null) return Math.max(1, retryAfter) * 1_000
  return Math.min(FAILED_AT_MOST_MS, THANK_YOU_POLL_SECONDS * 1_000 * 2 ** failures)
}

/** What the thank-you page says of a check that failed. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0
    ? `Failed to fetch status (${error.status})`
    : 'Status check failed'

const isUnknownOrder = (error: unknown) => error instanceof ApiError && error.status === 404

/**
 * Follows the status of an order for whoever knows its id, while the page is visible; coming back to the page asks at
 * once. `failure` is the failure of the last check, `isUnknown` says that there is no such order.
 */
export function useOrderWatch(orderId: string | null) {
  const check = useQuery({
    queryKey: ['GET /api/order-status/:orderId', orderId],
    queryFn: ({ signal }) =>
      call('GET /api/order-status/:orderId', { params: { orderId: orderId ?? '' }, signal }),
    enabled: orderId !== null,
    refetchInterval: (query) => (isUnknownOrder(query.state.error) ? false : nextCheckMs(query.state.data)),
    refetchOnWindowFocus: 'always',
    networkMode: 'always',
    gcTime: 0,
    // A failed check is repeated until it succeeds; only an order that does not exist ends it.
    retry: (_, error) => !isUnknownOrder(error),
    retryDelay: afterFailureMs,
  })
  useLive(
    orderId === null || isUnknownOrder(check.error)
      ? null
      : `/api/order-status/${encodeURIComponent(orderId)}/events`,
    () => void check.refetch(),
  )
  return {
    seen: check.data,
    failure: check.failureReason,
    isUnknown: orderId === null || isUnknownOrder(check.error),
  }
}
