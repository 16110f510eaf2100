import { actorOf } from '../platform/database/audit.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { sendCounterNotice } from './counter-notice.ts'
import { openCourtPapers, recordCourtAction } from './court-papers.ts'
import { decideNotice } from './decide-notice.ts'
import { withdrawByLink } from './end-notice.ts'
import { enterNotice, sendNotice } from './send-notice.ts'
import { findNotice, findOwnNotice, listNotices } from './show-notices.ts'

const ok = { ok: true } as const

export function copyrightRoutes(serve: Serve, store: Store): void {
  serve('POST /api/copyright/notices', async ({ account, body }) => sendNotice(store, account, body))

  serve('POST /api/copyright/withdraw', async ({ body }) => ({
    number: await withdrawByLink(store, body.token),
  }))

  serve('GET /api/copyright/notices/:number', async ({ account, params }) =>
    findOwnNotice(store.db, account, params.number),
  )

  serve('POST /api/copyright/notices/:number/counter', async ({ account, params, body }) => {
    await sendCounterNotice(store, account, params.number, body)
    return ok
  })

  serve('GET /api/admin/copyright', async ({ account, query }) => listNotices(store.db, account.id, query))

  serve('POST /api/admin/copyright', async ({ account, body }) => ({
    number: await enterNotice(store, { ...actorOf(account), id: account.id }, body),
  }))

  serve('GET /api/admin/copyright/:number', async ({ account, params }) =>
    findNotice(store.db, account.id, params.number),
  )

  serve('POST /api/admin/copyright/:number/decision', async ({ account, params, body }) => {
    await decideNotice(store, { ...actorOf(account), id: account.id }, params.number, body)
    return ok
  })

  serve('POST /api/admin/copyright/:number/court', async ({ account, params, form, files }) => {
    await recordCourtAction(store, { ...actorOf(account), id: account.id }, params.number, form, files)
    return ok
  })

  serve('POST /api/admin/copyright/:number/court/document', async ({ account, params }) =>
    openCourtPapers(store, { ...actorOf(account), id: account.id }, params.number),
  )
}
