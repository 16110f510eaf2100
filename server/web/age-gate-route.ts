import { nextPath } from '@nofiller/contract/accounts/next-path'
import {
  AGE_GATE_PATH,
  CONTENT_COOKIE,
  CONTENT_COOKIE_SECONDS,
  GATE_CHOICES,
} from '@nofiller/contract/catalog/content-choice'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden } from '../platform/http/errors/errors.ts'

const FORM_BYTES_MAX = 4 * 1024

/**
 * Takes the age gate's form from a browser without scripts: remembers the choice in the cookie that scripts set as well, and
 * redirects back to the page. The cookie holds the choice for NSFW pictures and grants nothing else (requirements 4.4).
 */
export async function ageGateRoute(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(async (gate) => {
    gate.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    gate.post(AGE_GATE_PATH, { config: { access: 'anyone' } }, async (request, reply) => {
      refuseForeign(request, publicUrl)
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const choice = GATE_CHOICES.find((each) => each === form.get(CONTENT_COOKIE))
      if (choice)
        reply.setCookie(CONTENT_COOKIE, choice, {
          path: '/',
          maxAge: CONTENT_COOKIE_SECONDS,
          sameSite: 'lax',
          secure: publicUrl.startsWith('https://'),
        })
      return reply.header('cache-control', 'no-store').redirect(nextPath(form.get('back')), 303)
    })
  })
}

/** Refuses a form that another site posts, by its `Origin` header. */
function refuseForeign({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin, host } = headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return
  if (URL.canParse(origin) && new URL(origin).host === host) return
  throw forbidden('This form was sent from another site.', 'foreign_origin')
}
