import type { PricedGood } from '@nofiller/contract/basket/basket-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from '../../ui/feedback/toast.tsx'

/** Puts goods into the basket, says so, and answers whether they are there. What that takes is loaded at the first press. */
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
