import type { Game } from '@nofiller/contract/catalog/catalog'
import type { ReactNode } from 'react'
import { Gallery } from './gallery.tsx'
import { Description, GameFacts } from './game-details.tsx'
import { GameTheme } from './game-theme.tsx'

type GameAreaProps = {
  game: Game
  /** What is new in it. */
  news?: ReactNode
  /** What comes next, among its facts. */
  coming?: ReactNode
  children: ReactNode
}

/** A game on its page, in its developer's colors; `children` are a visitor's actions (requirements 4.10). */
export const GameArea = ({ game, news, coming, children }: GameAreaProps) => (
  <GameTheme game={game}>
    <Gallery game={game} />
    <aside className="grid min-w-0 gap-5 desktop:row-span-2" aria-label="About this game">
      <GameFacts game={game} coming={coming} />
      {children}
    </aside>
    <div className="grid min-w-0 grid-cols-1 gap-8">
      {news}
      <Description game={game} />
    </div>
  </GameTheme>
)
