import { actorOf } from '../platform/database/audit.ts'
import { rawBodyOf } from '../platform/http/bodies/raw-body.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { bounceOf, liftBounce } from './bounces.ts'
import { liftBounceOf } from './lift-bounce.ts'
import { receiveBounce } from './receive-bounce.ts'

const ok = { ok: true } as const

export function bounceRoutes(serve: Serve, store: Store): void {
  serve('GET /api/account/bounce', async ({ account }) => ({
    bouncedAt: (await bounceOf(store.db, account.id))?.toISOString() ?? null,
  }))

  serve('DELETE /api/account/bounce', async ({ account }) => {
    await liftBounce(store.db, account.id)
    return ok
  })

  serve('POST /api/admin/users/:id/lift-bounce', async ({ account, params, body }) => {
    await liftBounceOf(store.db, actorOf(account), params.id, body.reason)
    return ok
  })
}

/** Served where bodies stay bytes. */
export function bounceWebhookRoute(serve: Serve, store: Store): void {
  serve('POST /api/webhooks/mail', async ({ request }) => {
    await receiveBounce(store, request.headers, rawBodyOf(request))
    return ok
  })
}
