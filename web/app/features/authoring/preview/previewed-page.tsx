import type { Game } from '@nofiller/contract/catalog/catalog'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { cleanDescription } from '../../catalog/game/clean-description.ts'
import { GameArea } from '../../catalog/game/game-area.tsx'
import OwnedStrip from '../../catalog/game/owned-strip.tsx'
import { OfferButtons, OfferFiles, previewOffer } from '../../orders/purchase/offer.tsx'
import { NOTHING, type Ownership } from '../../orders/purchase/ownership.ts'
import News from '../../releases/news.tsx'

type PreviewedPageProps = {
  game: Game
  /** What its reader owns. */
  owned?: Ownership
}

/** The content of the game's route as a picture, with the description cleaned like the store will clean it. */
export function PreviewedPage({ game, owned = NOTHING }: PreviewedPageProps) {
  const description = useCleaned(game.description)
  const clean = useMemo(() => ({ ...game, description }), [game, description])
  const offer = previewOffer(clean, owned)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <GameArea
      game={clean}
      isOwner={owned.base}
      news={<News game={clean} entry={null} />}
      actions={
        <>
          {owned.base && <OwnedStrip game={game} owned={owned} />}
          <OfferButtons offer={offer} button={button} />
        </>
      }
      files={<OfferFiles offer={offer} />}
    />
  )
}

/** Nothing is shown before it can be cleaned. */
function useCleaned(html: string): string {
  const [clean, setClean] = useState<typeof cleanDescription | null>(null)
  useEffect(() => {
    // A separate import, like on the game's own page, so both share the file.
    import('../../catalog/game/clean-description.ts').then(
      (loaded) => setClean(() => loaded.cleanDescription),
      () => undefined,
    )
  }, [])
  return useMemo(() => clean?.(html) ?? '', [clean, html])
}
