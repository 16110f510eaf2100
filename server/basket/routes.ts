import { contentChoiceOf } from '../platform/http/content-choice.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { basketOf, lookUp } from './basket.ts'
import {
  addToBasket,
  mergeIntoBasket,
  removeFromBasket,
  setSavedForLater,
  settleBasket,
} from './change-basket.ts'
import { priceWithCode } from './price-with-code.ts'

export function basketRoutes(serve: Serve, store: Store): void {
  const { db } = store

  serve('GET /api/basket', async ({ account, request }) => basketOf(db, account.id, contentChoiceOf(request)))

  serve('POST /api/basket', async ({ account, body, request }) => {
    await addToBasket(db, account.id, body.goods)
    return basketOf(db, account.id, contentChoiceOf(request))
  })

  serve('POST /api/basket/merge', async ({ account, body, request }) => {
    const leftOut = await mergeIntoBasket(db, account.id, body.items)
    return { ...(await basketOf(db, account.id, contentChoiceOf(request))), leftOut }
  })

  serve('POST /api/basket/settle', async ({ account, body, request }) => {
    await settleBasket(db, account.id, body.shown)
    return basketOf(db, account.id, contentChoiceOf(request))
  })

  serve('PATCH /api/basket/:id', async ({ account, params, body, request }) => {
    await setSavedForLater(db, account.id, params.id, body.isLater)
    return basketOf(db, account.id, contentChoiceOf(request))
  })

  serve('DELETE /api/basket/:id', async ({ account, params, request }) => {
    await removeFromBasket(db, account.id, params.id)
    return basketOf(db, account.id, contentChoiceOf(request))
  })

  serve('POST /api/discount-codes/check', async ({ account, body, request }) =>
    priceWithCode(
      store,
      { address: request.ip, accountId: account?.id ?? null },
      body.code,
      body.goods,
      body.bundleIds,
    ),
  )

  serve('POST /api/basket/look-up', async ({ body, request }) =>
    lookUp(db, body.items, contentChoiceOf(request)),
  )
}
