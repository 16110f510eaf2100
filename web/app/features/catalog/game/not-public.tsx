import type { Game } from '@nofiller/contract/catalog/catalog'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { PageFailed } from '../../../shell/failures/page-failed.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { IconGamepad } from '../../../ui/icons.tsx'
import { Container } from '../../../ui/page.tsx'
import { GamesLike } from '../not-here.tsx'
import { NotPublicNote } from './not-public-note.tsx'
import { useMissingGame } from './use-missing-game.ts'

type NotPublicProps = { error: unknown; missingTitle: string; showGame: (game: Game) => ReactNode }

/** The replacement for a game that visitors do not see, for who may see it. */
export default function NotPublic({ error, missingTitle, showGame }: NotPublicProps) {
  const { isMissing, isLoading, game } = useMissingGame(error)
  if (game)
    return (
      <>
        <NotPublicNote game={game} />
        {showGame(game)}
      </>
    )
  if (isLoading) return <GameSkeleton />
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
