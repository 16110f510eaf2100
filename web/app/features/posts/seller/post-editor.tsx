import { communityPath } from '@nofiller/contract/posts/post-paths'
import type { OwnPost } from '@nofiller/contract/posts/posts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { Container } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { GameHead } from '../../releases/head/game-head.tsx'
import { GamePage } from '../../releases/head/game-page.tsx'
import { useSellerGame } from '../../releases/head/use-seller-game.ts'
import { PostForm } from './post-form.tsx'

type PostEditorProps = {
  gameId: string
  /** Null for a new one. */
  postId: string | null
  accountId: string
}

/** A post's form. */
export function PostEditor({ gameId, postId, accountId }: PostEditorProps) {
  const game = useSellerGame(gameId)
  const reach = useCall('GET /api/dev/games/:id/reach', { params: { id: gameId } })
  const loading = useQuery({
    queryKey: ['form of a post', gameId, postId],
    queryFn: ({ signal }) =>
      postId === null ? null : call('GET /api/dev/posts/:postId', { params: { postId }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: game.data !== undefined,
    retry: false,
  })
  // The form is filled once, and survives the fetched data, which is dropped when the session ends.
  const [loaded, setLoaded] = useState<{ post: OwnPost | null } | null>(null)
  if (loaded === null && loading.data !== undefined) setLoaded({ post: loading.data })
  if (loaded !== null && game.data)
    return (
      <Container className="pt-6 pb-28 phone:pt-10 phone:pb-24">
        <GameHead game={game.data} />
        <PostForm game={game.data} post={loaded.post} reach={reach.data ?? null} accountId={accountId} />
      </Container>
    )
  const isMissing = loading.error instanceof ApiError && loading.error.status === 404
  return (
    <GamePage id={gameId}>
      {() =>
        isMissing ? (
          <Empty
            title="There is no such post"
            action={<ButtonLink to={communityPath(gameId)}>All posts</ButtonLink>}
          />
        ) : (
          <QueryView
            query={loading}
            error="Failed to load the post"
            skeleton={<Skeleton className="h-130" />}
          >
            {() => null}
          </QueryView>
        )
      }
    </GamePage>
  )
}
