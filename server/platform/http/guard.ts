/** The checks of every request before its route: limits on size, time and number, and the headers of every response. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { responseHeaders } from './caching/response-headers.ts'
import { malformed, unavailable, urlTooLong } from './errors/errors.ts'
import { addressKey } from './rate-limits.ts'

const URL_MAX = 8 * 1024
/** How long each part of a request may take to arrive (security F5). */
export const ARRIVAL = {
  headersMs: 10_000,
  bodyMs: 30_000,
  /** Long enough for forty pictures over a slow line; the idle timeout ends a silent connection much earlier. */
  formMs: 600_000,
  /** An upload may take as long as its signed address is valid. */
  largeFormMs: 3_600_000,
}
export type Arrival = typeof ARRIVAL
/** Monitoring routes are never refused, because they matter most when the store is busy. */
const ALWAYS_ANSWERED = new Set(['/api/health', '/api/ready'])

export type GuardOptions = { https: boolean; maxInFlight: number; arrival: Arrival }

/** Bounds the URL, the body’s time and the number of all requests, and refuses routes without an access rule at the start. */
export function guardRequests(app: FastifyInstance, { https, maxInFlight, arrival }: GuardOptions): void {
  requireAccess(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(responseHeaders(request.id, https))
    if (request.url.length > URL_MAX) throw urlTooLong()
    if (request.url.includes('%00') || isAmbiguous(request)) throw malformed()
  })
  timeBodies(app, arrival)
  boundOpenRequests(app, Math.ceil(maxInFlight / 2))
  boundWork(app, maxInFlight)
}

/**
 * The path and query of a request's target. A target may name a host, as for a proxy (RFC 9112 §3.2.2): nothing here
 * depends on it.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** Headers of which Node keeps the first and drops the others, while a proxy in front may have used another one. */
const ONCE = ['host', 'authorization', 'content-type']
/** A name, an IPv4 or a bracketed IPv6 address, with or without a port (RFC 3986 §3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]+)(?::\d*)?$/i

/** Whether two readers could interpret this request differently (RFC 9112 §3.2, security F9). HTTP/1.0 needs no host. */
function isAmbiguous({ raw: { rawHeaders, httpVersion }, headers: { host } }: FastifyRequest): boolean {
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  const isRepeated = ONCE.some((name) => names.indexOf(name) !== names.lastIndexOf(name))
  return isRepeated || (host === undefined ? httpVersion !== '1.0' : !HOST.test(host))
}

/** A route without an access rule stops the start (security B1). */
function requireAccess(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const open = routes.filter((route) => !route.config?.access).map(({ method, url }) => `${method} ${url}`)
    if (open.length > 0) throw new Error(`routes without an access rule: ${open.join(', ')}`)
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Ends a body that trickles, on any path (security F5). Uploads may take hours and have their own limits. */
function timeBodies(app: FastifyInstance, arrival: Arrival): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.streams || !hasBody(request)) return
    const cut = setTimeout(() => request.raw.destroy(), bodyMsOf(request, arrival))
    request.raw.once('end', () => clearTimeout(cut)).once('close', () => clearTimeout(cut))
  })
}

function bodyMsOf({ headers, routeOptions }: FastifyRequest, arrival: Arrival): number {
  const { form, hasLargeParts } = routeOptions.config
  if (!form || !headers['content-type']?.startsWith('multipart/form-data')) return arrival.bodyMs
  return hasLargeParts ? arrival.largeFormMs : arrival.formMs
}

/** Limits the open requests of one address, so bodies it never sends or responses it never reads do not block others. */
function boundOpenRequests(app: FastifyInstance, maxPerAddress: number): void {
  const openBy = new Map<string, number>()
  app.addHook('onRequest', async (request, reply) => {
    if (!isBounded(request)) return
    const address = addressKey(request.ip)
    const open = openBy.get(address) ?? 0
    if (open >= maxPerAddress) throw busy()
    openBy.set(address, open + 1)
    reply.raw.once('close', () => {
      const left = (openBy.get(address) ?? 1) - 1
      if (left > 0) openBy.set(address, left)
      else openBy.delete(address)
    })
  })
}

/**
 * Under overload it is better to refuse some at once than to delay all (security R12). A request counts while the
 * store works on it, not while its body arrives.
 */
function boundWork(app: FastifyInstance, maxInFlight: number): void {
  const inFlight = new Set<FastifyRequest>()
  const begin = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isBounded(request) || inFlight.has(request) || reply.raw.closed) return
    if (inFlight.size >= maxInFlight) throw busy()
    inFlight.add(request)
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => inFlight.delete(request))
    await begin(request, reply)
  })
  app.addHook('preParsing', async (request) => {
    if (hasBody(request)) inFlight.delete(request)
  })
  app.addHook('preHandler', begin)
}

/** Streamed files do not count, because an open one costs almost nothing. */
const isBounded = ({ routeOptions: { url = '', config } }: FastifyRequest): boolean =>
  !config.streams && !ALWAYS_ANSWERED.has(url)

const busy = () => unavailable('The store is very busy. Please try again in a moment.', 'busy', 2)

/** Marks a plugin's own routes as open to anyone, because the plugin cannot set an access rule. */
export function forAnyone(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'anyone' }
  })
}
