import type { Order } from '@nofiller/contract/orders'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useAddToBasket } from '../../basket/use-add-to-basket.ts'

/** Starts an order over: one game at its page, several goods in the basket. */
export const BuyAgain = ({ order }: { order: Order }) =>
  order.items.length === 1 ? (
    <ButtonLink size="small" to={`/game/${order.game.slug}?buy=1`}>
      Buy again
    </ButtonLink>
  ) : (
    <IntoBasket order={order} />
  )

function IntoBasket({ order }: { order: Order }) {
  const [busy, setBusy] = useState(false)
  const add = useAddToBasket()
  const navigate = useNavigate()
  const buy = async () => {
    setBusy(true)
    const goods = order.items.map(({ game, fileId, price }) => ({ gameId: game._id, fileId, price }))
    if (await add(goods)) navigate('/basket')
    setBusy(false)
  }
  return (
    <Button size="small" busy={busy} onClick={() => void buy()}>
      Buy again
    </Button>
  )
}
