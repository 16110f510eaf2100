import type { Sent } from '@nofiller/contract/calls'
import type { PaymentCase } from '@nofiller/contract/payment-cases'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callPage } from '../../api/client.ts'
import { useList } from '../../api/use-list.ts'

const PAGE = 20
const CASES = 'GET /api/admin/payment-cases'

/** Payment cases, page by page. */
export const useCases = (filter: Sent<'GET /api/admin/payment-cases.csv', 'query'>) =>
  useList(CASES, filter, (query, signal) => callPage(CASES, { query: { ...query, limit: PAGE }, signal }))

/** Closes a case with a note; all lists are read again. */
export function useResolveCase({ orderId, kind }: PaymentCase) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (note: string) =>
      call('POST /api/admin/payment-cases/:orderId/:kind/resolve', {
        params: { orderId, kind },
        body: { note },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [CASES] }),
  })
}
