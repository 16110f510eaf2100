import { notFound } from '../platform/http/errors.ts'
import { pageHeaders } from '../platform/http/paging.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { checkout } from './checkout.ts'
import { ordersCsv } from './csv.ts'
import { findOrder } from './find-order.ts'
import { listOrders } from './list.ts'
import { smallestPayment } from './minimum.ts'
import { orderStatus } from './status.ts'

export function orderRoutes(serve: Serve, store: Store): void {
  serve('POST /api/checkout', async ({ account, body }) => checkout(store, account, body))

  serve('GET /api/checkout/minimum', async () => smallestPayment(store))

  serve('GET /api/orders', async ({ account, query, request, reply }) => {
    const { orders, total, next } = await listOrders(store.db, account, query)
    pageHeaders(request, reply, { total, after: next })
    return orders
  })

  serve('GET /api/orders/:orderId', async ({ account, params }) => {
    const order = await findOrder(store.db, account, params.orderId)
    if (!order) throw notFound('Failed to load receipt')
    return order
  })

  serve('GET /api/admin/orders.csv', async ({ account, query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="orders.csv"')
    return ordersCsv(store, account, query)
  })

  serve('GET /api/order-status/:orderId', async ({ params }) => orderStatus(store, params.orderId))
}
