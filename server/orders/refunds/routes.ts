import { actorOf } from '../../platform/database/audit.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Store } from '../../store.ts'
import { give } from './give.ts'
import { refund } from './refund.ts'
import { revokeItems } from './revoke.ts'

const ok = { ok: true } as const

/** What admins do after a sale: refunds, revocations, and gifts. */
export function refundRoutes(serve: Serve, store: Store): void {
  serve('POST /api/admin/orders/:orderId/refunds', async ({ account, params, body }) => {
    await refund(store, actorOf(account), params.orderId, body)
    return ok
  })

  serve('POST /api/admin/orders/:orderId/revocations', async ({ account, params, body }) => {
    await revokeItems(store, actorOf(account), params.orderId, body)
    return ok
  })

  serve('POST /api/admin/grants', async ({ account, body }) => {
    await give(store, actorOf(account), body)
    return ok
  })
}
