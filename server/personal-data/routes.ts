import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { askForExport, downloadExport, exportState } from './exports.ts'

export function personalDataRoutes(serve: Serve, store: Store): void {
  serve('GET /api/account/export', async ({ account }) => exportState(store, account))

  serve('POST /api/account/export', async ({ account, body }) => {
    await askForExport(store, account, body.password)
    return { ok: true }
  })

  serve('POST /api/account/export/download', async ({ account, body }) =>
    downloadExport(store, account, body.password),
  )
}
