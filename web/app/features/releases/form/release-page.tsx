import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { NextRelease, SellerGame } from '@nofiller/contract/releases/seller-game'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { Container } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { GameHead } from '../head/game-head.tsx'
import { GamePage } from '../head/game-page.tsx'
import { useSellerGame } from '../head/use-seller-game.ts'
import { WAS_OPEN } from '../show-release.tsx'
import { DraftForm } from './draft-form.tsx'
import { NotesForm } from './notes-form.tsx'

type Loaded = { game: SellerGame; next: NextRelease; release: OwnRelease | null }

/** A release's form. @param releaseId null for a new one */
export function ReleasePage({ gameId, releaseId }: { gameId: string; releaseId: string | null }) {
  const game = useSellerGame(gameId)
  const loading = useQuery({
    queryKey: ['form of a release', gameId, releaseId],
    queryFn: async ({ signal }) => {
      const [next, release] = await Promise.all([
        call('GET /api/dev/games/:id/next-release', { params: { id: gameId }, signal }),
        releaseId === null ? null : call('GET /api/releases/:releaseId', { params: { releaseId }, signal }),
      ])
      return { next, release }
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: game.data !== undefined,
    retry: false,
  })
  // The form is filled once, and survives the fetched data, which is dropped when the session ends.
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  if (loaded === null && game.data && loading.data) setLoaded({ game: game.data, ...loading.data })
  if (loaded !== null) return <Form {...loaded} game={game.data ?? loaded.game} />
  const isMissing = loading.error instanceof ApiError && loading.error.status === 404
  return (
    <GamePage id={gameId}>
      {() =>
        isMissing ? (
          <Empty
            title="There is no such release"
            action={<ButtonLink to={`/dev/games/${gameId}/releases`}>All releases</ButtonLink>}
          />
        ) : (
          <QueryView
            query={loading}
            error="Failed to load the release"
            skeleton={<Skeleton className="h-130" />}
          >
            {() => null}
          </QueryView>
        )
      }
    </GamePage>
  )
}

const Form = ({ game, next, release }: Loaded) => (
  <Container className="pt-6 pb-28 phone:pt-10 phone:pb-24">
    <GameHead game={game} />
    {release && WAS_OPEN.includes(release.state) ? (
      <NotesForm game={game} next={next} release={release} />
    ) : (
      <DraftForm game={game} next={next} release={release} />
    )}
  </Container>
)
