import { actorOf } from '../../platform/database/audit.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Store } from '../../store.ts'
import { payRest } from '../checkout/pay-rest.ts'
import { casesCsv, findCase, listCases } from './list-cases.ts'
import { resolveCase } from './resolve-case.ts'
import { askForAddress, returnMoney } from './return-money.ts'

/** Calls for payments that an admin handles: paying the rest, and payment cases. */
export function paymentCaseRoutes(serve: Serve, store: Store): void {
  serve('POST /api/orders/:orderId/rest', async ({ account, params }) =>
    payRest(store, account, params.orderId),
  )

  serve.list('GET /api/admin/payment-cases', async ({ query }) => listCases(store.db, query))

  serve.csv('GET /api/admin/payment-cases.csv', 'payment-cases.csv', ({ query }) => casesCsv(store.db, query))

  serve('POST /api/admin/payment-cases/:orderId/:kind/ask', async ({ account, params, body }) => {
    await askForAddress(store, actorOf(account), { ...params, ...body })
    return findCase(store.db, params.orderId, params.kind)
  })

  serve('POST /api/admin/payment-cases/:orderId/:kind/refund', async ({ account, params, body }) => {
    await returnMoney(store, actorOf(account), { ...params, ...body })
    return findCase(store.db, params.orderId, params.kind)
  })

  serve('POST /api/admin/payment-cases/:orderId/:kind/resolve', async ({ account, params, body }) => {
    await resolveCase(store, actorOf(account), { ...params, ...body })
    return findCase(store.db, params.orderId, params.kind)
  })
}
