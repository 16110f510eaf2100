import { gamePath } from '@nofiller/contract/catalog/paths'
import type { Order } from '@nofiller/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { messageOf } from '../../../api/api-error.ts'
import { useAction } from '../../../api/use-action.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { changeBasket, mergeIntoAccount } from '../../basket/change-basket.ts'

/** Repeats an order: one good in the purchase dialog, several in the basket. */
export function BuyAgain({ order }: { order: Order }) {
  const [item, ...others] = order.items
  if (!item || others.length > 0) return <IntoBasket order={order} />
  const file = item.fileId === null ? '' : `&file=${item.fileId}`
  return (
    <ButtonLink size="small" to={`${gamePath(item.game.slug)}?buy=1${file}`}>
      Buy again
    </ButtonLink>
  )
}

/** Goods already owned or no longer sold are reported and left out. */
function IntoBasket({ order }: { order: Order }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { busy, press } = useAction(
    () => {
      const addedAt = currentTime().toISOString()
      const goods = order.items.map(({ game, fileId, price }) => {
        return { gameId: game._id, fileId, price, isLater: false, addedAt }
      })
      return changeBasket(queries, () => mergeIntoAccount(goods))
    },
    {
      onDone: () => navigate('/basket'),
      failureOf: (error) => messageOf(error, 'We couldn’t add this to your basket. Please try again.'),
    },
  )
  return (
    <Button size="small" busy={busy} onClick={() => press()}>
      Buy again
    </Button>
  )
}
