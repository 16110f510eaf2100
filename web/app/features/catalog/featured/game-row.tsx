import type { GameCard } from '@nofiller/contract/catalog/catalog'
import type { ReactNode } from 'react'
import { GamePicture } from '../game-picture.tsx'

/** A game in one line; `children` are its actions. */
export function GameRow({ game, note, children }: { game: GameCard; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3 py-3">
      <GamePicture game={game} sizes="80px" className="h-14 w-20 rounded-1" />
      <span className="grid min-w-32 flex-1">
        <b translate="no" className="truncate font-650">
          {game.title}
        </b>
        <span className="truncate text-sm text-muted">
          {game.devName} · {game.category}
        </span>
        {note}
      </span>
      <span className="ml-auto flex items-center gap-1">{children}</span>
    </div>
  )
}
