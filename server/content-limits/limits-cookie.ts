import '@fastify/cookie' // its types of request.cookies and reply.setCookie
import {
  LIMITS_COOKIE,
  LIMITS_COOKIE_SECONDS,
  type Limits,
  readLimits,
  writeLimits,
} from '@nofiller/contract/content-limits/limit-rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** This browser's limits from before an account's replaced them; `none` when it had none. */
const DEVICE_COOKIE = 'device-limits'
const NONE = 'none'

export type LimitsCookie = ReturnType<typeof limitsCookie>

/**
 * The limits of a browser, in a cookie for rendering pages. They hide games and grant nothing. While a user with limits is
 * signed in, the cookie holds theirs, and a second one holds the browser's.
 */
export function limitsCookie(config: Pick<Config, 'publicUrl'>) {
  const attributes = {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: config.publicUrl.startsWith('https://'),
  } as const
  const write = (reply: FastifyReply, name: string, value: string) =>
    void reply.setCookie(name, value, { ...attributes, maxAge: LIMITS_COOKIE_SECONDS })

  const set = (reply: FastifyReply, limits: Limits): void => write(reply, LIMITS_COOKIE, writeLimits(limits))

  return {
    set,
    /** Puts an account's limits in the place of the browser's. */
    enter({ cookies }: FastifyRequest, reply: FastifyReply, limits: Limits): void {
      if (cookies[DEVICE_COOKIE] === undefined) write(reply, DEVICE_COOKIE, cookies[LIMITS_COOKIE] ?? NONE)
      set(reply, limits)
    },
    /** Puts the browser's own limits back. */
    leave({ cookies }: FastifyRequest, reply: FastifyReply): void {
      const device = cookies[DEVICE_COOKIE]
      if (device === undefined) return
      if (device === NONE) reply.clearCookie(LIMITS_COOKIE, attributes)
      else set(reply, readLimits(device))
      reply.clearCookie(DEVICE_COOKIE, attributes)
    },
  }
}
