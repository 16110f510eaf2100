import { PostEditor } from '../../../features/posts/seller/post-editor.tsx'
import { PostList } from '../../../features/posts/seller/post-list.tsx'
import { GamePage } from '../../../features/releases/head/game-page.tsx'
import type { Meeting } from '../../../session/guard.tsx'
import { SessionEndedNote } from '../../../session/session-ended-note.tsx'
import { useFormAccount } from '../../../session/use-form-account.ts'
import { titled } from '../../../shell/store-info.ts'
import type { Route } from './+types/community'

export const meta = titled('Community')

export const handle: Meeting = { onEnded: <SessionEndedNote /> }

/** The address of the form of a new post, in place of a post's id. */
const NEW = 'new'

/** What a developer wrote about a game and how many follow it, or one post: a new one, a draft, or one that is out. */
export default function GameCommunity({ params: { id, postId } }: Route.ComponentProps) {
  if (postId !== undefined) return <OnePost gameId={id} postId={postId} />
  return (
    <GamePage key={id} id={id}>
      {(game) => <PostList game={game} />}
    </GamePage>
  )
}

function OnePost({ gameId, postId }: { gameId: string; postId: string }) {
  const accountId = useFormAccount()
  if (accountId === null) return null
  return (
    <PostEditor
      key={accountId}
      gameId={gameId}
      postId={postId === NEW ? null : postId}
      accountId={accountId}
    />
  )
}
