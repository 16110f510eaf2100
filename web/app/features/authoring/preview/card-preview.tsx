import type { Game } from '@nofiller/contract/catalog/catalog'
import { memo } from 'react'
import { GameCard } from '../../catalog/game-card.tsx'

/** The game's card as lists will show it, without its link. */
export const CardPreview = memo(({ game }: { game: Game }) => (
  <section className="grid gap-3">
    <h2 className="text-md font-650">Card Preview</h2>
    <div inert className="grid grid-cols-[250px] justify-center rounded-3 border border-line bg-bg p-[23px]">
      <GameCard game={game} eager />
    </div>
  </section>
))
