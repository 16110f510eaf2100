import type { Serve } from '../../platform/http/serve.ts'
import type { Store } from '../../store.ts'
import type { FollowOrder } from '../order-watch.ts'
import { chooseCoin } from './choose-coin.ts'
import { offersOf, toPaymentCoins } from './coins.ts'
import { findPayment, orderOfPage } from './find-payment.ts'
import { measuredWaits } from './measured-waits.ts'

/** The calls of the payment page. Its token is the only key. */
export function paymentPageRoutes(serve: Serve, store: Store, followOrder: FollowOrder): void {
  const { db, rateLimits } = store
  const listOffers = offersOf(store)
  const waits = measuredWaits(db)

  serve('GET /api/payments/:payToken', async ({ params }) =>
    findPayment(store, await orderOfPage(store, params.payToken)),
  )

  serve.events('GET /api/payments/:payToken/events', async ({ params }) => {
    const orderId = await orderOfPage(store, params.payToken)
    return {
      read: () => findPayment(store, orderId),
      onChange: (listener) => followOrder(orderId, listener),
    }
  })

  serve('GET /api/payments/:payToken/coins', async ({ params }) => {
    const offers = await listOffers(await orderOfPage(store, params.payToken))
    return { coins: toPaymentCoins(offers, await waits()) }
  })

  serve('POST /api/payments/:payToken/coin', async ({ params, body }) => {
    const orderId = await orderOfPage(store, params.payToken)
    await rateLimits.consume('payment-coin', orderId) // beside the address: the page may be known to many
    await chooseCoin(store, listOffers, orderId, body.coin)
    return findPayment(store, orderId)
  })
}
