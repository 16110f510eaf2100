import type { FastifyInstance } from 'fastify'

/** New locations of pages whose old URLs are still in emails and bookmarks; the rest of the URL stays. */
const MOVED = [
  { from: '/settings/mails', paths: ['/settings/mails', '/settings/mails/*'], to: '/settings' },
  // `/admin/reviews` itself is the page of buyers' reviews; with the views of games it goes on by itself.
  { from: '/admin/reviews', paths: ['/admin/reviews/*'], to: '/admin/approvals' },
] as const

export function movedPages(app: FastifyInstance): void {
  for (const { from, paths, to } of MOVED)
    for (const path of paths)
      app.get(path, { config: { access: 'anyone' } }, (request, reply) =>
        reply.redirect(to + request.url.slice(from.length), 308),
      )
}
