import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { salesByProvider } from '../orders/history/sales-by-provider.ts'
import { clockAheadMs } from '../platform/database/clock-ahead.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { certificateEnd } from './certificate.ts'
import { readStoreFigures, STORE_FIGURES, type StoreFigures } from './store-figures.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The figures of this process, and of the store as it sees it, for Prometheus. */
const registry = new Registry()
collectDefaultMetrics({ register: registry })
const seconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to answer',
  labelNames: ['method', 'route', 'status'],
  buckets: SECONDS,
  registers: [registry],
})

const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
const gaugeByProvider = (name: string, help: string) =>
  new Gauge({ name, help, labelNames: ['provider'], registers: [registry] })

const circuitOpen = gaugeByProvider(
  'payment_provider_circuit_open',
  '1 while a payment provider is not asked because it failed too often, else 0',
)
const sales = gaugeByProvider(
  'payment_provider_sales_30_days',
  'Paid orders of the last 30 days by the provider at which most of their money came, where there are several',
)
const figuresKnown = gauge(
  'store_figures_known',
  '1 when the database told the figures of the store, 0 when it did not and they are left out',
)
const figures = Object.entries(STORE_FIGURES).map(([name, help]) => ({
  name: name as keyof StoreFigures,
  gauge: gauge(name, help),
}))
const diskFree = gauge('store_disk_free_bytes', 'Free space of the disk that holds DATA_DIR')
const diskSize = gauge('store_disk_size_bytes', 'Size of the disk that holds DATA_DIR')
const clockApart = gauge(
  'store_clock_apart_seconds',
  "How far the clock of this process is from the database's, ahead or behind",
)
const replicaLag = gauge(
  'store_replica_lag_seconds',
  'How long ago the replica was last known to hold all that was committed; left out when there is none',
)
replicaLag.remove()
const publicReads = new Counter({
  name: 'store_public_reads_total',
  help: 'Statements for what every visitor may see, by the server that was asked, where there is a replica',
  labelNames: ['server'],
  registers: [registry],
})
const certificateExpires = gauge(
  'store_certificate_expires_timestamp_seconds',
  'When the certificate of PUBLIC_URL ends, as Unix time; looked at every hour, left out until it is known',
)
certificateExpires.remove()

/** The query reads every sale of a month. */
const SALES_TTL_MS = 60_000
/** So the figures cost the same however often they are requested. */
const FIGURES_TTL_MS = 5_000
const CERTIFICATE_INTERVAL_MS = 3_600_000

/** Measures every answer by its route. */
export function measureAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

type Measured = Pick<Store, 'providers' | 'db' | 'replica' | 'log'>

/** Needs the token; without one it is open to this machine only, in production to nobody (security F8). */
export function metricsRoute(app: FastifyInstance, config: Config, store: Measured): void {
  const { METRICS_TOKEN: token, production } = config
  if (production && !token) return
  const collect = collector(config, store)
  app.get('/metrics', { config: { access: 'anyone' } }, async (request, reply) => {
    if (token ? !hasToken(request, token) : !isLocal(request)) throw notFound()
    await collect()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Updates the gauges. An unreadable one is left out, and all others are still reported. */
function collector(config: Config, { providers, db, replica, log }: Measured): () => Promise<void> {
  const { dataDir, publicUrl } = config
  const figuresCache = cachedFor(FIGURES_TTL_MS, () => readStoreFigures(db, config))
  const salesCache = cachedFor(SALES_TTL_MS, () => salesByProvider(db))
  const lookAtCertificate = onceEvery(CERTIFICATE_INTERVAL_MS, async () => {
    const end = await certificateEnd(publicUrl)
    if (end) certificateExpires.set(end.getTime() / 1000)
    else certificateExpires.remove()
  })
  const setFigures = (read: StoreFigures | null) => {
    figuresKnown.set(read ? 1 : 0)
    for (const { name, gauge } of figures) {
      const value = read?.[name] ?? null
      if (value === null) gauge.remove()
      else gauge.set(value)
    }
  }
  const parts: [what: string, read: () => Promise<void>][] = [
    ['the figures of the store', async () => setFigures(await figuresCache())],
    [
      'sales by provider',
      async () => {
        if (providers.size < 2) return
        for (const { provider, count } of await salesCache()) sales.set({ provider }, count)
      },
    ],
    [
      'the free space of the disk',
      async () => {
        const { blocks, bavail, bsize } = await statfs(dataDir)
        diskFree.set(bavail * bsize)
        diskSize.set(blocks * bsize)
      },
    ],
    [
      "the database's clock",
      async () => {
        clockApart.remove()
        const aheadMs = await clockAheadMs(
          (statement) => sql.raw<{ ms: number }>(statement).execute(db),
          Date.now,
        )
        clockApart.set(Math.abs(aheadMs) / 1_000)
      },
    ],
  ]
  return async () => {
    for (const { name, health } of providers.values())
      circuitOpen.set({ provider: name }, health().state === 'open' ? 1 : 0)
    lookAtCertificate()
    measureReplica(replica)
    const outcomes = await Promise.allSettled(parts.map(([, read]) => read()))
    for (const [at, outcome] of outcomes.entries())
      if (outcome.status === 'rejected')
        log.warn({ err: outcome.reason }, `metrics: ${parts[at]?.[0]} are not known`)
    if (outcomes[0]?.status === 'rejected') setFigures(null)
  }
}

function measureReplica(replica: Store['replica']): void {
  if (replica) replicaLag.set(replica.lagMs() / 1_000)
  publicReads.reset()
  for (const server of ['replica', 'primary'] as const)
    publicReads.inc({ server }, replica?.reads[server] ?? 0)
}

/** Reads a value again when the last one is older than `ms`. Concurrent callers share one reading. */
function cachedFor<Value extends object>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  const cache = new LRUCache<'value', Value>({ max: 1, ttl: ms, fetchMethod: read })
  return () => cache.forceFetch('value')
}

/** Begins something at most once in `ms`; nobody waits for it. */
function onceEvery(ms: number, run: () => Promise<void>): () => void {
  let nextAt = 0
  return () => {
    if (Date.now() < nextAt) return
    nextAt = Date.now() + ms
    void run()
  }
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
