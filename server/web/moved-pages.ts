import type { FastifyInstance } from 'fastify'

/** Where pages went to whose addresses still stand in emails and bookmarks; what follows the start of an address stays. */
const MOVED = [
  ['/settings/mails', '/settings'],
  ['/admin/reviews', '/admin/approvals'],
] as const

export function movedPages(app: FastifyInstance): void {
  for (const [from, to] of MOVED)
    for (const path of [from, `${from}/*`])
      app.get(path, { config: { access: 'anyone' } }, (request, reply) =>
        reply.redirect(to + request.url.slice(from.length), 308),
      )
}
