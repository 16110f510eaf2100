import '@fastify/cookie' // its type of request.cookies
import { CONTENT_COOKIE, type ContentView, contentChoiceIn } from '@nofiller/contract/catalog/content-choice'
import type { FastifyRequest } from 'fastify'

/**
 * How a request's sender wants to see NSFW games: by this browser's cookie, else by the account,
 * else nobody has chosen. Every dependent response uses this one rule; responses are cached for each choice.
 */
export const contentChoiceOf = ({
  cookies,
  account,
}: Pick<FastifyRequest, 'cookies' | 'account'>): ContentView =>
  contentChoiceIn(cookies[CONTENT_COOKIE]) ?? account?.contentChoice ?? 'none'
