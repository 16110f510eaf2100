import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useUser } from '../../session/session.ts'
import { PageFailed } from '../../shell/failures/page-failed.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconGamepad } from '../../ui/icons.tsx'
import { NotPublicNote } from '../catalog/game/not-public-note.tsx'
import { useMissingGame } from '../catalog/game/use-missing-game.ts'
import { shownCard } from '../catalog/shown-card.ts'
import { loadPosts, type ShownPosts } from './shown-posts.ts'

type OwnPostsProps = { error: unknown; missingTitle: string; showPage: (page: ShownPosts) => ReactNode }

/** The replacement for the posts of a game that visitors do not see, for who may see it (LA1). */
export default function OwnPosts({ error, missingTitle, showPage }: OwnPostsProps) {
  const { isMissing, game, isLoading } = useMissingGame(error)
  const user = useUser()
  const posts = useQuery({
    queryKey: ['GET /api/games/:id/posts', game?._id, user?._id, 'not public'],
    queryFn: () => loadPosts(game?._id ?? ''),
    enabled: game !== undefined,
    retry: false,
  })
  if (game && posts.data) {
    const { rows, next, total } = posts.data
    return (
      <>
        <NotPublicNote game={game} />
        {showPage({
          game: shownCard(game),
          isListed: false,
          posts: rows,
          isFirst: true,
          total: total ?? rows.length,
          next: next ?? null,
        })}
      </>
    )
  }
  if (isLoading || posts.isLoading) return <Skeleton className="m-10 h-64 rounded-2" />
  return (
    <PageFailed
      title={isMissing ? missingTitle : 'Failed to load its posts'}
      icon={<IconGamepad />}
      isMissing={isMissing}
    >
      It was withdrawn, or the address is wrong.
    </PageFailed>
  )
}
