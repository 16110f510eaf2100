import type { PricedGood } from '@nofiller/contract/basket/basket-rules'
import type { QueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { changeBasket } from './change-basket.ts'

/** Adds goods to the basket; shows the result. Returns whether they are in it. */
export async function addToBasket(
  queries: QueryClient,
  goods: readonly PricedGood[],
  open: () => void,
): Promise<boolean> {
  try {
    await changeBasket(queries, (basket) => basket.add(goods))
    toast('Added to basket', { action: { label: 'Open basket', onPress: open } })
    return true
  } catch (error) {
    toast(messageOf(error, 'We couldn’t add this to your basket. Please try again.'), { kind: 'bad' })
    return false
  }
}
