import type { Serve } from '../../platform/http/serve.ts'
import type { Store } from '../../store.ts'
import { userAgentOf } from '../sessions/browser-name.ts'
import type { OtherKeys } from './recent-keys.ts'
import { reportLost } from './report-lost.ts'
import { lookAtLink, takeBack } from './take-back.ts'

export function takeBackRoutes(serve: Serve, store: Store, others: readonly OtherKeys[]): void {
  serve('POST /api/take-back/look', async ({ body }) => lookAtLink(store, body, others))
  serve('POST /api/take-back', async ({ body, request }) =>
    takeBack(store, body, { userAgent: userAgentOf(request), others }),
  )
  serve('POST /api/take-back/lost', async ({ body, request }) =>
    reportLost(store, body, userAgentOf(request)),
  )
}
