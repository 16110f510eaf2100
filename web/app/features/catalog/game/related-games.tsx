import { RELATED, RELATED_TITLES, type RelatedKind } from '@nofiller/contract/suggestions/related-rules'
import { useUser } from '../../../session/session.ts'
import { GameCard } from '../game-card.tsx'
import type { ShownCard } from '../shown-card.ts'

type RelatedGamesProps = { kind: RelatedKind; games: readonly ShownCard[] }

/** What owners of the game above also own, or games like it, without those that the visitor owns: the page itself is everybody's. */
export function RelatedGames({ kind, games }: RelatedGamesProps) {
  const owned = useUser()?.purchases ?? []
  const shown = games.filter(({ _id }) => !owned.includes(_id)).slice(0, RELATED.shown)
  if (shown.length < RELATED.min) return null
  return (
    <section aria-labelledby="related" className="border-t border-line pt-8 pb-16 phone:pt-10">
      {/* As wide as the game's panel above. */}
      <div className="page-edges grid grid-cols-1 gap-5 wide:[--page:1072px]">
        <h2 id="related" className="d3">
          {RELATED_TITLES[kind]}
        </h2>
        <ul className="cards -m-1 p-1 [contain-intrinsic-height:auto_267px] [content-visibility:auto] max-phone:[contain-intrinsic-height:auto_388px] three:max-desktop:*:nth-4:hidden">
          {shown.map((game) => (
            <li key={game._id}>
              <GameCard game={game} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
