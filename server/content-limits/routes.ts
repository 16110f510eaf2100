import { type Limits, NO_LIMITS } from '@nofiller/contract/content-limits/limit-rules'
import { hiddenAmongAll } from '../catalog/search/list-games.ts'
import { hiddenBy, limitsIn } from '../platform/http/audience.ts'
import { contentChoiceOf } from '../platform/http/content-choice.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { saveLimits } from './account-limits.ts'
import type { LimitsCookie } from './limits-cookie.ts'

export function limitsRoutes(serve: Serve, { db }: Store, cookie: LimitsCookie): void {
  serve('GET /api/limits', async ({ account, request }) => {
    const limits = account?.limits ?? limitsIn(request) ?? NO_LIMITS
    return { ...limits, ...(await hiddenAmongAll(db, audienceWith(request, limits))) }
  })

  serve('PUT /api/limits', async ({ account, body: limits, request, reply }) => {
    if (account) {
      await saveLimits(db, account.id, limits)
      cookie.enter(request, reply, limits)
    } else {
      cookie.set(reply, limits)
    }
    return { ...limits, ...(await hiddenAmongAll(db, audienceWith(request, limits))) }
  })
}

const audienceWith = (request: Parameters<typeof contentChoiceOf>[0], limits: Limits) => ({
  view: contentChoiceOf(request),
  hidden: hiddenBy([limits], null),
})
