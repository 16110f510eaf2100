import Fastify, { LogController } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { responseCache } from '../platform/http/caching/response-cache.ts'
import { answerError } from '../platform/http/errors/error-response.ts'
import { unavailable } from '../platform/http/errors/errors.ts'
import { eventStreams } from '../platform/http/event-stream.ts'
import { serializerCompiler } from '../platform/http/serialize.ts'
import { type Serve, serving } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { metricsRoute } from './metrics.ts'

export function healthRoutes(serve: Serve, { db, storage, log }: Store): void {
  serve('GET /api/health', async () => ({ status: 'ok' }) as const)

  serve('GET /api/ready', async () => {
    try {
      await Promise.all([requireWrites(db), storage.check()])
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      throw unavailable('The store is not ready.', 'not_ready', 5)
    }
    return { status: 'ready' } as const
  })
}

/** @throws Error when the database is down, or read-only: then nobody can log in or buy */
async function requireWrites(db: Store['db']): Promise<void> {
  const { rows } = await sql`select where not current_setting('transaction_read_only')::boolean`.execute(db)
  if (rows.length === 0) throw new Error('the database takes no writes')
}

/** Health, readiness and metrics on a listener of their own, which no load on the store reaches. Answers how to stop it. */
export async function listenForHealth(
  config: Config,
  store: Store,
  port: number,
): Promise<() => Promise<void>> {
  const app = Fastify({
    loggerInstance: store.log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.setErrorHandler(answerError)
  app.decorateRequest('account', null)
  app.decorateRequest('cacheKey', null)
  app.decorateRequest('fileParts', null)
  app.setSerializerCompiler(serializerCompiler)
  const serve = serving(app, {
    authenticate: async () => null,
    viewerOf: async () => null,
    admitAdmin: async () => undefined,
    askAgain: async () => null,
    rateLimits: store.rateLimits,
    answers: responseCache(),
    responsesWithLimits: responseCache(),
    events: eventStreams(app, { max: 0, maxPerAddress: 0 }),
    tempDir: '',
    largePartBytesMax: 0,
  })
  healthRoutes(serve, store)
  metricsRoute(app, config, store)
  await app.listen({ port, host: config.HOST })
  return () => app.close()
}
