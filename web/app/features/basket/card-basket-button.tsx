import { useNavigate } from 'react-router'
import { useUser } from '../../session/session.ts'
import { IconBag, IconCheck } from '../../ui/icons.tsx'
import type { ShownCard } from '../catalog/shown-card.ts'
import { useIsInBasket } from './in-basket.ts'
import { useAddToBasket } from './use-add-to-basket.ts'

/** On a card's picture: visible on hover and focus, always on touch screens. */
export function CardBasketButton({ game: { _id, title, price, developer } }: { game: ShownCard }) {
  const isIn = useIsInBasket(_id)
  const add = useAddToBasket()
  const navigate = useNavigate()
  if (useUser()?._id === developer._id) return null
  return (
    <button
      type="button"
      aria-label={isIn ? `Open basket, ${title} is in it` : `Add ${title} to basket`}
      onClick={() => (isIn ? navigate('/basket') : add([{ gameId: _id, fileId: null, price }]))}
      className={isIn ? 'card-basket is-in' : 'card-basket'}
    >
      {isIn ? <IconCheck /> : <IconBag />}
    </button>
  )
}
