import type { Serve } from '../../platform/http/serve.ts'
import type { Store } from '../../store.ts'
import { askForChange, dropPending, pendingChange } from './ask-for-change.ts'
import { confirmChange } from './change-email.ts'

const ok = { ok: true } as const

export function emailChangeRoutes(serve: Serve, store: Store): void {
  serve('GET /api/email-change', async ({ account }) => ({
    pending: await pendingChange(store.db, account.id),
  }))
  serve('POST /api/email-change', async ({ account, body }) => {
    await askForChange(store, account, body)
    return ok
  })
  serve('DELETE /api/email-change', async ({ account }) => {
    await dropPending(store.db, account.id)
    return ok
  })
  serve('POST /api/email-change/confirm', async ({ body }) => confirmChange(store, body.token))
}
