import type { FastifyInstance } from 'fastify'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'

const DAY_MS = 86_400_000
/** RFC 9116 wants less than a year, so that nobody writes to an address that was given up. */
const CONTACT_DAYS = 180

/** The standard URLs where password managers and security researchers look (RFC 8615). */
export function wellKnownRoutes(app: FastifyInstance, { config, clock }: Store): void {
  const forAnyone = { config: { access: 'anyone' } } as const

  app.get('/.well-known/change-password', forAnyone, (_request, reply) =>
    reply.redirect('/settings/security', 302),
  )

  app.get('/.well-known/security.txt', forAnyone, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(securityText(config, clock())),
  )

  // A page here would say of each of them that the store has it.
  app.get('/.well-known/*', forAnyone, () => {
    throw notFound()
  })
}

const securityText = ({ SUPPORT_EMAIL, publicUrl }: Store['config'], now: Date): string =>
  [
    `Contact: mailto:${SUPPORT_EMAIL}`,
    `Expires: ${new Date(now.getTime() + CONTACT_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
