import type { GameCard as Card } from '@nofiller/contract/catalogue'
import { GameCard } from './game-card.tsx'

/** Other games that share tags with the one above; four across, or in a row that scrolls. */
export function RelatedGames({ games }: { games: readonly Card[] }) {
  if (games.length === 0) return null
  return (
    <section aria-labelledby="related" className="border-t border-line pt-8 pb-16 phone:pt-10">
      {/* As wide as the game's panel above. */}
      <div className="mx-auto grid max-w-284 gap-5 px-4 phone:px-8">
        <h2 id="related" className="d3">
          More like this
        </h2>
        <ul className="-mx-4 flex snap-x gap-4 overflow-x-auto scroll-px-4 px-4 pt-1 pb-2 [contain-intrinsic-height:auto_267px] [content-visibility:auto] [scrollbar-width:thin] phone:-mx-8 phone:scroll-px-8 phone:gap-6 phone:px-8">
          {games.map((game) => (
            <li key={game._id} className="snap-start">
              <GameCard game={game} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
