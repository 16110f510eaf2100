import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { useAction } from '../../../api/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { IconArchive } from '../../../ui/dashboard-icons.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

/** The heading of the list that contains the button's row. */
export const OWN_GAMES_TITLE = 'own-games-title'

/** Archives a game, with an undo as long as the toast is visible, or restores it. */
export function ArchiveButton({ game }: { game: OwnGame }) {
  const restore = useArchiving('DELETE /api/games/:id/archive', game, () =>
    toast(`${game.title} is restored`),
  )
  const archive = useArchiving('POST /api/games/:id/archive', game, () =>
    toast(archivedText(game), { action: { label: 'Undo', onPress: () => restore.press() } }),
  )
  if (game.archivedAt !== null)
    return (
      <Button
        size="small"
        busy={restore.busy}
        aria-label={`Restore ${game.title}`}
        onClick={() => restore.press()}
      >
        Restore
      </Button>
    )
  return (
    <Button
      icon={<IconArchive className="size-4" />}
      size="small"
      kind="quiet"
      square
      busy={archive.busy}
      aria-label={`Archive ${game.title}`}
      title="Archive"
      onClick={() => archive.press()}
    />
  )
}

const archivedText = ({ title, status }: OwnGame): string =>
  status === 'published'
    ? `${title} is archived and no longer for sale. Owners keep it.`
    : `${title} is archived`

function useArchiving(
  name: 'POST /api/games/:id/archive' | 'DELETE /api/games/:id/archive',
  { _id: id }: OwnGame,
  onDone: () => void,
) {
  const client = useQueryClient()
  const change = async () => {
    await call(name, { params: { id } })
    await client.invalidateQueries({ queryKey: ['GET /api/my-games'] })
  }
  return useAction(change, {
    onDone: () => {
      onDone()
      document.getElementById(OWN_GAMES_TITLE)?.focus({ preventScroll: true }) // its row is gone
    },
  })
}
