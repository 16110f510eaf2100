import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { askForDeletion, deletionOf, keepAccount } from './deletion/ask-for-deletion.ts'
import { askForExport, downloadExport, exportState } from './exports.ts'

export function personalDataRoutes(serve: Serve, store: Store): void {
  serve('GET /api/account/export', async ({ account }) => exportState(store, account))

  serve('POST /api/account/export', async ({ account }) => {
    await askForExport(store, account)
    return { ok: true } as const
  })

  serve('POST /api/account/export/download', async ({ account }) => downloadExport(store, account))

  serve('GET /api/account/deletion', async ({ account }) => deletionOf(store, account))

  serve('POST /api/account/deletion', async ({ account, body }) => askForDeletion(store, account, body))

  serve('DELETE /api/account/deletion', async ({ account }) => keepAccount(store, account))
}
