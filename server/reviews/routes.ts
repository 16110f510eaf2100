import { actorOf } from '../platform/database/audit.ts'
import { pageSize } from '../platform/database/paginate.ts'
import { audienceOf, unlimited } from '../platform/http/audience.ts'
import type { Serve } from '../platform/http/serve.ts'
import { readableBy, type Store } from '../store.ts'
import { answerReview, removeAnswer } from './answer-review.ts'
import { decideHeld } from './held/decide-held.ts'
import { listHeld } from './held/list-held.ts'
import { listReviews } from './list-reviews.ts'
import { myReviews } from './my-reviews.ts'
import { removeReview } from './remove-review.ts'
import { saveReview } from './save-review.ts'
import { reviewFigures, sellerReviews } from './seller-reviews.ts'
import { reviewStanding } from './standing.ts'
import { decideSurge } from './surges/decide-surge.ts'
import { listSurges } from './surges/list-surges.ts'
import { reviewWeeks } from './surges/review-weeks.ts'
import { voteHelpful, withdrawVote } from './vote.ts'

const ok = { ok: true } as const
const PAGE = 50

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

  serve.list('GET /api/dev/games/:id/reviews', async ({ account, params, query }) =>
    sellerReviews(store.db, account, params.id, query),
  )

  serve('GET /api/dev/games/:id/review-figures', async ({ account, params }) =>
    reviewFigures(store.db, account, params.id),
  )

  serve.list('GET /api/my-reviews', async ({ account, query, request }) =>
    myReviews(store.db, account, query, audienceOf(request)),
  )

  serve('GET /api/games/:id/review-weeks', async ({ account, params }) =>
    reviewWeeks(readableBy(store, account), account, params.id),
  )

  serve.list('GET /api/admin/review-surges', async ({ account, query }) =>
    listSurges(store.db, account.id, { ...query, limit: pageSize(query, PAGE) }),
  )

  serve('POST /api/admin/review-surges/:id/decision', async ({ account, params, body }) => {
    await decideSurge(store, { ...actorOf(account), id: account.id }, params.id, body)
    return ok
  })

  serve.list('GET /api/admin/held-reviews', async ({ account, query }) =>
    listHeld(store.db, account.id, { ...query, limit: pageSize(query, PAGE) }),
  )

  serve('POST /api/admin/held-reviews/:id/decision', async ({ account, params, body }) => {
    await decideHeld(store, { ...actorOf(account), id: account.id }, params.id, body)
    return ok
  })
}
