import { visibilityOf } from '../../../features/authoring/own-games/own-games.ts'
import { Findings } from '../../../features/checks/findings.tsx'
import { SeeItAs } from '../../../features/checks/see-it-as.tsx'
import { GamePage } from '../../../features/releases/head/game-page.tsx'
import { titled } from '../../../shell/store-info.ts'
import type { Route } from './+types/checks'

export const meta = titled('Checks')

/** What the checks find in a developer's game, and how others see it. */
export default function GameChecks({ params: { id } }: Route.ComponentProps) {
  return (
    <GamePage key={id} id={id}>
      {(game) => (
        <div className="grid grid-cols-1 gap-10">
          <Findings gameId={id} />
          <SeeItAs gameId={id} isPublic={visibilityOf(game) !== 'private'} />
        </div>
      )}
    </GamePage>
  )
}
