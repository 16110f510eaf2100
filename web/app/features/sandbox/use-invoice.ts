import type { SandboxCoin, SandboxEvent, SandboxInvoice } from '@nofiller/contract/sandbox/sandbox'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { toast } from '../../ui/feedback/toast.tsx'

const REFRESH_MS = 5_000
const ENDED: readonly SandboxInvoice['status'][] = ['paid', 'expired', 'failed', 'cancelled']

export const hasEnded = (invoice: SandboxInvoice): boolean => ENDED.includes(invoice.status)

/** A test invoice, polled every few seconds while it can change, and functions to change it. */
export function useInvoice(id: string) {
  const client = useQueryClient()
  const key = ['GET /sandbox/invoice/:id/state', id]
  const invoice = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /sandbox/invoice/:id/state', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : REFRESH_MS),
    retry: 1,
  })
  const simulation = useMutation({
    mutationFn: (body: { event: SandboxEvent; coin?: SandboxCoin }) =>
      call('POST /sandbox/invoice/:id/simulate', { params: { id }, body }),
    onSuccess: (changed) => client.setQueryData(key, changed),
    onError: (error) => {
      toast(messageOf(error, 'Something went wrong'), { kind: 'bad' })
      void client.invalidateQueries({ queryKey: key })
    },
  })
  return { invoice, simulate: simulation.mutate, running: simulation.isPending ? simulation.variables : null }
}
