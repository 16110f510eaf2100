import { audienceOf, unlimited } from '../platform/http/audience.ts'
import type { Serve } from '../platform/http/serve.ts'
import { readableBy, type Store } from '../store.ts'
import { answerReview, removeAnswer } from './answer-review.ts'
import { listReviews } from './list-reviews.ts'
import { myReviews } from './my-reviews.ts'
import { removeReview } from './remove-review.ts'
import { saveReview } from './save-review.ts'
import { reviewStanding } from './standing.ts'
import { voteHelpful, withdrawVote } from './vote.ts'

export function reviewRoutes(serve: Serve, store: Store): void {
  serve.list(
    'GET /api/games/:id/reviews',
    async ({ account, params, query: { show, ...query }, request }) => {
      const audience = audienceOf(request)
      return listReviews(
        readableBy(store, account),
        account,
        params.id,
        query,
        show === 'once' ? unlimited(audience.view) : audience,
      )
    },
  )

  serve('GET /api/games/:id/review', async ({ account, params }) => reviewStanding(store, account, params.id))

  serve('PUT /api/games/:id/review', async ({ account, params, body }) =>
    saveReview(store, account, params.id, body),
  )

  serve('DELETE /api/games/:id/review', async ({ account, params }) =>
    removeReview(store, account, params.id),
  )

  serve('PUT /api/reviews/:id/helpful', async ({ account, params }) => voteHelpful(store, account, params.id))

  serve('DELETE /api/reviews/:id/helpful', async ({ account, params }) =>
    withdrawVote(store, account, params.id),
  )

  serve('PUT /api/reviews/:id/answer', async ({ account, params, body }) =>
    answerReview(store, account, params.id, body.text),
  )

  serve('DELETE /api/reviews/:id/answer', async ({ account, params }) =>
    removeAnswer(store, account, params.id),
  )

  serve.list('GET /api/my-reviews', async ({ account, query, request }) =>
    myReviews(store.db, account, query, audienceOf(request)),
  )
}
