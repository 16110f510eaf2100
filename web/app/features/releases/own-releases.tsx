import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, useParams } from 'react-router'
import { useUser } from '../../session/session.ts'
import { PageFailed } from '../../shell/failures/page-failed.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconGamepad } from '../../ui/icons.tsx'
import { Container } from '../../ui/page.tsx'
import { GamesLike } from '../catalog/not-here.tsx'
import { shownCard } from '../catalog/shown-card.ts'
import { useLibraryEntry } from '../library/library-entry.ts'
import { loadReleases, type ShownReleases } from './shown-releases.ts'

type OwnReleasesProps = {
  error: unknown
  missingTitle: string
  showPage: (page: ShownReleases) => ReactNode
}

/** The replacement for the releases of a game without a public page: who owns it reads them still (VE13). */
export default function OwnReleases({ error, missingTitle, showPage }: OwnReleasesProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const { data: page, isLoading } = useOwnReleases(isMissing)
  if (page)
    return (
      <>
        <Container className="py-3">
          <Note>This game is not in the store now. You see its releases because you own it.</Note>
        </Container>
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

function useOwnReleases(isMissing: boolean) {
  const { id = '' } = useParams()
  const user = useUser()
  const entry = useLibraryEntry(id)
  const { data: owned } = entry
  const page = useQuery({
    queryKey: ['GET /api/games/:id/releases', owned?.gameId],
    queryFn: async (): Promise<ShownReleases | null> => {
      if (!owned) return null
      const { rows, next, total } = await loadReleases(owned.gameId)
      const game = { ...shownCard(owned.game), _id: owned.gameId }
      return {
        game,
        releases: rows,
        isFirst: true,
        total: total ?? rows.length,
        next: next ?? null,
        since: null,
      }
    },
    enabled: isMissing && user !== null && owned !== undefined,
    retry: false,
  })
  return { data: page.data, isLoading: isMissing && user !== null && (entry.isLoading || page.isLoading) }
}
