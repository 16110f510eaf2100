import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { endCode, makeCode, makeStoreCode } from './change-discount-code.ts'
import { changeSale, endSale, planSale, planStoreSale, takePart } from './change-sale.ts'
import { listCodes } from './list-discount-codes.ts'
import { listSales } from './list-sales.ts'

const ok = { ok: true } as const

export function saleRoutes(serve: Serve, store: Store): void {
  serve.list('GET /api/dev/sales', async ({ account, query }) => listSales(store.db, account, query))
  serve('POST /api/dev/sales', async ({ account, body }) => planSale(store, account, body))
  serve('POST /api/dev/sales/:id', async ({ account, params, body }) => {
    await changeSale(store, account, params.id, body)
    return ok
  })
  serve('POST /api/dev/sales/:id/games', async ({ account, params, body }) => {
    await takePart(store, account, params.id, body.gameIds)
    return ok
  })
  serve('POST /api/dev/sales/:id/end', async ({ account, params }) => {
    await endSale(store, account, params.id)
    return ok
  })
  serve.list('GET /api/dev/discount-codes', async ({ account, query }) => listCodes(store.db, account, query))
  serve('POST /api/dev/discount-codes', async ({ account, body }) => makeCode(store, account, body))
  serve('POST /api/admin/discount-codes', async ({ account, body }) => makeStoreCode(store, account, body))
  serve('POST /api/dev/discount-codes/:id/end', async ({ account, params }) => {
    await endCode(store, account, params.id)
    return ok
  })
  serve('POST /api/admin/sales', async ({ account, body }) => planStoreSale(store, account, body))
}
