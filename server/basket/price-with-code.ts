import type { BasketGood } from '@nofiller/contract/basket/basket-rules'
import type { ResponseBody } from '@nofiller/contract/calls'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { enteredCode, refusedCode, type UsableCode } from '../sales/discount-codes.ts'
import type { Store } from '../store.ts'
import { requestedBundles } from './bundle-offers.ts'
import { findGoods, type Good } from './goods.ts'

type Asker = { address: string; accountId: string | null }

/** The prices of goods with an entered code. @throws HttpError 400 `code_refused`, 429 */
export async function priceWithCode(
  store: Store,
  asker: Asker,
  typed: string,
  asked: readonly BasketGood[],
  bundleIds: readonly string[],
): Promise<ResponseBody<'POST /api/discount-codes/check'>> {
  const code = await enteredCode(store, typed, asker)
  const bundles = await requestedBundles(store.db, asker.accountId, asked, bundleIds)
  const goods = await findGoods(store.db, asker.accountId, asked, { code, bundles })
  refuseUseless(goods, code)
  return {
    code: code.code,
    items: goods.flatMap(({ gameId, fileId, offer }) =>
      offer.kind === 'for-sale'
        ? [
            {
              gameId,
              fileId,
              price: dollarsOf(offer.priceCents),
              listPrice: dollarsOf(offer.listCents),
              isByCode: offer.code !== null,
            },
          ]
        : [],
    ),
  }
}

/** A code that makes nothing cheaper is not taken, so that it is not used up. @throws HttpError 400 `code_refused` */
export function refuseUseless(goods: readonly Good[], code: UsableCode): void {
  const forSale = goods.filter(({ offer }) => offer.kind === 'for-sale')
  if (forSale.some(({ offer }) => offer.kind === 'for-sale' && offer.code !== null)) return
  const isForOne = forSale.some(({ game, fileId }) => game && fileId === null && code.appliesTo(game))
  throw refusedCode(
    isForOne
      ? 'Your price is already as low as with this code, or lower.'
      : 'This code doesn’t apply to anything here.',
  )
}
