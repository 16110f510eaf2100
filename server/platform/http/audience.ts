import '@fastify/cookie' // its type of request.cookies
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import {
  type HiddenBy,
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
  /** What they do not want to see; null when they hide nothing. */
  hidden: Hidden | null
}

/** What hides games from an audience. */
export type Hidden = {
  /** The codes of `games.warning_codes` that do, ascending; none without content limits. */
  codes: readonly number[]
  blocks: Blocks | null
}

/** The developers and games that an account blocked. */
export type Blocks = {
  accountId: string
  /** The time of the last change: a count of what they hide holds until the next one. */
  changedAt: string
}

/** Whose limits and blocks apply to a page, which is asked for without a bearer token. */
export type Viewer = { limits: Limits | null; blocks: Blocks }

/** Viewers who see NSFW games in this way and hide nothing else. */
export const unlimited = (view: ContentView): Audience => ({ view, hidden: null })

/** The audience of a request: its account's limits and blocks, and this browser's limits, whichever hide more. */
export function audienceOf(request: Pick<FastifyRequest, 'cookies' | 'account' | 'viewer'>): Audience {
  const person = request.account ?? request.viewer
  return {
    view: contentChoiceOf(request),
    hidden: hiddenBy([person?.limits ?? null, limitsIn(request)], person?.blocks ?? null),
  }
}

/** What several limits and the blocks of an account hide together. */
export function hiddenBy(limits: readonly (Limits | null)[], blocks: Blocks | null): Hidden | null {
  const codes = new Set(limits.filter((set) => set !== null).flatMap(hiddenCodes))
  if (codes.size === 0 && blocks === null) return null
  return { codes: [...codes].sort((a, b) => a - b), blocks }
}

/** The same audience once it asked to see what its blocks hide. */
export const despiteBlocks = ({ view, hidden }: Audience): Audience => ({
  view,
  hidden: hidden && hidden.codes.length > 0 ? { ...hidden, blocks: null } : null,
})

/** The limits of this browser; null when it has none. */
export function limitsIn({ cookies }: Pick<FastifyRequest, 'cookies'>): Limits | null {
  const text = cookies[LIMITS_COOKIE]
  return text === undefined ? null : readLimits(text)
}

/** Whether limits or blocks may hide a game from this audience. */
export const isLimited = ({ hidden }: Pick<Audience, 'hidden'>): boolean => hidden !== null

/** What may hide games from an audience, in words. */
export const reasonFor = ({ hidden }: Pick<Audience, 'hidden'>): HiddenBy => {
  if (!hidden?.blocks) return 'limits'
  return hidden.codes.length > 0 ? 'limits and blocks' : 'blocks'
}

/** Whether an audience is a single account, whose answers nobody shares. */
export const isPersonal = ({ hidden }: Pick<Audience, 'hidden'>): boolean => hidden?.blocks != null

/** The cache key of an audience without blocks: the same for all who see the same games in the same way. */
export const audienceKey = ({ view, hidden }: Audience): string => [view, ...(hidden?.codes ?? [])].join(' ')
