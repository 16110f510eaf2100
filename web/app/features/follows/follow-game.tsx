import type { Game } from '@nofiller/contract/catalog/catalog'
import FollowButton from './follow-button.tsx'

/** Follows a game, on its page. */
export default function FollowGame({ game }: { game: Game }) {
  return (
    <FollowButton
      kind="game"
      id={game._id}
      name={game.title}
      developerId={game.developer._id}
      followers={game.followers}
    />
  )
}
