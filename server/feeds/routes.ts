import type { FastifyInstance } from 'fastify'
import { revokeFeed } from '../accounts/sessions/session.ts'
import { namesWeakly } from '../platform/http/caching/preconditions.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Serve } from '../platform/http/serve.ts'
import { sha256 } from '../platform/signatures.ts'
import type { Store } from '../store.ts'
import { makePrivateFeed, privateFeed, privateFeedSince } from './private-feed.ts'

export function feedRoutes(app: FastifyInstance, serve: Serve, store: Store): void {
  serve('GET /api/feed', async ({ account }) => ({ since: await privateFeedSince(store.db, account.id) }))

  serve('POST /api/feed', async ({ account }) => makePrivateFeed(store, account))

  serve('DELETE /api/feed', async ({ account }) => revokeFeed(store.db, account.id))

  // By a route of its own, so that its token is not logged.
  app.get<{ Params: { token: string } }>(
    '/feed/:token.atom',
    { config: { access: 'anyone', closesByCountry: true } },
    async ({ params, headers, ip }, reply) => {
      const xml = await privateFeed(store, params.token, ip)
      reply.headers({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      })
      if (xml === null) throw notFound()
      const etag = `"${sha256(xml).toString('base64url')}"`
      reply.header('etag', etag)
      if (namesWeakly(headers['if-none-match'] ?? '', etag)) return reply.code(304).send()
      return reply.type('application/atom+xml; charset=utf-8').send(xml)
    },
  )
}
