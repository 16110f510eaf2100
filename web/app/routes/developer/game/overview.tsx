import { GamePage } from '../../../features/releases/head/game-page.tsx'
import { Overview } from '../../../features/releases/overview/overview.tsx'
import { titled } from '../../../shell/store-info.ts'
import type { Route } from './+types/overview'

export const meta = titled('Your game')

/** A developer's game at a glance. */
export default function GameOverview({ params: { id } }: Route.ComponentProps) {
  return (
    <GamePage key={id} id={id}>
      {(game) => <Overview game={game} />}
    </GamePage>
  )
}
