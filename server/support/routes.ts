import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { contact } from './contact.ts'

const ok = { ok: true } as const

export function supportRoutes(serve: Serve, store: Store): void {
  serve('POST /api/contact', async ({ body }) => {
    await contact(store, body)
    return ok
  })
}
