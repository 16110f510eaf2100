import type { Game } from '@nofiller/contract/catalog/catalog'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, useParams, useSearchParams } from 'react-router'
import { call } from '../../../api/client.ts'
import { useSession } from '../../../session/session.ts'
import { PageFailed } from '../../../shell/failures/page-failed.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { IconGamepad } from '../../../ui/icons.tsx'
import { Container } from '../../../ui/page.tsx'
import { GamesLike } from '../not-here.tsx'

type NotPublicProps = { error: unknown; missingTitle: string; showGame: (game: Game) => ReactNode }

/**
 * The replacement for a game without a public page. A draft has none, but its developer and admins may see it: the browser
 * requests it in their name.
 */
export default function NotPublic({ error, missingTitle, showGame }: NotPublicProps) {
  const { id = '' } = useParams()
  const { user } = useSession()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const mayBeDraft = isMissing && user !== null && user.role !== 'player'
  const draft = useQuery({
    queryKey: ['GET /api/games/:id', id],
    queryFn: async ({ signal }) => {
      const asked = call('GET /api/games/:id', { params: { id }, signal })
      const [game, { cleanDescription }] = await Promise.all([asked, import('./clean-description.ts')])
      return { ...game, description: cleanDescription(game.description) }
    },
    enabled: mayBeDraft,
    retry: false,
  })
  if (draft.data)
    return (
      <>
        <Container className="py-3">
          <Note kind="warn">This game is not public. Only its developer and admins see this page.</Note>
        </Container>
        {showGame(draft.data)}
      </>
    )
  if (mayBeDraft && draft.isPending) return <GameSkeleton />
  return (
    <>
      <NoGame title={isMissing ? missingTitle : 'Failed to load game'} isMissing={isMissing} />
      <GamesLike error={error} />
    </>
  )
}

function NoGame({ title, isMissing }: { title: string; isMissing: boolean }) {
  const [search] = useSearchParams()
  return (
    <PageFailed
      title={title}
      icon={<IconGamepad />}
      isMissing={isMissing}
      action={<ButtonLink to="/library">Open Library</ButtonLink>}
    >
      {search.get('buy') === '1'
        ? 'It was withdrawn, so it can’t be bought again. What you own stays in your library.'
        : 'It was withdrawn, or the address is wrong. What you own stays in your library.'}
    </PageFailed>
  )
}

const GameSkeleton = () => (
  <Container className="grid gap-10 py-10 desktop:grid-cols-[minmax(0,1fr)_344px]">
    <span className="sr-only">Loading</span>
    <Skeleton className="aspect-video rounded-2" />
    <div className="grid content-start gap-4">
      <Skeleton className="h-11 w-3/4" />
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-12 rounded-2" />
      <Skeleton className="h-40 rounded-2" />
    </div>
  </Container>
)
