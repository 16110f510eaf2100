import { developerIdOf } from '../platform/developer-id.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { developerCsv, earningsCsv, storeCsv } from './csv.ts'
import { developerAnalytics } from './developer-figures.ts'
import { balanceOf, listEarnings } from './earnings.ts'
import { overTime, storeAnalytics } from './store-figures.ts'
import { countView } from './views.ts'

const ok = { ok: true } as const

export function analyticsRoutes(serve: Serve, store: Store): void {
  const { db, config } = store
  const siteHost = new URL(config.publicUrl).host

  serve('GET /api/admin/analytics', async () => storeAnalytics(db))
  serve('GET /api/admin/analytics/over-time', async ({ query }) => overTime(db, query))
  serve.csv('GET /api/admin/analytics.csv', 'analytics.csv', ({ query }) => storeCsv(db, query))

  serve('POST /api/games/:id/view', async ({ params, body, request, account }) => {
    await countView(db, siteHost, {
      gameId: params.id,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      accountId: account?.id ?? null,
      referrer: body.referrer,
    })
    return ok
  })

  serve('GET /api/dev/analytics', async ({ account, query }) =>
    developerAnalytics(db, {
      ...query,
      developerId: developerIdOf(account, query),
      gameId: query.gameId ?? null,
    }),
  )
  serve.csv('GET /api/dev/analytics.csv', 'game-analytics.csv', ({ account, query }) =>
    developerCsv(db, { ...query, developerId: developerIdOf(account, query), gameId: query.gameId ?? null }),
  )

  serve('GET /api/dev/balance', async ({ account, query }) => balanceOf(db, developerIdOf(account, query)))
  serve.list('GET /api/dev/earnings', async ({ account, query }) =>
    listEarnings(store, { ...query, developerId: developerIdOf(account, query) }),
  )
  serve.csv('GET /api/dev/earnings.csv', 'earnings.csv', ({ account, query }) =>
    earningsCsv(store, { ...query, developerId: developerIdOf(account, query) }),
  )
}
