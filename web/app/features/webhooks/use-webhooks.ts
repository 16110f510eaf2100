import type { Delivery, Endpoint } from '@nofiller/contract/webhooks/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../api/use-call.ts'
import { useList } from '../../api/use-list.ts'
import { currentTime } from '../../ui/clock.ts'

const ENDPOINTS = 'GET /api/endpoints'
const ALL_DELIVERIES = 'GET /api/endpoints/deliveries'
const DELIVERIES = 'GET /api/endpoints/:id/deliveries'

/** How often is read again what changes by itself, while something is about to. */
const REFRESH_MS = 2_000
const SOON_MS = 60_000

/** The developer's endpoints, and whether the store sends anything. */
export const useEndpoints = () =>
  useCall(ENDPOINTS, {
    refetchInterval: ({ state: { data } }) =>
      data && !data.isSendingOff && data.endpoints.some(isSending) ? REFRESH_MS : false,
  })

/** What waits for one that fails may wait for hours. */
const isSending = ({ state, counts }: Endpoint): boolean => counts.waiting > 0 && state === 'on'

/** What was sent to all endpoints, the newest first. */
export const useAllDeliveries = (failed: '1' | undefined) =>
  useList(ALL_DELIVERIES, { failed }, { refreshMs })

/** What was sent to one endpoint, the newest first. */
export const useDeliveriesTo = (id: string, failed: '1' | undefined) =>
  useList(DELIVERIES, { failed }, { params: { id }, refreshMs })

const refreshMs = (rows: readonly Delivery[]) => (rows.some(isSoon) ? REFRESH_MS : false)

/** Whether a delivery waits for a try that is due, or will be in a minute. A paused endpoint's waits longer. */
function isSoon({ state, at, nextTryAt }: Delivery): boolean {
  if (state !== 'waiting' && state !== 'retrying') return false
  return Math.abs(Date.parse(nextTryAt ?? at) - currentTime().getTime()) < SOON_MS
}

/** Called when an endpoint changed or something was sent: reads all of it again. */
export function useWebhooksChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      [ENDPOINTS, ALL_DELIVERIES, DELIVERIES].map((name) => client.invalidateQueries({ queryKey: [name] })),
    )
  }
}
