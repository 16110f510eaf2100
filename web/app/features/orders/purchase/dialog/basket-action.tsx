import { goodId, type PricedGood } from '@nofiller/contract/basket/basket-rules'
import { useState } from 'react'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { inBasket } from '../../../basket/in-basket.ts'
import { useAddToBasket } from '../../../basket/use-add-to-basket.ts'

type BasketActionProps = { goods: readonly PricedGood[]; disabled?: boolean; onAdded: () => void }

/** Adds the dialog's goods to the basket; links to it once they are all there. */
export function BasketAction({ goods, disabled = false, onAdded }: BasketActionProps) {
  const [isAdding, setAdding] = useState(false)
  const add = useAddToBasket()
  const ids = inBasket.use() ?? ''
  if (goods.every((good) => ids.includes(goodId(good))))
    return <ButtonLink to="/basket">Open basket</ButtonLink>
  const press = async () => {
    setAdding(true)
    const isAdded = await add(goods)
    setAdding(false)
    if (isAdded) onAdded()
  }
  return (
    <Button busy={isAdding} disabled={disabled} onClick={press}>
      Add to basket
    </Button>
  )
}
