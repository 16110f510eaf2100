import { z } from 'zod'
import { type CallTable, Id, PageCursor } from '../call.ts'
import { REVIEW_LIMITS, SELLER_REVIEW_FILTERS } from './review-rules.ts'
import { Review, ReviewSummary } from './reviews.ts'

/** A review as the developer of its game reads it: what everybody reads, and what became of their answer. */
export const SellerReview = Review.extend({
  answerDecisionId: Id.nullable().describe('The decision that removed the answer'),
})
export type SellerReview = z.infer<typeof SellerReview>

/** What the reviews of a game come to: the figures that buyers see, and why some do not count. */
export const ReviewFigures = ReviewSummary.pick({
  shown: true,
  shownPositive: true,
  counted: true,
  share: true,
  recent: true,
  surge: true,
}).extend({
  unanswered: z.number().int(),
  uncounted: z.object({
    free_copy: z.number().int(),
    team: z.number().int(),
    refunded: z.number().int(),
    surge: z.number().int(),
    others: z.number().int().describe('Without a mark, such as free claims in a game that is sold'),
  }),
})
export type ReviewFigures = z.infer<typeof ReviewFigures>

const GameParams = z.object({ id: Id })

export const sellerReviewCalls = {
  'GET /api/dev/games/:id/reviews': {
    summary: "The reviews of one of the caller's games, the newest first; `Link` names the next page",
    access: 'developer',
    params: GameParams,
    query: z.object({
      show: z.enum(SELLER_REVIEW_FILTERS).default('all'),
      limit: z.coerce.number().int().min(1).max(50).default(REVIEW_LIMITS.page),
      after: PageCursor,
    }),
    response: z.array(SellerReview),
  },
  'GET /api/dev/games/:id/review-figures': {
    summary: "What the reviews of one of the caller's games come to",
    access: 'developer',
    params: GameParams,
    response: ReviewFigures,
  },
} satisfies CallTable
