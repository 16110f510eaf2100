import type { Game } from '@nofiller/contract/catalog/catalog'
import { useDeferredValue, useMemo } from 'react'
import { useSession } from '../../../session/session.ts'
import type { Draft } from '../form/game-draft.ts'
import { useChosenPictures } from '../pictures/use-chosen-pictures.ts'
import { CardPreview } from './card-preview.tsx'
import { PagePreview } from './page-preview.tsx'
import { PreviewBoundary } from './preview-boundary.tsx'
import { type Author, previewGame } from './preview-game.ts'

/** A live preview of the form: rendered when there is time, by the components of the public pages. */
export function Previews(props: { draft: Draft; game: Game | null }) {
  return (
    <aside
      aria-label="Previews"
      className="grid gap-6 max-desktop:order-first desktop:sticky desktop:top-22 desktop:max-h-[calc(100dvh-176px)] desktop:grid-rows-[auto_minmax(0,1fr)]"
    >
      <PreviewBoundary resetKey={props.draft}>
        <Shown {...props} />
      </PreviewBoundary>
    </aside>
  )
}

function Shown({ draft, game }: { draft: Draft; game: Game | null }) {
  const author = useAuthor(game)
  const chosen = useChosenPictures(draft)
  const shown = useDeferredValue(draft)
  const preview = useMemo(() => previewGame(shown, author, chosen), [shown, author, chosen])
  return (
    <>
      <PreviewBoundary resetKey={preview}>
        <CardPreview game={preview} />
      </PreviewBoundary>
      <PreviewBoundary resetKey={preview}>
        <PagePreview game={preview} />
      </PreviewBoundary>
    </>
  )
}

/** The game's owner; for a new game, its creator. */
function useAuthor(game: Game | null): Author {
  const { user } = useSession()
  const { _id = '', username = '', displayName = null } = user ?? {}
  return useMemo(
    () => game ?? { developer: { _id, username, displayName }, devName: displayName ?? username },
    [game, _id, username, displayName],
  )
}
