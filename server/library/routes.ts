import type { FastifyReply } from 'fastify'
import { contentChoiceOf } from '../platform/http/content-choice.ts'
import { notFound } from '../platform/http/errors.ts'
import { pageHeaders } from '../platform/http/paging.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { claim } from './claim.ts'
import { download, downloadDemo } from './download.ts'
import { setHidden } from './hide.ts'
import { libraryFacets, libraryOf } from './library.ts'
import { followLink, LINK_ENDED, linkTo, renewLink } from './link.ts'
import { verify } from './verify.ts'

export function libraryRoutes(serve: Serve, store: Store): void {
  serve('GET /api/library', async ({ account, query, request, reply }) => {
    const { entries, total, next } = await libraryOf(store.db, account.id, query, contentChoiceOf(request))
    pageHeaders(request, reply, { total, after: next })
    return entries
  })

  serve('GET /api/library/facets', async ({ account }) => libraryFacets(store.db, account.id))

  serve('GET /api/library/verify', async ({ account, query }) => verify(store.db, account.id, query))

  serve('PATCH /api/library/:gameId', async ({ account, params, body }) =>
    setHidden(store, account, params.gameId, body.hidden),
  )

  serve('POST /api/library/claim', async ({ account, body }) => claim(store, account, body.gameId))

  serve('POST /api/library/:gameId/download', async ({ account, params, body }) =>
    download(store, account, params.gameId, body.fileId),
  )

  serve('POST /api/library/:gameId/link', async ({ account, params, body }) =>
    linkTo(store, account, params.gameId, body.fileId),
  )

  serve('DELETE /api/library/:gameId/link/:fileId', async ({ account, params }) =>
    renewLink(store, account, params.gameId, params.fileId),
  )

  serve('GET /api/download/:token', async ({ params, request, reply }) => {
    const { method, headers, ip } = request
    const address = await followLink(store, params.token, { method, range: headers.range, ip })
    if (address !== null) return redirect(reply, address)
    // Whoever opens it in a browser is shown a page.
    if (headers.accept?.includes('text/html')) return redirect(reply, `${store.config.publicUrl}/link-ended`)
    throw notFound(LINK_ENDED)
  })

  serve('GET /api/games/:id/demo', async ({ params, reply }) =>
    redirect(reply, await downloadDemo(store, params.id)),
  )
}

/** Sent at once and without a body: HEAD is answered by the same handler. */
const redirect = (reply: FastifyReply, address: string) =>
  reply.code(302).header('location', address).send() as never
