import { dollarsOf } from '@nofiller/contract/pricing/money'
import { buyerCookie } from '../accounts/sessions/cookies.ts'
import { audienceOf } from '../platform/http/audience.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import { fetchingOf, redirect } from '../platform/http/redirect.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { checkout } from './checkout/checkout.ts'
import { minimumPayment } from './checkout/minimum-payment.ts'
import { ordersCsv } from './history/csv.ts'
import { findOrder } from './history/find-order.ts'
import { tellNoMore } from './history/left-wishlist.ts'
import { listOrders } from './history/list-orders.ts'
import { followOrderDownload } from './history/order-download.ts'
import { orderStatus } from './history/order-state.ts'
import type { FollowOrder } from './order-watch.ts'
import { developerShares } from './settlement/example-sale.ts'

export function orderRoutes(serve: Serve, store: Store, followOrder: FollowOrder): void {
  const buyer = buyerCookie(store.config)
  serve('POST /api/checkout', async ({ account, body, reply }) => {
    const opened = await checkout(store, account, body)
    buyer.set(reply, account.id)
    return opened
  })

  serve('GET /api/checkout/minimum', async () => minimumPayment(store))

  serve('GET /api/dev/share', async ({ query }) => {
    const prices = query.prices.split(',').map(Number)
    const shares = await developerShares(store.db, store.config.PLATFORM_SHARE_PERCENT, prices)
    return prices.map((cents, at) => ({ price: dollarsOf(cents), share: dollarsOf(shares[at] ?? 0) }))
  })

  serve.list('GET /api/orders', async ({ account, query, request }) =>
    listOrders(store.db, account, query, {
      id: account.id,
      ...audienceOf(request),
      publicUrl: store.config.publicUrl,
    }),
  )

  serve('GET /api/orders/:orderId', async ({ account, params, request }) => {
    const order = await findOrder(store, account, params.orderId, audienceOf(request))
    if (!order) throw notFound('Failed to load receipt')
    return order
  })

  serve('DELETE /api/orders/:orderId/left-wishlist', async ({ account, params }) =>
    tellNoMore(store.db, account.id, params.orderId),
  )

  serve('GET /api/order-download/:token', async ({ params, request, reply }) =>
    redirect(reply, await followOrderDownload(store, params.token, fetchingOf(request))),
  )

  serve.csv('GET /api/admin/orders.csv', 'orders.csv', ({ account, query }) =>
    ordersCsv(store, account, query),
  )

  serve('GET /api/order-status/:orderId', async ({ params }) => orderStatus(store, params.orderId))

  serve.events('GET /api/order-status/:orderId/events', async ({ params: { orderId } }) => ({
    read: () => orderStatus(store, orderId), // only its status is sent
    onChange: (listener) => followOrder(orderId, listener),
  }))
}
