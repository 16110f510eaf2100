import type { NewDecision } from '@nofiller/contract/moderation/moderation'
import { type ApprovalState, CLAIM_MINUTES } from '@nofiller/contract/moderation/moderation-rules'
import { useEffect } from 'react'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { useList } from '../../../api/use-list.ts'
import { useAdminChanged } from '../../admin/use-admin-changed.ts'

const REFRESH_MS = 20_000
/** Well before it expires. */
const RENEW_MS = (CLAIM_MINUTES * 60_000) / 5

/** Games to review, in one state. */
export const useApprovals = (state: ApprovalState) =>
  useList('GET /api/admin/approvals', { state }, { refreshMs: () => REFRESH_MS })

export const useApprovalFigures = () =>
  useCall('GET /api/admin/approvals/figures', { refetchInterval: REFRESH_MS })

/** One game to review; changes by its developer appear automatically. */
export const useApproval = (id: string) =>
  useCall('GET /api/admin/approvals/:id', {
    params: { id },
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
  })

/** An admin's actions for a review. @throws ApiError with the server's sentence */
export function useApprovalActions() {
  const changed = useAdminChanged()
  const then = async (done: Promise<unknown>) => {
    try {
      await done
    } finally {
      await changed()
    }
  }
  return {
    claim: (id: string, takeOver: boolean) =>
      then(call('POST /api/admin/approvals/:id/claim', { params: { id }, body: { takeOver } })),
    letGo: (id: string) => then(call('DELETE /api/admin/approvals/:id/claim', { params: { id } })),
    decide: (id: string, decision: NewDecision) =>
      then(call('POST /api/admin/approvals/:id/decision', { params: { id }, body: decision })),
  }
}

/** Extends the claim of a review while its page is open and visible. */
export function useClaimRenewal(id: string, isMine: boolean): void {
  useEffect(() => {
    if (!isMine) return
    const renew = () => {
      if (document.visibilityState !== 'visible') return
      call('POST /api/admin/approvals/:id/claim', { params: { id }, body: { takeOver: false } }).catch(
        () => {},
      )
    }
    const timer = setInterval(renew, RENEW_MS)
    return () => clearInterval(timer)
  }, [id, isMine])
}
