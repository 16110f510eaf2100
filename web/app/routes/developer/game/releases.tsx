import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ReleasePage } from '../../../features/releases/form/release-page.tsx'
import { GamePage } from '../../../features/releases/head/game-page.tsx'
import { EarlyAccess } from '../../../features/releases/list/early-access.tsx'
import { ReleaseList } from '../../../features/releases/list/release-list.tsx'
import { Storage } from '../../../features/releases/list/storage.tsx'
import type { Meeting } from '../../../session/guard.tsx'
import { SessionEndedNote } from '../../../session/session-ended-note.tsx'
import { useFormAccount } from '../../../session/use-form-account.ts'
import { titled } from '../../../shell/store-info.ts'
import type { Route } from './+types/releases'

export const meta = titled('Releases')

export const handle: Meeting = { onEnded: <SessionEndedNote /> }

/** The address of the form of the next release, in place of a release's id. */
const NEW = 'new'

/** The releases of a developer's game, or one: the next, a draft to go on with, or the notes of one that was live. */
export default function GameReleases({ params: { id, releaseId } }: Route.ComponentProps) {
  if (releaseId !== undefined) return <OneRelease gameId={id} releaseId={releaseId} />
  return (
    <GamePage key={id} id={id}>
      {(game) => (
        <div className="grid gap-8">
          <ReleaseList game={game} />
          <Storage gameId={id} />
          <EarlyAccess game={game} />
        </div>
      )}
    </GamePage>
  )
}

function OneRelease({ gameId, releaseId }: { gameId: string; releaseId: string }) {
  const accountId = useFormAccount()
  if (accountId === null) return null
  const key = `${accountId} ${releaseId}`
  if (releaseId === NEW) return <NewRelease key={key} gameId={gameId} />
  return <ReleasePage key={key} gameId={gameId} releaseId={releaseId} />
}

/** Once it is saved, the address names its draft, so that a reload shows it. */
function NewRelease({ gameId }: { gameId: string }) {
  const [search] = useSearchParams()
  const [draftId] = useState(() => search.get('draft'))
  return <ReleasePage gameId={gameId} releaseId={draftId} />
}
