import { DOWNLOAD_SECONDS } from '@nofiller/contract/library/download-lifetimes'
import { isOpen, type OrderStatus, THANK_YOU_POLL_SECONDS } from '@nofiller/contract/orders/order-status'
import { ApiError } from '../../../api/api-error.ts'
import { useLive } from '../../../api/live.ts'
import { useCall } from '../../../api/use-call.ts'

type Seen = { status: OrderStatus }

/** Money for an ended order is rare. */
const ENDED_EVERY_MS = 30_000
/** The download URL is renewed well before it expires. Not every paid order has one. */
const PAID_EVERY_MS = (DOWNLOAD_SECONDS * 1_000) / 2
const FAILED_AT_MOST_MS = 60_000

/** How long until an order's status is polled again, in milliseconds. */
export function nextCheckMs(seen: Seen | undefined): number {
  if (seen?.status === 'PAID') return PAID_EVERY_MS
  if (seen && !isOpen(seen.status)) return ENDED_EVERY_MS
  return THANK_YOU_POLL_SECONDS * 1_000
}

/** How long to wait after a failure: the server's wish, else twice as long each time up to a minute. */
export function afterFailureMs(failures: number, error: unknown): number {
  const retryAfter = error instanceof ApiError ? error.retryAfterSeconds : null
  if (retryAfter !== null) return Math.max(1, retryAfter) * 1_000
  return Math.min(FAILED_AT_MOST_MS, THANK_YOU_POLL_SECONDS * 1_000 * 2 ** failures)
}

/** The thank-you page's message about a failed check. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0
    ? `Failed to fetch status (${error.status})`
    : 'Status check failed'

const isUnknownOrder = (error: unknown) => error instanceof ApiError && error.status === 404

/**
 * Polls the status of an order for anyone who knows its id, while the page is visible; returning to the page polls at
 * once. `failure` is the failure of the last check, `isUnknown` says that there is no such order.
 */
export function useOrderWatch(orderId: string | null) {
  const check = useCall('GET /api/order-status/:orderId', {
    params: { orderId: orderId ?? '' },
    enabled: orderId !== null,
    refetchInterval: (query) => (isUnknownOrder(query.state.error) ? false : nextCheckMs(query.state.data)),
    refetchOnWindowFocus: 'always',
    networkMode: 'always',
    gcTime: 0,
    // A failed check is retried until it succeeds; only a nonexistent order ends it.
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
