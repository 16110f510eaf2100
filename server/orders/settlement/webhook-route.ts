import type { FastifyInstance } from 'fastify'
import type { Serve } from '../../platform/http/serve.ts'
import type { Store } from '../../store.ts'
import { receiveMessage } from './webhook.ts'

const MESSAGE_BYTES_MAX = 64 * 1024

/** Providers sign the bytes as sent, so here, and only here, a body stays bytes. */
export function webhookRoute(app: FastifyInstance, serve: Serve, store: Store): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MESSAGE_BYTES_MAX },
    (_request, bytes, done) => done(null, bytes),
  )
  serve('POST /api/webhooks/:provider', async ({ params, request }) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await receiveMessage(store, params.provider, request.headers, bytes)
    return { ok: true } as const
  })
}
