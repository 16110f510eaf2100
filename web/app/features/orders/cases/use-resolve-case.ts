import type { PaymentCase } from '@nofiller/contract/payments/payment-cases'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** Closes a case with a note, and invalidates all lists of cases, also when another admin closed it first. */
export function useResolveCase({ orderId, kind }: PaymentCase): (note: string) => Promise<unknown> {
  const client = useQueryClient()
  return (note) =>
    call('POST /api/admin/payment-cases/:orderId/:kind/resolve', {
      params: { orderId, kind },
      body: { note },
    }).finally(() => client.invalidateQueries({ queryKey: ['GET /api/admin/payment-cases'] }))
}
