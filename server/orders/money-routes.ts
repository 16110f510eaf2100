import { actorOf } from '../platform/database/audit.ts'
import { pageHeaders } from '../platform/http/paging.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { resolveCase } from './cases.ts'
import { casesCsv, findCase, listCases } from './cases-list.ts'
import { payRest } from './rest.ts'

/** What helps money that did not come as it should. */
export function moneyRoutes(serve: Serve, store: Store): void {
  serve('POST /api/orders/:orderId/rest', async ({ account, params }) =>
    payRest(store, account, params.orderId),
  )

  serve('GET /api/admin/payment-cases', async ({ query, request, reply }) => {
    const { cases, total, next } = await listCases(store.db, query)
    pageHeaders(request, reply, { total, after: next })
    return cases
  })

  serve('GET /api/admin/payment-cases.csv', async ({ query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="payment-cases.csv"')
    return casesCsv(store.db, query)
  })

  serve('POST /api/admin/payment-cases/:orderId/:kind/resolve', async ({ account, params, body }) => {
    await resolveCase(store.db, actorOf(account), { ...params, ...body })
    return findCase(store.db, params.orderId, params.kind)
  })
}
