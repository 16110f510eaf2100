import type { GameCard } from '@nofiller/contract/catalogue/catalogue'
import { useNavigate } from 'react-router'
import { useUser } from '../../session/session.ts'
import { IconBag, IconCheck } from '../../ui/icons.tsx'
import { useIsInBasket } from './in-basket.ts'
import { useAddToBasket } from './use-add-to-basket.ts'

/** On a card's picture: seen while the card is pointed at or has the focus, always where nothing can point. */
export function CardBasketButton({ game: { _id, title, price, developer } }: { game: GameCard }) {
  const isIn = useIsInBasket(_id)
  const add = useAddToBasket()
  const navigate = useNavigate()
  if (useUser()?._id === developer._id) return null
  return (
    <button
      type="button"
      aria-label={isIn ? `Open basket, ${title} is in it` : `Add ${title} to basket`}
      onClick={() => (isIn ? navigate('/basket') : add([{ gameId: _id, fileId: null, price }]))}
      className={`absolute top-2 right-2 grid size-8 cursor-pointer place-items-center rounded-2 bg-sticker-ink/80 text-sticker hover:bg-sticker-ink ${isIn ? '' : 'pointer-fine:opacity-0'} group-hover/card:opacity-100 focus-visible:opacity-100`}
    >
      {isIn ? <IconCheck /> : <IconBag />}
    </button>
  )
}
