import type { GameCard } from '@nofiller/contract/catalogue'
import type { ReactNode } from 'react'
import { Art, useBlurred } from '../catalogue/art.tsx'

/** A game in one line; `children` are what can be done with it. */
export function GameRow({ game, note, children }: { game: GameCard; note?: ReactNode; children: ReactNode }) {
  const blurred = useBlurred(game)
  return (
    <div className="flex flex-wrap items-center gap-3 py-3">
      <span className="relative h-14 w-20 flex-none overflow-hidden rounded-1 bg-text/9">
        {game.cardPicture && <Art picture={game.cardPicture} sizes="80px" blurred={blurred} alt="" />}
      </span>
      <span className="grid min-w-32 flex-1">
        <b className="truncate font-650">{game.title}</b>
        <span className="truncate text-sm text-muted">
          {game.devName} · {game.category}
        </span>
        {note}
      </span>
      <span className="ml-auto flex items-center gap-1">{children}</span>
    </div>
  )
}
