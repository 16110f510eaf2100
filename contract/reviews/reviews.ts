import { z } from 'zod'
import { type CallTable, Id, IsoTime, PageCursor, ShowOnce } from '../call.ts'
import { unitsMax } from '../text/text-length.ts'
import {
  REVIEW_LANGUAGE_CODES,
  REVIEW_LIMITS,
  REVIEW_MARKS,
  REVIEW_NAMES,
  REVIEW_PROGRESS,
  REVIEW_SORTS,
  REVIEW_STATES,
} from './review-rules.ts'

const Day = z.string().describe('A day in UTC, like `2026-11-25`')

/** A review as its writer sends it. */
export const ReviewDraft = z.object({
  recommends: z.boolean(),
  text: z
    .string()
    .max(unitsMax(REVIEW_LIMITS.textMax))
    .default('')
    .describe('None, or 30 to 5,000 characters; what stands in `[spoiler]…[/spoiler]` is covered'),
  language: z.enum(REVIEW_LANGUAGE_CODES).default('en'),
  progress: z.enum(REVIEW_PROGRESS).nullable().default(null).describe('How far its writer got'),
  name: z.enum(REVIEW_NAMES).default('owner').describe('Which name stands under it'),
})
export type ReviewDraft = z.infer<typeof ReviewDraft>

const Answer = z.object({
  text: z.string(),
  developer: z.string().describe('Their name'),
  on: Day,
  editedOn: Day.nullable(),
})

/** A review as everybody reads it. Nothing in it tells which reviews are by one person. */
export const Review = z.object({
  id: Id.describe('Random'),
  recommends: z.boolean(),
  text: z.string(),
  isTextRemoved: z.boolean().describe('A decision removed its text; the vote counts'),
  language: z.enum(REVIEW_LANGUAGE_CODES),
  progress: z.enum(REVIEW_PROGRESS).nullable(),
  name: z.string().nullable().describe('A pen name or username; null stands for *Owner*'),
  release: z.string().nullable().describe('The label of the release that it is about'),
  on: Day,
  editedOn: Day.nullable(),
  counted: z.boolean(),
  mark: z.enum(REVIEW_MARKS).nullable().describe('Why it is not counted'),
  helpful: z.number().int().describe('How many owners found it helpful'),
  answer: Answer.nullable().describe('By the developer of the game'),
})
export type Review = z.infer<typeof Review>

/** What a game's page says of its reviews. */
export const ReviewSummary = z.object({
  shown: z.number().int().describe('All of them'),
  shownPositive: z.number().int().describe('Those of them that recommend it'),
  counted: z.number().int(),
  share: z
    .number()
    .int()
    .nullable()
    .describe('Of the counted that recommend it, in percent; null below five'),
  recent: z
    .object({
      share: z.number().int(),
      counted: z.number().int(),
      release: z.string().nullable().describe('Since this release; null for the last 90 days'),
    })
    .nullable()
    .describe('From five counted on'),
  surge: z
    .object({ from: Day, until: Day.nullable(), state: z.enum(['open', 'off_topic']) })
    .nullable()
    .describe('The last days with unusually many reviews: undecided, or not counted'),
  releases: z.array(z.object({ id: Id, label: z.string() })).describe('Those that reviews are about'),
  languages: z.array(z.enum(REVIEW_LANGUAGE_CODES)),
  first: z.array(Review).describe('The five most helpful'),
  next: z.string().nullable().describe('The cursor of those that follow, for `after`'),
})
export type ReviewSummary = z.infer<typeof ReviewSummary>

/** The caller's review of a game. */
export const OwnReview = Review.extend({
  nameKind: z.enum(REVIEW_NAMES),
  createdAt: IsoTime,
  editedAt: IsoTime.nullable(),
  isHeld: z.boolean().describe('It waits for somebody to look at it, and only its writer sees it'),
  decisionId: Id.nullable().describe('The decision that removed it'),
  textDecisionId: Id.nullable().describe('The decision that removed its text, which its writer reads still'),
  nameDecisionId: Id.nullable().describe('The decision that took the username off it'),
})
export type OwnReview = z.infer<typeof OwnReview>

/** What the caller may do about a review of a game, and the one that they wrote. */
export const ReviewStanding = z.object({
  state: z.enum(REVIEW_STATES),
  from: IsoTime.nullable().describe('When `too_early` ends; null before the first download'),
  release: z.string().nullable().describe('The label of the newest release that they fetched'),
  counts: z.boolean().describe('Whether a review by them counts'),
  mark: z.enum(REVIEW_MARKS).nullable().describe('Why it would not'),
  review: OwnReview.nullable(),
  helpful: z.array(Id).describe('The reviews of the game that the caller found helpful'),
})
export type ReviewStanding = z.infer<typeof ReviewStanding>

/** A review of the caller, with its game. */
export const MyReview = OwnReview.extend({
  game: z
    .object({ id: Id, slug: z.string(), title: z.string() })
    .nullable()
    .describe('Null for a game that the caller’s limits or blocks hide'),
})
export type MyReview = z.infer<typeof MyReview>

const GameParams = z.object({ id: Id })
const ReviewParams = z.object({ id: Id })
const BooleanParam = z.enum(['true', 'false']).transform((value) => value === 'true')

export const ReviewsQuery = z.object({
  sort: z.enum(REVIEW_SORTS).default('helpful'),
  recommends: BooleanParam.optional(),
  counted: BooleanParam.optional(),
  release: Id.optional().describe('About this release of the game'),
  language: z.enum(REVIEW_LANGUAGE_CODES).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(REVIEW_LIMITS.page),
  after: PageCursor,
})
export type ReviewsQuery = z.infer<typeof ReviewsQuery>

export const reviewCalls = {
  'GET /api/games/:id/reviews': {
    summary:
      'What owners say about a game: all reviews, good and bad, 20 a page; `Link` names the next page. Of a game that left the store its owners read them still',
    access: 'anyone',
    params: GameParams,
    query: ReviewsQuery.extend({ show: ShowOnce }),
    response: z.array(Review),
  },
  'GET /api/games/:id/review': {
    summary: "The caller's review of a game, and whether and when they may write one",
    access: 'signed-in',
    anonymous: true,
    params: GameParams,
    response: ReviewStanding,
  },
  'PUT /api/games/:id/review': {
    summary:
      'Write or change the review of an owned game; 403 `not_an_owner`, `own_game`, `too_early`, the last with the time',
    access: 'signed-in',
    anonymous: true,
    params: GameParams,
    body: ReviewDraft,
    response: ReviewStanding,
  },
  'DELETE /api/games/:id/review': {
    summary: "Remove the caller's review of a game",
    access: 'signed-in',
    anonymous: true,
    params: GameParams,
  },
  'PUT /api/reviews/:id/helpful': {
    summary: 'Say that a review helped; for owners of the game who did not write it',
    access: 'signed-in',
    anonymous: true,
    params: ReviewParams,
  },
  'DELETE /api/reviews/:id/helpful': {
    summary: 'Take that back',
    access: 'signed-in',
    anonymous: true,
    params: ReviewParams,
  },
  'PUT /api/reviews/:id/answer': {
    summary: 'Answer a review of one of the caller’s games, or change the answer',
    access: 'developer',
    anonymous: true,
    limit: 'save',
    params: ReviewParams,
    body: z.object({ text: z.string().max(unitsMax(REVIEW_LIMITS.answerMax)) }),
    response: Answer,
  },
  'DELETE /api/reviews/:id/answer': {
    summary: 'Remove the answer to a review of one of the caller’s games',
    access: 'developer',
    anonymous: true,
    limit: 'save',
    params: ReviewParams,
  },
  'GET /api/my-reviews': {
    summary: "The caller's reviews, the newest first; `Link` names the next page. Nobody else sees this list",
    access: 'signed-in',
    anonymous: true,
    query: z.object({ limit: z.coerce.number().int().min(1).max(50).optional(), after: PageCursor }),
    response: z.array(MyReview),
  },
} satisfies CallTable
