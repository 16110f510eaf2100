import type { Game } from '@nofiller/contract/catalog/catalog'
import type { ReactNode } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Gallery } from './gallery.tsx'
import { Description, GameFacts } from './game-details.tsx'
import { GameTheme } from './game-theme.tsx'

/** A game without releases and reviews has none, so loaded separately. */
const GameLines = lazyPart(() => import('./game-lines.tsx'))

type GameAreaProps = {
  game: Game
  /** What is new in it. */
  news?: ReactNode
  children: ReactNode
}

/** A game on its page, in its developer's colors; `children` are a visitor's actions (requirements 4.10). */
export function GameArea({ game, news, children }: GameAreaProps) {
  const hasLines = game.reviews.shown > 0 || game.release || game.coming.length > 0
  return (
    <GameTheme game={game}>
      <Gallery game={game} />
      <aside className="grid min-w-0 gap-5 desktop:row-span-2" aria-label="About this game">
        <GameFacts game={game} lines={hasLines && <GameLines game={game} />} />
        {children}
      </aside>
      <div className="grid min-w-0 grid-cols-1 gap-8">
        {news}
        <Description game={game} />
      </div>
    </GameTheme>
  )
}
