import '@fastify/cookie' // its type of request.cookies
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import {
  hiddenCodes,
  LIMITS_COOKIE,
  type Limits,
  readLimits,
} from '@nofiller/contract/content-limits/limit-rules'
import type { FastifyRequest } from 'fastify'
import { contentChoiceOf } from './content-choice.ts'

/** The viewers of a list of games. */
export type Audience = {
  /** How they see NSFW games. */
  view: ContentView
  /** The codes of `games.warning_codes` that hide a game from them, ascending; none without content limits. */
  hidden: readonly number[]
}

/** Viewers who see NSFW games in this way and set no limits. */
export const unlimited = (view: ContentView): Audience => ({ view, hidden: [] })

/** The audience of a request: its account's limits combined with this browser's, whichever hide more. */
export function audienceOf(request: Pick<FastifyRequest, 'cookies' | 'account'>): Audience {
  const sets = [request.account?.limits ?? null, limitsIn(request)].filter((limits) => limits !== null)
  const codes = new Set(sets.flatMap(hiddenCodes))
  return { view: contentChoiceOf(request), hidden: [...codes].sort((a, b) => a - b) }
}

/** The limits of this browser; null when it has none. */
export function limitsIn({ cookies }: Pick<FastifyRequest, 'cookies'>): Limits | null {
  const text = cookies[LIMITS_COOKIE]
  return text === undefined ? null : readLimits(text)
}

/** Whether content limits hide any game from this audience. */
export const isLimited = ({ hidden }: Pick<Audience, 'hidden'>): boolean => hidden.length > 0

/** The cache key of an audience: the same for all who see the same games in the same way. */
export const audienceKey = ({ view, hidden }: Audience): string => [view, ...hidden].join(' ')
