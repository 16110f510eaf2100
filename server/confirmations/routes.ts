import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { confirmWaiting, findWaiting, type Kind } from './confirm.ts'

export function confirmationRoutes(serve: Serve, store: Store, kinds: readonly Kind[]): void {
  serve('POST /api/confirmations/waiting', async ({ body }) => findWaiting(store, kinds, body.token))

  serve('POST /api/reports/confirm', async ({ body }) => ({
    number: await confirmWaiting(store, kinds, body),
  }))
}
