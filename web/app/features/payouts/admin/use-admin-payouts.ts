import type { Sent } from '@nofiller/contract/calls'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { useAdminChanged } from '../../admin/use-admin-changed.ts'

const SUMMARY = 'GET /api/admin/payouts/summary'
const REFRESH_MS = 15_000

/** Whether payouts run, what is due and the provider's balance; polled while the page is open. */
export const useAdminPayoutSummary = () =>
  useCall(SUMMARY, { refetchInterval: REFRESH_MS, refetchOnWindowFocus: 'always' })

type Evidence = Sent<'POST /api/admin/payouts/:id/evidence', 'body'>

/** An admin's actions for payouts. Each call is followed by a refetch of everything. */
export function usePayoutActions() {
  const changed = useAdminChanged()
  const done = async <T>(made: Promise<T>): Promise<T> => {
    try {
      return await made
    } finally {
      await changed()
    }
  }
  return {
    approve: (body: Sent<'POST /api/admin/payouts/approve', 'body'>) =>
      done(call('POST /api/admin/payouts/approve', { body })),
    block: (id: string, reason: string) =>
      done(call('POST /api/admin/payouts/:id/block', { params: { id }, body: { reason } })),
    cancel: (id: string, reason: string) =>
      done(call('POST /api/admin/payouts/:id/cancel', { params: { id }, body: { reason } })),
    giveEvidence: (id: string, body: Evidence) =>
      done(call('POST /api/admin/payouts/:id/evidence', { params: { id }, body })),
    turn: (stopped: boolean, reason: string) =>
      done(call('PUT /api/admin/payouts/switch', { body: { stopped, reason } })),
  }
}
