import type { FastifyInstance } from 'fastify'

/** New locations of pages whose old URLs are still in emails and bookmarks; the rest of the URL stays. */
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
