/** What every request meets before its route: bounds on size, time and number, and the headers that every answer carries. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { answerHeaders } from './answer-headers.ts'
import { malformed, unavailable, urlTooLong } from './errors.ts'
import { addressKey } from './limits.ts'

const URL_MAX = 8 * 1024
const BODY_SECONDS = 30
/** Forty pictures over a slow line; what sends nothing is ended long before, as an idle connection. */
const FORM_SECONDS = 600
/** Whoever watches the store must hear of it when it is busy, too. */
const ALWAYS_ANSWERED = new Set(['/api/health', '/api/ready'])

export type GuardOptions = { https: boolean; maxInFlight: number }

export function guardRequests(app: FastifyInstance, { https, maxInFlight }: GuardOptions): void {
  requireAccess(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(answerHeaders(request.id, https))
    if (request.url.length > URL_MAX) throw urlTooLong()
    if (request.url.includes('%00')) throw malformed()
  })
  timeBodies(app)
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

/** The start fails when a route does not say who may use it (security B1). */
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

/** A body that trickles is cut, whatever its path (security F5). Uploads may take hours and see to themselves. */
function timeBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { streams, form } = request.routeOptions.config
    if (streams || !hasBody(request)) return
    const cut = setTimeout(() => request.raw.destroy(), (form ? FORM_SECONDS : BODY_SECONDS) * 1000)
    request.raw.once('end', () => clearTimeout(cut)).once('close', () => clearTimeout(cut))
  })
}

/** One address alone cannot keep the store busy, neither by bodies that do not come nor by answers that it does not read. */
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
 * Under overload it is better to refuse some at once than to make all wait (security R12). A request counts while the
 * store works on it, not while its body is on the way.
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

/** Of streamed files, which cost next to nothing while they are open, there may be any number. */
const isBounded = ({ routeOptions: { url = '', config } }: FastifyRequest): boolean =>
  !config.streams && !ALWAYS_ANSWERED.has(url)

const busy = () => unavailable('The store is very busy. Please try again in a moment.', 'busy', 2)

/** Lets a plugin's own routes pass, which cannot say who may use them: they are for anyone. */
export function forAnyone(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'anyone' }
  })
}
