import { randomBytes } from 'node:crypto'
import { REGISTRATION_HOURS } from '@nofiller/contract/accounts/account-rules'
import { PENDING_LOGIN_MINUTES, REMEMBERED_DAYS } from '@nofiller/contract/accounts/second-factor-rules'
import '@fastify/cookie' // its types of request.cookies and reply.setCookie
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { forbidden } from '../../platform/http/errors/errors.ts'
import { textSigner } from '../../platform/signatures.ts'
import { SESSION_IDLE_DAYS } from './session.ts'

type StoreCookie = {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string): void
  clear(reply: FastifyReply): void
}

/** A cookie for API calls that scripts cannot read and other sites cannot send (security A11). */
function storeCookie(config: Config, baseName: string, seconds: number): StoreCookie {
  const secure = config.publicUrl.startsWith('https://')
  const name = secure ? `__Secure-${baseName}` : baseName
  const attributes = { httpOnly: true, sameSite: 'strict', path: '/api', secure } as const
  return {
    read: (request) => request.cookies[name],
    set: (reply, value) => void reply.setCookie(name, value, { ...attributes, maxAge: seconds }),
    clear: (reply) => void reply.clearCookie(name, attributes),
  }
}

/** The cookie that holds the refresh token: read by refresh and logout only (security A12). */
export function refreshCookie(config: Config): StoreCookie {
  const cookie = storeCookie(config, 'refresh', SESSION_IDLE_DAYS * 86_400)
  const siteHost = new URL(config.publicUrl).host
  return {
    ...cookie,
    /** @throws HttpError 403 when another site's page sent the request */
    read(request) {
      const { origin, host } = request.headers
      const originHost = origin && URL.canParse(origin) ? new URL(origin).host : origin
      const foreign = origin !== undefined && originHost !== siteHost && originHost !== host
      if (foreign || request.headers['sec-fetch-site'] === 'cross-site')
        throw forbidden('This request came from another site.', 'foreign_origin')
      return cookie.read(request)
    },
  }
}

/** The secret that binds a browser to a registration: its id, signed. Several browsers may hold it. */
export function registrationCookie(config: Config) {
  const cookie = storeCookie(config, 'registration', REGISTRATION_HOURS * 3_600)
  const signer = textSigner(config.secretKeys, 'registration')
  return {
    read: (request: FastifyRequest): string | null => signer.read(cookie.read(request) ?? ''),
    set: (reply: FastifyReply, registrationId: string) => cookie.set(reply, signer.sign(registrationId)),
    clear: cookie.clear,
  }
}

/** The token of a pending login after a correct password. */
export const pendingLoginCookie = (config: Config): StoreCookie =>
  storeCookie(config, 'pending-login', PENDING_LOGIN_MINUTES * 60)

/** The token of a browser that skips the second factor. */
export const rememberedCookie = (config: Config): StoreCookie =>
  storeCookie(config, 'remembered', REMEMBERED_DAYS * 86_400)

/** The lifetime of a provider's invoice, and longer than most payments take. */
const BUYER_DAYS = 8

/**
 * Identifies the browser on the way back from a payment page: scripts cannot act there, and the refresh cookie is
 * limited to the API. It is sent although another site links here, and grants nothing else.
 */
export function buyerCookie(config: Config) {
  const secure = config.publicUrl.startsWith('https://')
  const name = secure ? '__Secure-buyer' : 'buyer'
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/return', secure } as const
  const signer = textSigner(config.secretKeys, 'buyer')
  return {
    read: (request: FastifyRequest): string | null => signer.read(request.cookies[name] ?? ''),
    set: (reply: FastifyReply, accountId: string) =>
      void reply.setCookie(name, signer.sign(accountId), { ...attributes, maxAge: BUYER_DAYS * 86_400 }),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, attributes),
  }
}

const KNOWN_DAYS = 365
const KNOWN_ACCOUNTS_MAX = 5

/**
 * Lists the last few accounts that logged in in a browser, each by a signed mark. It grants nothing: after too many wrong
 * passwords from elsewhere, such a browser still has its own tries (requirements 3.7).
 */
export function knownBrowserCookie(config: Config) {
  const cookie = storeCookie(config, 'known', KNOWN_DAYS * 86_400)
  const signer = textSigner(config.secretKeys, 'known-browser')
  const marksIn = (request: FastifyRequest): string[] =>
    (cookie.read(request) ?? '')
      .split('~')
      .map((signed) => signer.read(signed))
      .filter((mark) => mark !== null)
  const isOf = (accountId: string) => (mark: string) => mark.startsWith(`${accountId}.`)
  return {
    /** The mark of a browser where an account logged in before; null in any other. */
    markOf: (request: FastifyRequest, accountId: string): string | null =>
      marksIn(request).find(isOf(accountId)) ?? null,
    remember(request: FastifyRequest, reply: FastifyReply, accountId: string): void {
      const others = marksIn(request).filter((mark) => !isOf(accountId)(mark))
      const marks = [`${accountId}.${randomBytes(12).toString('base64url')}`, ...others]
      cookie.set(reply, marks.slice(0, KNOWN_ACCOUNTS_MAX).map(signer.sign).join('~'))
    },
  }
}
