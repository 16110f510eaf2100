/** What every request meets before its route: bounds on size, time and number, and the headers that every answer carries. */
import helmet from '@fastify/helmet'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { HttpError, unavailable } from './errors.ts'

const URL_MAX = 8 * 1024
const BODY_SECONDS = 30
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export type GuardOptions = { https: boolean; maxInFlight: number }

export async function guardRequests(
  app: FastifyInstance,
  { https, maxInFlight }: GuardOptions,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false, // each page and the API have one of their own
    hsts: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
  })
  requireAccess(app)
  boundRequests(app, maxInFlight)

  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', API_POLICY)
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'private, no-store')
  })
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

/** Under overload it is better to refuse some at once than to make all wait (security F4, F5, R12). */
function boundRequests(app: FastifyInstance, maxInFlight: number): void {
  let inFlight = 0
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.length > URL_MAX) throw new HttpError(414, 'url_too_long', 'This address is too long.')
    const { streams, access } = request.routeOptions.config
    if (streams || access === undefined) return
    if (inFlight >= maxInFlight)
      throw unavailable('The store is very busy. Please try again in a moment.', 'busy', 2)
    inFlight += 1
    reply.raw.once('close', () => {
      inFlight -= 1
    })
    const hasBody =
      request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
    if (!hasBody || request.headers['content-type']?.startsWith('multipart/')) return // forms are bounded by their idle time
    const timer = setTimeout(() => request.raw.destroy(), BODY_SECONDS * 1000)
    request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
}

/** Lets a plugin's own routes pass, which cannot say who may use them: they are for anyone. */
export function forAnyone(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'anyone' }
  })
}
