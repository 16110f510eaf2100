import type { Sent } from '@nofiller/contract/calls'
import type { PaymentCase } from '@nofiller/contract/orders/payment-cases'
import { call } from '../../../api/client.ts'
import { useAdminChanged } from '../use-admin-changed.ts'

/** An admin's actions for a case. Everything that may show it is refetched, also when another admin was faster. */
export function useCaseActions({ orderId, kind }: PaymentCase) {
  const changed = useAdminChanged()
  const params = { orderId, kind }
  return {
    ask: (text: string) =>
      call('POST /api/admin/payment-cases/:orderId/:kind/ask', { params, body: { text } }).finally(changed),
    refund: (body: Sent<'POST /api/admin/payment-cases/:orderId/:kind/refund', 'body'>) =>
      call('POST /api/admin/payment-cases/:orderId/:kind/refund', { params, body }).finally(changed),
    resolve: (note: string) =>
      call('POST /api/admin/payment-cases/:orderId/:kind/resolve', { params, body: { note } }).finally(
        changed,
      ),
  }
}
