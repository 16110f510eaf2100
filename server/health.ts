import { timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from './config.ts'
import { salesByProvider } from './orders/history/sales-by-provider.ts'
import { answerError } from './platform/http/error-response.ts'
import { notFound, unavailable } from './platform/http/errors.ts'
import { eventStreams } from './platform/http/event-stream.ts'
import { responseCache } from './platform/http/response-cache.ts'
import { serializerCompiler } from './platform/http/serialize.ts'
import { type Serve, serving } from './platform/http/serve.ts'
import type { Store } from './store.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The figures of this process, for Prometheus. */
const registry = new Registry()
collectDefaultMetrics({ register: registry })
const seconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to answer',
  labelNames: ['method', 'route', 'status'],
  buckets: SECONDS,
  registers: [registry],
})

const circuitOpen = new Gauge({
  name: 'payment_provider_circuit_open',
  help: '1 while a payment provider is not asked because it failed too often, else 0',
  labelNames: ['provider'],
  registers: [registry],
})

const sales = new Gauge({
  name: 'payment_provider_sales_30_days',
  help: 'Paid orders of the last 30 days by the provider at which most of their money came, where there are several',
  labelNames: ['provider'],
  registers: [registry],
})
/** The query reads every sale of a month. */
const SALES_KEPT_MS = 60_000

/** Measures every answer by its route. */
export function measureAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

export function healthRoutes(serve: Serve, { db, storage, log }: Store): void {
  serve('GET /api/health', async () => ({ status: 'ok' }) as const)

  serve('GET /api/ready', async () => {
    try {
      await Promise.all([sql`select 1`.execute(db), storage.check()])
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      throw unavailable('The store is not ready.', 'not_ready', 5)
    }
    return { status: 'ready' } as const
  })
}

/** Needs the token; without one it is open to this machine only, in production to nobody (security F8). */
export function metricsRoute(
  app: FastifyInstance,
  { METRICS_TOKEN: token, production }: Config,
  { providers, db, log }: Pick<Store, 'providers' | 'db' | 'log'>,
): void {
  if (production && !token) return
  const cache = new LRUCache<'sales', Awaited<ReturnType<typeof salesByProvider>>>({
    max: 1,
    ttl: SALES_KEPT_MS,
    fetchMethod: () => salesByProvider(db),
  })
  /** Without the database all other figures are still told. */
  const countSales = async () => {
    if (providers.size < 2) return
    try {
      for (const { provider, count } of await cache.forceFetch('sales')) sales.set({ provider }, count)
    } catch (error) {
      log.warn({ err: error }, 'sales by provider are not known')
    }
  }
  app.get('/metrics', { config: { access: 'anyone' } }, async (request, reply) => {
    if (token ? !hasToken(request, token) : !isLocal(request)) throw notFound()
    for (const { name, health } of providers.values())
      circuitOpen.set({ provider: name }, health().state === 'open' ? 1 : 0)
    await countSales()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function hasToken(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '')
  const right = Buffer.from(`Bearer ${token}`)
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Uses the socket's address, which no header can forge. */
const isLocal = (request: FastifyRequest): boolean =>
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '') &&
  request.headers['x-forwarded-for'] === undefined

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
  app.setSerializerCompiler(serializerCompiler)
  const serve = serving(app, {
    authenticate: async () => null,
    admitAdmin: async () => undefined,
    askAgain: async () => null,
    limits: store.limits,
    answers: responseCache(),
    answersWithLimits: responseCache(),
    events: eventStreams(app, { max: 0, maxPerAddress: 0 }),
    tempDir: '',
    largePartBytesMax: 0,
  })
  healthRoutes(serve, store)
  metricsRoute(app, config, store)
  await app.listen({ port, host: config.HOST })
  return () => app.close()
}
