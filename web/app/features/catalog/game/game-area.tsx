import type { Game } from '@nofiller/contract/catalog/catalog'
import type { ReactNode } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Description } from './description.tsx'
import { Gallery } from './gallery.tsx'
import { GameFacts } from './game-details.tsx'
import { GameTheme } from './game-theme.tsx'
import { GameWarnings } from './game-warnings.tsx'

/** A game without releases and reviews has none, so loaded separately. */
const GameLines = lazyPart(() => import('./game-lines.tsx'))

type GameAreaProps = {
  game: Game
  /** What a visitor can do with it. */
  actions: ReactNode
  /** What is in it, and what else there is to do. */
  files: ReactNode
  news: ReactNode
  /** Owners of the game see first what is new in it, where others see first what it is. */
  isOwner?: boolean
}

/** A game on its page, in its developer's colors (requirements 4.10): in the order of phones, and in two columns where there is room. */
export function GameArea({ game, actions, files, news, isOwner = false }: GameAreaProps) {
  const hasNews = game.release !== null || game.posts.length > 0
  const hasLines = game.reviews.shown > 0 || game.release || game.coming.length > 0
  return (
    <GameTheme game={game}>
      <article
        data-owner={isOwner || undefined}
        className="game-parts bg-(--game-box) px-4 pb-8 phone:rounded-3 phone:p-8"
      >
        <Gallery game={game} />
        <aside className="game-actions" aria-label="About this game">
          <GameFacts game={game} lines={hasLines && <GameLines game={game} />} />
          {actions}
        </aside>
        <div className="game-warnings">
          <GameWarnings warnings={game.contentWarnings} />
        </div>
        <div className="game-words">
          <Description game={game} />
          {hasNews && <div className="game-news">{news}</div>}
        </div>
        <div className="game-files">{files}</div>
      </article>
    </GameTheme>
  )
}
