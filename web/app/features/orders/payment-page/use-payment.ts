import { isOpen } from '@nofiller/contract/orders/order-status'
import type { Payment } from '@nofiller/contract/payments/payments'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useLive } from '../../../api/live.ts'

const POLL_MS = 5_000
/** Money for an ended payment is rare. In addition to events, in case one was lost. */
const SLOW_POLL_MS = 30_000

/** A payment, updated live, and a function to choose a coin. */
export function usePayment(payToken: string) {
  const queries = useQueryClient()
  const params = { payToken }
  const key = ['GET /api/payments/:payToken', payToken]
  const liveness = useLive(`/api/payments/${encodeURIComponent(payToken)}/events`, async (data) => {
    await queries.cancelQueries({ queryKey: key }) // a running read may be older
    queries.setQueryData(key, JSON.parse(data) as Payment) // the server writes it by the contract
  })
  const payment = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/payments/:payToken', { params, signal }),
    refetchInterval: ({ state }) => pollMs(state.data, liveness === 'live'),
    refetchOnWindowFocus: 'always',
    networkMode: 'always',
    retry: (_, error) => !isUnknown(error),
    retryDelay: POLL_MS,
  })
  const choosing = useMutation({
    mutationFn: (coin: string) => call('POST /api/payments/:payToken/coin', { params, body: { coin } }),
    // Refetched: an event may have announced something newer than the response.
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
    networkMode: 'always',
  })
  return {
    payment,
    isUnknown: isUnknown(payment.error),
    liveness: payment.failureReason === null ? liveness : ('lost' as const),
    choosing,
  }
}

/** The options of a payment, while one is being chosen. */
export const usePaymentCoins = (payToken: string, missing: number) =>
  useQuery({
    queryKey: ['GET /api/payments/:payToken/coins', payToken, missing],
    queryFn: ({ signal }) => call('GET /api/payments/:payToken/coins', { params: { payToken }, signal }),
    refetchInterval: 60_000, // exchange rates change
    networkMode: 'always',
    retry: 1,
  })

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404

const pollMs = (payment: Payment | undefined, isLive: boolean): number =>
  isLive || (payment && !isOpen(payment.status)) ? SLOW_POLL_MS : POLL_MS
