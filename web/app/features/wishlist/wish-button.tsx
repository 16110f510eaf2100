import { IconHeart } from '../../ui/icons.tsx'

/** On a game's page: puts the game on the wishlist. `hearts.ts`, loaded later, presses and paints it. */
export const WishButton = ({ gameId }: { gameId: string }) => (
  <button type="button" data-wish={gameId} className="wish">
    <IconHeart />
    <span>Add to wishlist</span>
    <span>On your wishlist</span>
  </button>
)
