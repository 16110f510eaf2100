import { pageHeaders } from '../platform/http/paging.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { claim } from './claim.ts'
import { download, downloadDemo } from './download.ts'
import { libraryOf } from './library.ts'

export function libraryRoutes(serve: Serve, store: Store): void {
  serve('GET /api/library', async ({ account, query, request, reply }) => {
    const { entries, total } = await libraryOf(store.db, account.id, query.gameId)
    pageHeaders(request, reply, { total, after: null })
    return entries
  })

  serve('POST /api/library/claim', async ({ account, body }) => claim(store, account, body.gameId))

  serve('POST /api/library/:gameId/download', async ({ account, params, body }) =>
    download(store, account, params.gameId, body.fileId),
  )

  serve('GET /api/games/:id/demo', async ({ params, reply }) => {
    reply.code(302).header('location', await downloadDemo(store, params.id))
    return null
  })
}
