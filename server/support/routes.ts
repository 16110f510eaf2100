import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { contact } from './contact.ts'

const ok = { ok: true } as const

export function supportRoutes(serve: Serve, store: Store): void {
  serve('POST /api/contact', async ({ account, body }) => {
    await contact(store, account, body)
    return ok
  })
}
