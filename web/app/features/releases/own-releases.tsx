import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { PageFailed } from '../../shell/failures/page-failed.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconGamepad } from '../../ui/icons.tsx'
import { Container } from '../../ui/page.tsx'
import { NotPublicNote } from '../catalog/game/not-public-note.tsx'
import { useMissingGame } from '../catalog/game/use-missing-game.ts'
import { GamesLike } from '../catalog/not-here.tsx'
import { type ShownCard, shownCard } from '../catalog/shown-card.ts'
import { useLibraryEntry } from '../library/library-entry.ts'
import { loadReleases, type ShownReleases } from './shown-releases.ts'

type OwnReleasesProps = {
  error: unknown
  missingTitle: string
  showPage: (page: ShownReleases) => ReactNode
}

/** The replacement for the releases of a game that visitors do not see: who may see it, or owns it, reads them still (VE13, LA1). */
export default function OwnReleases({ error, missingTitle, showPage }: OwnReleasesProps) {
  const { isMissing, isLoading, game, page } = useOwnReleases(error)
  if (page)
    return (
      <>
        {game ? (
          <NotPublicNote game={game} />
        ) : (
          <Container className="py-3">
            <Note>This game is not in the store now. You see its releases because you own it.</Note>
          </Container>
        )}
        {showPage(page)}
      </>
    )
  if (isLoading) return <Skeleton className="m-10 h-64 rounded-2" />
  return (
    <>
      <PageFailed
        title={isMissing ? missingTitle : 'Failed to load its releases'}
        icon={<IconGamepad />}
        isMissing={isMissing}
        action={<ButtonLink to="/library">Open Library</ButtonLink>}
      >
        It was withdrawn, or the address is wrong. What you own stays in your library.
      </PageFailed>
      <GamesLike error={error} />
    </>
  )
}

/** By the game's page where the user sees it, else by their library. */
function useOwnReleases(error: unknown) {
  const { id = '' } = useParams()
  const missing = useMissingGame(error)
  const { game, isMissing } = missing
  const entry = useLibraryEntry(id)
  const card = game
    ? shownCard(game)
    : entry.data && { ...shownCard(entry.data.game), _id: entry.data.gameId }
  const page = useQuery({
    queryKey: ['GET /api/games/:id/releases', card?._id],
    queryFn: () => (card ? releasesOf(card) : null),
    enabled: isMissing && !missing.isLoading && card !== undefined && card !== null,
    retry: false,
  })
  return {
    isMissing,
    game,
    page: page.data,
    isLoading: isMissing && (missing.isLoading || entry.isLoading || page.isLoading),
  }
}

async function releasesOf(game: ShownCard): Promise<ShownReleases> {
  const { rows, next, total } = await loadReleases(game._id)
  return {
    game,
    isListed: false,
    releases: rows,
    isFirst: true,
    total: total ?? rows.length,
    next: next ?? null,
    since: null,
  }
}
