import type { Game } from '@nofiller/contract/catalog/catalog'
import { sellerGamePath } from '@nofiller/contract/catalog/paths'
import { useUser } from '../../../session/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Container } from '../../../ui/page.tsx'
import { IconLock } from '../../authoring/access/visibility-pill.tsx'

/** Says above a page of a game that is not public who sees it. */
export function NotPublicNote({ game }: { game: Game }) {
  const isOwn = useUser()?._id === game.developer._id
  if (game.status !== 'published' || game.visibility !== 'private')
    return <Bar>This game is not public. Only its developer and admins see this page.</Bar>
  if (!isOwn) return <Bar>This game is private. Only its developer, its owners and admins see this page.</Bar>
  return <Bar gameId={game._id}>This game is private. Only you, its owners and admins see this page.</Bar>
}

/** With a way to change it for the developer of `gameId`. */
const Bar = ({ gameId, children }: { gameId?: string; children: string }) => (
  <Container className="py-3">
    <Note
      kind="warn"
      icon={<IconLock className="size-[18px]" />}
      action={
        gameId && (
          <ButtonLink size="small" to={`${sellerGamePath(gameId)}/access`}>
            Access
          </ButtonLink>
        )
      }
    >
      {children}
    </Note>
  </Container>
)
