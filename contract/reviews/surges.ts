import { z } from 'zod'
import { type CallTable, Done, Id, IsoTime, PageCursor } from '../call.ts'
import { DECISION_TEXT_MAX, DECISION_TEXT_MIN } from '../moderation/moderation-rules.ts'
import { writtenText } from '../text/written-text.ts'
import { HELD_REASONS, REVIEW_LANGUAGE_CODES, REVIEW_WEEKS, SURGE_STATES } from './review-rules.ts'
import { HELD_OUTCOMES, SURGE_REASON_MISSING } from './surge-rules.ts'

const Day = z.iso.date().describe('A day in UTC, like `2026-11-25`')
const Game = z.object({ id: Id, slug: z.string(), title: z.string() })

/** A share as far as there is one, and of how many reviews. */
const Share = z.object({
  share: z.number().int().nullable().describe('In percent; null below five'),
  counted: z.number().int(),
})

const Window = z.object({ from: Day, until: Day.nullable(), state: z.enum(SURGE_STATES) })

/** The reviews of a game by week, and its share with and without the days in which they were unusually many. */
export const ReviewWeeks = z.object({
  weeks: z
    .array(z.object({ from: Day, yes: z.number().int(), no: z.number().int() }))
    .length(REVIEW_WEEKS)
    .describe('From Monday on, the oldest first'),
  surges: z.array(Window).describe('Those of these weeks that are open or do not count'),
  without: Share,
  with: Share,
})
export type ReviewWeeks = z.infer<typeof ReviewWeeks>

/** Unusually many reviews of a game, as an admin reads of them. */
export const AdminSurge = Window.extend({
  id: Id,
  game: Game,
  openedAt: IsoTime,
  dueAt: IsoTime,
  reviews: z.number().int().describe('In the 72 hours before it was found'),
  positive: z.number().int().describe('Of them, how many recommend the game'),
  newcomers: z
    .number()
    .int()
    .describe('Of them, how many are by new accounts, or by accounts whose first game this is and was free'),
  decision: z
    .object({ by: z.string(), at: IsoTime, reason: z.string(), decisionId: Id.nullable() })
    .nullable(),
})
export type AdminSurge = z.infer<typeof AdminSurge>

/** A review that waits for somebody to look at it. Nothing in it tells who wrote it, or when within the day. */
export const HeldReview = z.object({
  id: Id,
  game: Game,
  recommends: z.boolean(),
  text: z.string(),
  language: z.enum(REVIEW_LANGUAGE_CODES),
  on: Day,
  reason: z.enum(HELD_REASONS),
  like: z
    .object({ game: Game, text: z.string() })
    .nullable()
    .describe('The review by another account that it is like'),
})
export type HeldReview = z.infer<typeof HeldReview>

const reason = writtenText({
  min: DECISION_TEXT_MIN,
  tooShort: SURGE_REASON_MISSING,
  max: DECISION_TEXT_MAX,
})

const list = { after: PageCursor, limit: z.coerce.number().int().min(1).max(100).optional() }

export const surgeCalls = {
  'GET /api/games/:id/review-weeks': {
    summary:
      'How many reviews of a game came in each of the last 26 weeks, and its share with and without unusual days',
    access: 'anyone',
    params: z.object({ id: Id }),
    response: ReviewWeeks,
  },
  'GET /api/admin/review-surges': {
    summary: 'Games with unusually many reviews, what is due first first; not those of the caller',
    access: 'admin',
    query: z.object({ state: z.enum(['open', 'decided']).default('open'), ...list }),
    response: z.array(AdminSurge),
  },
  'POST /api/admin/review-surges/:id/decision': {
    summary:
      'Decide that the reviews of some days are as they should be, or that they are shown and do not count; writers and seller are told',
    access: 'admin',
    params: z.object({ id: Id }),
    body: z.object({ state: z.enum(['normal', 'off_topic']), from: Day, until: Day, reason }),
    response: Done,
  },
  'GET /api/admin/held-reviews': {
    summary: 'Reviews that wait for somebody to look at them, without their writers; not those of the caller',
    access: 'admin',
    query: z.object(list),
    response: z.array(HeldReview),
  },
  'POST /api/admin/held-reviews/:id/decision': {
    summary: 'Release a held review, which counts from then on, or remove it; its writer is told',
    access: 'admin',
    params: z.object({ id: Id }),
    body: z.object({ outcome: z.enum(HELD_OUTCOMES), reason }),
    response: Done,
  },
} satisfies CallTable
