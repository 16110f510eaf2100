import type { Game } from '@nofiller/contract/catalog/catalog'
import type { ReactNode } from 'react'
import { Gallery } from './gallery.tsx'
import { Description, GameFacts } from './game-details.tsx'
import { GameTheme } from './game-theme.tsx'

/** A game on its page, in its developer's colors; `children` are a visitor's actions (requirements 4.10). */
export const GameArea = ({ game, children }: { game: Game; children: ReactNode }) => (
  <GameTheme game={game}>
    <Gallery game={game} />
    <aside className="grid min-w-0 gap-5 desktop:row-span-2" aria-label="About this game">
      <GameFacts game={game} />
      {children}
    </aside>
    <Description game={game} />
  </GameTheme>
)
