import type { Sent } from '@nofiller/contract/calls'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { useAdminChanged } from '../use-admin-changed.ts'

const ORDER = 'GET /api/admin/orders/:orderId'

/** Everything about an order. Refetched while one of its emails waits to be sent. */
export const useAdminOrder = (orderId: string) =>
  useCall(ORDER, {
    params: { orderId },
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.emails.some(({ state }) => state === 'queued') ? MAIL_CHECK_MS : false,
  })

const MAIL_CHECK_MS = 5_000

/** An admin's actions for an order. @throws ApiError with the server's sentence */
export function useOrderActions(orderId: string) {
  const changed = useAdminChanged()
  const params = { orderId }
  const then = async (done: Promise<unknown>) => {
    await done
    await changed()
  }
  return {
    refund: (body: Sent<'POST /api/admin/orders/:orderId/refunds', 'body'>) =>
      then(call('POST /api/admin/orders/:orderId/refunds', { params, body })),
    revoke: (positions: number[], reason: string) =>
      then(call('POST /api/admin/orders/:orderId/revocations', { params, body: { positions, reason } })),
    grant: (body: Sent<'POST /api/admin/grants', 'body'>) => then(call('POST /api/admin/grants', { body })),
    sendReceipt: () => then(call('POST /api/admin/orders/:orderId/receipt', { params })),
    sendMail: (id: string) =>
      then(call('POST /api/admin/orders/:orderId/emails/:id/send-again', { params: { orderId, id } })),
    addNote: (body: { _id: string; text: string }) =>
      then(call('POST /api/admin/orders/:orderId/notes', { params, body })),
  }
}
