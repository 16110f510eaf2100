import { showCount } from '@nofiller/contract/browsing'
import type { GameCard as Card, HomeSection } from '@nofiller/contract/catalogue'
import { CARDS_PER_SECTION } from '@nofiller/contract/sections'
import { slugOf } from '@nofiller/contract/slug'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { IconArrowRight } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GameCard, GameCardSkeleton } from './game-card.tsx'

const ROW =
  'grid gap-4 border-t border-line pt-6 pb-8 phone:gap-5 phone:pt-8 phone:pb-10 rail:grid-cols-[192px_1072px] rail:gap-8'
/** Under 1360 px the four cards scroll sideways, and the next one peeks; rows far below are not laid out until they come near. */
const FOUR =
  'max-rail:-mx-4 max-rail:flex max-rail:snap-x max-rail:snap-proximity max-rail:scroll-px-4 max-rail:gap-4 max-rail:overflow-x-auto max-rail:px-4 max-rail:pt-1 max-rail:pb-2 max-rail:[contain-intrinsic-height:auto_267px] max-rail:[content-visibility:auto] max-rail:[scrollbar-width:thin] phone:max-rail:-mx-8 phone:max-rail:scroll-px-8 phone:max-rail:gap-6 phone:max-rail:px-8 rail:grid rail:grid-cols-[repeat(4,250px)] rail:gap-x-6 rail:gap-y-10'

/** The address of a section within the home page. */
export const binId = (section: string): string => slugOf(section)

/** A section of the home page: its name at the left, four cards at the right. */
export function Bin({ section, eager }: { section: HomeSection; eager: boolean }) {
  const id = binId(section.name)
  return (
    <section id={id} aria-labelledby={`${id}-name`} className={ROW}>
      <div className="flex items-baseline gap-3 rail:flex-col rail:items-start rail:gap-1">
        <h2 id={`${id}-name`} className="d3">
          {section.name}
        </h2>
        <span className="text-sm text-faint">
          {showCount(section.count)} {section.count === 1 ? 'game' : 'games'}
        </span>
        {section.count > CARDS_PER_SECTION && (
          <ButtonLink
            kind="quiet"
            size="small"
            to={`/games?tag=${encodeURIComponent(section.name.toLowerCase())}`}
            aria-label={`See all ${section.name}`}
            className="-mr-3 ml-auto rail:mt-3 rail:mr-0 rail:-ml-3"
          >
            See all
            <IconArrowRight />
          </ButtonLink>
        )}
      </div>
      <Four>
        <Cards games={section.games} eager={eager} />
      </Four>
    </section>
  )
}

/** The games that the store puts first; nothing when it chose none. */
export function Featured({ games }: { games: readonly Card[] }) {
  if (games.length === 0) return null
  return (
    <section aria-labelledby="featured-name" className={ROW}>
      <h2 id="featured-name" className="d3">
        Featured
      </h2>
      <Four>
        <Cards games={games} eager />
      </Four>
    </section>
  )
}

const Cards = ({ games, eager }: { games: readonly Card[]; eager: boolean }) =>
  games.map((game) => (
    <li key={game._id} className="snap-start">
      <GameCard game={game} eager={eager} />
    </li>
  ))

const Four = ({ children }: { children: ReactNode }) => <ul className={FOUR}>{children}</ul>

/** Three sections on their way. */
export const BinsSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    {['first', 'second', 'third'].map((bin) => (
      <div key={bin} className={ROW}>
        <Skeleton className="h-8 w-32" />
        <Four>
          {['a', 'b', 'c', 'd'].map((card) => (
            <li key={card}>
              <GameCardSkeleton />
            </li>
          ))}
        </Four>
      </div>
    ))}
  </div>
)
