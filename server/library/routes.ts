import { audienceOf } from '../platform/http/audience.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import { fetchingOf, redirect } from '../platform/http/redirect.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { claim } from './claim.ts'
import { download, downloadDemo } from './download.ts'
import { setHidden } from './hide.ts'
import { libraryFacets, libraryOf } from './library.ts'
import { followLink, LINK_ENDED, linkTo, renewLink } from './link.ts'
import { setVersion } from './set-version.ts'
import { setUpdates, skipUpdates } from './skip-updates.ts'
import { verify } from './verify.ts'

export function libraryRoutes(serve: Serve, store: Store): void {
  serve.list('GET /api/library', async ({ account, query, request }) =>
    libraryOf(store.db, account.id, query, audienceOf(request)),
  )

  serve('GET /api/library/facets', async ({ account }) => libraryFacets(store.db, account.id))

  serve('GET /api/library/verify', async ({ account, query }) => verify(store.db, account.id, query))

  serve('PATCH /api/library/:gameId', async ({ account, params, body }) =>
    setHidden(store, account, params.gameId, body.hidden),
  )

  serve('PUT /api/library/:gameId/version', async ({ account, params, body }) => {
    await setVersion(store, account, params.gameId, body)
    return { ok: true } as const
  })

  serve('PUT /api/library/:gameId/updates', async ({ account, params, body }) => {
    await setUpdates(store, account, params.gameId, body)
    return { ok: true } as const
  })

  serve('POST /api/library/skip-updates', async ({ account }) => skipUpdates(store, account))

  serve('POST /api/library/claim', async ({ account, body }) => claim(store, account, body.gameId))

  serve('POST /api/library/:gameId/download', async ({ account, params, body }) =>
    download(store, account, params.gameId, body.fileId, body.buildId ?? null),
  )

  serve('POST /api/library/:gameId/link', async ({ account, params, body }) =>
    linkTo(store, account, params.gameId, body.fileId),
  )

  serve('DELETE /api/library/:gameId/link/:fileId', async ({ account, params }) =>
    renewLink(store, account, params.gameId, params.fileId),
  )

  serve('GET /api/download/:token', async ({ params, request, reply }) => {
    const address = await followLink(store, params.token, fetchingOf(request))
    if (address !== null) return redirect(reply, address)
    // A browser that opens an ended link gets a page instead of JSON.
    if (request.headers.accept?.includes('text/html'))
      return redirect(reply, `${store.config.publicUrl}/link-ended`)
    throw notFound(LINK_ENDED)
  })

  serve('GET /api/games/:id/demo', async ({ account, params, reply }) =>
    redirect(reply, await downloadDemo(store, account, params.id)),
  )
}
