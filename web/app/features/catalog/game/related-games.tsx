import { GameCard } from '../game-card.tsx'
import type { ShownCard } from '../shown-card.ts'

/** Other games that share tags with the one above. */
export function RelatedGames({ games }: { games: readonly ShownCard[] }) {
  if (games.length === 0) return null
  return (
    <section aria-labelledby="related" className="border-t border-line pt-8 pb-16 phone:pt-10">
      {/* As wide as the game's panel above. */}
      <div className="page-edges grid grid-cols-1 gap-5 wide:[--page:1072px]">
        <h2 id="related" className="d3">
          More like this
        </h2>
        <ul className="cards -m-1 p-1 [contain-intrinsic-height:auto_267px] [content-visibility:auto] max-phone:[contain-intrinsic-height:auto_388px] three:max-desktop:*:nth-4:hidden">
          {games.map((game) => (
            <li key={game._id}>
              <GameCard game={game} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
