import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, notFound } from './errors.ts'

/** Answers unknown routes: 405 with `Allow` when the path exists for other methods, else 404 (security F7). */
export function answerUnknown(app: FastifyInstance): void {
  const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  app.setNotFoundHandler(async (request, reply) => {
    const allowed = methods.filter((method) => hasRoute(app, request, method))
    if (allowed.length === 0 || allowed.some((method) => method === request.method)) throw notFound()
    reply.header('allow', allowed.join(', '))
    throw new HttpError(405, 'method_not_allowed', 'This method is not allowed here.')
  })
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Whether a specific route accepts this path; the catch-all route for pages does not count for the API. */
function hasRoute(app: FastifyInstance, request: FastifyRequest, method: Method): boolean {
  const path = request.url.split('?')[0] ?? ''
  const route = app.findRoute({ method, url: path })
  return route !== null && !(path.startsWith('/api/') && route.params?.['*'] !== undefined)
}
