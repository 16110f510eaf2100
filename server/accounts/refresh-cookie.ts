import '@fastify/cookie' // its types of request.cookies and reply.setCookie
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { forbidden } from '../platform/http/errors.ts'
import { SESSION_IDLE_DAYS } from './session.ts'

export type RefreshCookie = ReturnType<typeof refreshCookie>

/** The cookie that holds the refresh token: read by refresh and logout only (security A11, A12). */
export function refreshCookie(config: Config) {
  const secure = config.publicUrl.startsWith('https://')
  const name = secure ? '__Secure-refresh' : 'refresh'
  const attributes = { httpOnly: true, sameSite: 'strict', path: '/api', secure } as const
  const siteHost = new URL(config.publicUrl).host

  return {
    /** @throws HttpError 403 when another site's page sent the request */
    read(request: FastifyRequest): string | undefined {
      const { origin, host } = request.headers
      const originHost = origin && URL.canParse(origin) ? new URL(origin).host : origin
      const foreign = origin !== undefined && originHost !== siteHost && originHost !== host
      if (foreign || request.headers['sec-fetch-site'] === 'cross-site')
        throw forbidden('This request came from another site.', 'foreign_origin')
      return request.cookies[name]
    },
    set: (reply: FastifyReply, token: string) =>
      reply.setCookie(name, token, { ...attributes, maxAge: SESSION_IDLE_DAYS * 86_400 }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, attributes),
  }
}
