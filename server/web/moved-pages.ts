import type { FastifyInstance } from 'fastify'

/** Where pages went to whose addresses still stand in emails and bookmarks. */
const MOVED: Record<string, string> = { '/settings/mails': '/settings' }

export function movedPages(app: FastifyInstance): void {
  for (const [from, to] of Object.entries(MOVED))
    app.get(from, { config: { access: 'anyone' } }, (_request, reply) => reply.redirect(to, 302))
}
