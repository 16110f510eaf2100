import { AccessSettings } from '../../../features/authoring/access/access-settings.tsx'
import { GamePage } from '../../../features/releases/head/game-page.tsx'
import type { Meeting } from '../../../session/guard.tsx'
import { SessionEndedNote } from '../../../session/session-ended-note.tsx'
import { titled } from '../../../shell/store-info.ts'
import type { Route } from './+types/access'

export const meta = titled('Access')

export const handle: Meeting = { onEnded: <SessionEndedNote /> }

/** Who sees a developer's game, and whether it is sold. */
export default function GameAccess({ params: { id } }: Route.ComponentProps) {
  return (
    <GamePage key={id} id={id}>
      {(game) => <AccessSettings game={game} />}
    </GamePage>
  )
}
