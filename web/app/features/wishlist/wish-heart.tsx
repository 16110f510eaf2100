import { useSession } from '../../session/session.ts'
import { IconHeart } from '../../ui/icons.tsx'

type WishHeartProps = { game: { _id: string; title: string; developer: { _id: string } } }

/**
 * On a card's picture: puts the game on the wishlist. Drawn once it is known who looks, so that fifty of them weigh nothing in the
 * HTML; `hearts.ts`, loaded later, presses and paints it.
 */
export function WishHeart({ game: { _id, title, developer } }: WishHeartProps) {
  const { state, user } = useSession()
  if (state === 'checking' || user?._id === developer._id) return null
  return (
    <button type="button" data-wish={_id} aria-label={`Add ${title} to wishlist`} className="card-wish">
      <IconHeart />
    </button>
  )
}
