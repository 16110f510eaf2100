import { audienceOf } from '../platform/http/audience.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Serve } from '../platform/http/serve.ts'
import { readableBy, type Store } from '../store.ts'
import { changeBundle, endBundle, makeBundle } from './change-bundle.ts'
import { findBundle, listBundles } from './find-bundle.ts'
import { ownBundles } from './own-bundles.ts'

const ok = { ok: true } as const

export function bundleRoutes(serve: Serve, store: Store): void {
  const { db } = store
  serve('GET /api/bundles', async ({ account, query, request }) =>
    listBundles(readableBy(store, account), query, audienceOf(request)),
  )
  serve('GET /api/bundles/:slug', async ({ account, params, request }) => {
    const bundle = await findBundle(readableBy(store, account), params.slug, audienceOf(request))
    if (!bundle) throw notFound('This bundle isn’t available.')
    return bundle
  })
  serve.list('GET /api/dev/bundles', async ({ account, query }) => ownBundles(db, account, query))
  serve('POST /api/dev/bundles', async ({ account, body }) => makeBundle(store, account, body))
  serve('POST /api/dev/bundles/:id', async ({ account, params, body }) => {
    await changeBundle(store, account, params.id, body)
    return ok
  })
  serve('POST /api/dev/bundles/:id/end', async ({ account, params }) => {
    await endBundle(store, account, params.id)
    return ok
  })
}
