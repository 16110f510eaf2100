import type { Post } from '@nofiller/contract/posts/posts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { call } from '../../api/client.ts'
import { useUser } from '../../session/session.ts'
import { PageFailed } from '../../shell/failures/page-failed.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconGamepad } from '../../ui/icons.tsx'
import { NotPublicNote } from '../catalog/game/not-public-note.tsx'
import { useMissingGame } from '../catalog/game/use-missing-game.ts'
import { type ShownCard, shownCard } from '../catalog/shown-card.ts'
import { cleanPosts } from './shown-posts.ts'

type OwnPostProps = {
  error: unknown
  missingTitle: string
  showPost: (game: ShownCard, post: Post) => ReactNode
}

/** The replacement for a post about a game that visitors do not see, for who may see it (LA1). */
export default function OwnPost({ error, missingTitle, showPost }: OwnPostProps) {
  const { postId = '' } = useParams()
  const { isMissing, game, isLoading } = useMissingGame(error)
  const user = useUser()
  const post = useQuery({
    queryKey: ['GET /api/posts/:postId', postId, user?._id, 'not public'],
    queryFn: async () => {
      const [cleaned] = await cleanPosts([await call('GET /api/posts/:postId', { params: { postId } })])
      return cleaned ?? null
    },
    enabled: game !== undefined,
    retry: false,
  })
  if (game && post.data)
    return (
      <>
        <NotPublicNote game={game} />
        {showPost(shownCard(game), post.data)}
      </>
    )
  if (isLoading || post.isLoading) return <Skeleton className="m-10 h-64 rounded-2" />
  return (
    <PageFailed
      title={isMissing ? missingTitle : 'Failed to load this post'}
      icon={<IconGamepad />}
      isMissing={isMissing}
    >
      It was taken down, or the address is wrong.
    </PageFailed>
  )
}
