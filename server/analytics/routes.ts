import { forbidden } from '../platform/http/errors.ts'
import { pageHeaders } from '../platform/http/paging.ts'
import type { Account, Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { developerCsv, earningsCsv, storeCsv } from './csv.ts'
import { developerAnalytics } from './developer-figures.ts'
import { balanceOf, listEarnings } from './earnings.ts'
import { overTime, storeAnalytics } from './store-figures.ts'
import { countView } from './views.ts'

const ok = { ok: true } as const

export function analyticsRoutes(serve: Serve, { db, config }: Store): void {
  const siteHost = new URL(config.publicUrl).host

  serve('GET /api/admin/analytics', async () => storeAnalytics(db))
  serve('GET /api/admin/analytics/over-time', async ({ query }) => overTime(db, query))
  serve('GET /api/admin/analytics.csv', async ({ query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="analytics.csv"')
    return storeCsv(db, query)
  })

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
    developerAnalytics(db, { ...query, developerId: whose(account, query), gameId: query.gameId ?? null }),
  )
  serve('GET /api/dev/analytics.csv', async ({ account, query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="game-analytics.csv"')
    return developerCsv(db, { ...query, developerId: whose(account, query), gameId: query.gameId ?? null })
  })

  serve('GET /api/dev/balance', async ({ account, query }) => balanceOf(db, whose(account, query)))
  serve('GET /api/dev/earnings', async ({ account, query, request, reply }) => {
    const page = await listEarnings(db, { ...query, developerId: whose(account, query) })
    pageHeaders(request, reply, { total: page.total, after: page.next })
    return page.earnings
  })
  serve('GET /api/dev/earnings.csv', async ({ account, query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="earnings.csv"')
    return earningsCsv(db, { ...query, developerId: whose(account, query) })
  })
}

/** A developer sees their own; an admin anybody's (decisions §6). @throws HttpError 403 */
function whose(account: Account, { developerId }: { developerId?: string | undefined }): string {
  if (developerId === undefined || developerId === account.id) return account.id
  if (account.role !== 'admin') throw forbidden()
  return developerId
}
