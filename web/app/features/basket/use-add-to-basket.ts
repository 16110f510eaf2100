import type { PricedGood } from '@nofiller/contract/basket/basket-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from '../../ui/feedback/toast.tsx'

/** Adds goods to the basket, shows the result, and returns whether they are in it. Its code is loaded at the first click. */
export function useAddToBasket() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (goods: readonly PricedGood[]) =>
    import('./add-to-basket.ts').then(
      ({ addToBasket }) => addToBasket(queries, goods, () => navigate('/basket')),
      () => {
        toast('We couldn’t add this to your basket. Please try again.', { kind: 'bad' })
        return false
      },
    )
}
