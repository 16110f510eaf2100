import '@fastify/cookie' // its type of request.cookies
import { CONTENT_COOKIE, type ContentView, contentChoiceIn } from '@nofiller/contract/catalog/content-choice'
import type { FastifyRequest } from 'fastify'

/**
 * What whoever sent a request wants to see of NSFW games: as this browser says by its cookie, else as the account says,
 * else nobody has chosen. Every answer that depends on it follows this one rule; answers are cached for each choice.
 */
export const contentChoiceOf = ({
  cookies,
  account,
}: Pick<FastifyRequest, 'cookies' | 'account'>): ContentView =>
  contentChoiceIn(cookies[CONTENT_COOKIE]) ?? account?.contentChoice ?? 'none'
