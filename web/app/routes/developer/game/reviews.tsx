import { GamePage } from '../../../features/releases/head/game-page.tsx'
import { SellerReviews } from '../../../features/reviews/seller/seller-reviews.tsx'
import type { Meeting } from '../../../session/guard.tsx'
import { SessionEndedNote } from '../../../session/session-ended-note.tsx'
import { titled } from '../../../shell/store-info.ts'
import type { Route } from './+types/reviews'

export const meta = titled('Reviews')

export const handle: Meeting = { onEnded: <SessionEndedNote /> }

/** What owners say about a developer's game, and the answers. */
export default function GameReviews({ params: { id } }: Route.ComponentProps) {
  return (
    <GamePage key={id} id={id}>
      {(game) => <SellerReviews game={game} />}
    </GamePage>
  )
}
