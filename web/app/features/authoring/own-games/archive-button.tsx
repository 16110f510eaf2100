import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { IconArchive } from '../../../ui/dashboard-icons.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

/** The heading of the list that the button's row belongs to. */
export const OWN_GAMES_TITLE = 'own-games-title'

/** Puts a game away, with a way back for as long as the toast stands, or brings it back. */
export function ArchiveButton({ game }: { game: OwnGame }) {
  const [busy, setBusy] = useState(false)
  const { archive, restore } = useArchive(game)
  const press = async () => {
    setBusy(true)
    await (game.archivedAt === null ? archive() : restore())
    setBusy(false)
    document.getElementById(OWN_GAMES_TITLE)?.focus({ preventScroll: true }) // its row is gone
  }
  if (game.archivedAt !== null)
    return (
      <Button size="small" busy={busy} aria-label={`Restore ${game.title}`} onClick={press}>
        Restore
      </Button>
    )
  return (
    <Button
      icon={<IconArchive className="size-4" />}
      size="small"
      kind="quiet"
      square
      busy={busy}
      aria-label={`Archive ${game.title}`}
      title="Archive"
      onClick={press}
    />
  )
}

function useArchive({ _id: id, title, status }: OwnGame) {
  const client = useQueryClient()
  const change = async (
    name: 'POST /api/games/:id/archive' | 'DELETE /api/games/:id/archive',
    done: () => void,
  ) => {
    try {
      await call(name, { params: { id } })
      await client.invalidateQueries({ queryKey: ['GET /api/my-games'] })
      done()
    } catch (error) {
      toast(messageOf(error, 'Something went wrong. Please try again.'), { kind: 'bad' })
    }
  }
  const restore = () => change('DELETE /api/games/:id/archive', () => toast(`${title} is restored`))
  const said =
    status === 'published'
      ? `${title} is archived and no longer for sale. Owners keep it.`
      : `${title} is archived`
  const archive = () =>
    change('POST /api/games/:id/archive', () =>
      toast(said, { action: { label: 'Undo', onPress: () => void restore() } }),
    )
  return { archive, restore }
}
