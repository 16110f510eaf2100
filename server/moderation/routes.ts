import { actorOf } from '../platform/database/audit.ts'
import { pageSize } from '../platform/database/paginate.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { decideAppeal } from './appeals/decide-appeal.ts'
import { listAppeals } from './appeals/list-appeals.ts'
import { sendAppeal } from './appeals/send-appeal.ts'
import { claimApproval, letGo } from './approvals/claim.ts'
import { decideApproval } from './approvals/decide.ts'
import { findApproval, findDecision, openApproval, recordSeen } from './approvals/find-approval.ts'
import { approvalFigures, listApprovals } from './approvals/list-approvals.ts'

const ok = { ok: true } as const
const PAGE = 50

export function moderationRoutes(serve: Serve, store: Store): void {
  const viewerOf = ({ id }: { id: string }) => ({ adminId: id, now: store.clock() })

  serve.list('GET /api/admin/approvals', async ({ account, query }) =>
    listApprovals(store.db, viewerOf(account), { ...query, limit: pageSize(query, PAGE) }),
  )

  serve('GET /api/admin/approvals/figures', async ({ account }) =>
    approvalFigures(store.db, viewerOf(account)),
  )

  serve('GET /api/admin/approvals/:id', async ({ account, params }) => {
    const approval = await openApproval(store, viewerOf(account), params.id)
    await recordSeen(store.db, account.id, approval)
    return approval
  })

  serve('POST /api/admin/approvals/:id/claim', async ({ account, params, body }) => {
    const viewer = viewerOf(account)
    await claimApproval(store, actorOf(account), params.id, body)
    return findApproval(store.db, viewer, params.id)
  })

  serve('DELETE /api/admin/approvals/:id/claim', async ({ account, params }) => {
    await letGo(store, actorOf(account), params.id)
    return ok
  })

  serve('POST /api/admin/approvals/:id/decision', async ({ account, params, body }) => {
    await decideApproval(store, { ...actorOf(account), id: account.id }, params.id, body)
    return ok
  })

  serve('POST /api/decisions/:id/appeal', async ({ account, params, body }) => {
    await sendAppeal(store, account, params.id, body.text)
    return ok
  })

  serve.list('GET /api/admin/appeals', async ({ account, query }) =>
    listAppeals(store.db, viewerOf(account), { ...query, limit: pageSize(query, PAGE) }),
  )

  serve('POST /api/admin/appeals/:id/decision', async ({ account, params, body }) => {
    await decideAppeal(store, { ...actorOf(account), id: account.id }, params.id, body)
    return ok
  })

  serve('GET /api/decisions/:id', async ({ account, params }) =>
    findDecision(store.db, account, params.id, store.clock()),
  )
}
