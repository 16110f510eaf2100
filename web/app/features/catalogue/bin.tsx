import { slugOf } from '@nofiller/contract/authoring/slug'
import { showTotal } from '@nofiller/contract/catalogue/browsing'
import type { GameCard as Card, HomeSection } from '@nofiller/contract/catalogue/catalogue'
import { CARDS_PER_SECTION } from '@nofiller/contract/catalogue/sections'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconArrowRight } from '../../ui/icons.tsx'
import { GameCard, GameCardSkeleton } from './game-card.tsx'

const ROW =
  'grid gap-4 border-t border-line pt-6 pb-8 phone:gap-5 phone:pt-8 phone:pb-10 wide:grid-cols-[var(--rail)_minmax(0,1fr)] wide:gap-8'
/** Between phones and small laptops the cards scroll sideways; rows far below are not laid out until they come near. */
const FOUR =
  'cards max-three:-m-1 max-three:p-1 max-phone:[contain-intrinsic-height:auto_388px] max-three:[content-visibility:auto] phone:max-three:-mx-8 phone:max-three:flex phone:max-three:snap-x phone:max-three:scroll-px-8 phone:max-three:overflow-x-auto phone:max-three:px-8 phone:max-three:pb-2 phone:max-three:[contain-intrinsic-height:auto_267px] phone:max-three:[scrollbar-width:thin]'
/** Where three cards make a row, a section shows one row. */
const ONE_ROW = 'three:max-desk:*:nth-4:hidden'

/** The address of a section within the home page. */
export const binId = (section: string): string => slugOf(section)

type BinProps = { section: HomeSection /** Where all of its games are. */; to: string; eager: boolean }

/** A section of the home page: its name at the left, four cards at the right. */
export function Bin({ section, to, eager }: BinProps) {
  const id = binId(section.name)
  return (
    <section id={id} aria-labelledby={`${id}-name`} className={ROW}>
      <div className="flex items-baseline gap-3 wide:flex-col wide:items-start wide:gap-1">
        <h2 id={`${id}-name`} className="d3">
          {section.name}
        </h2>
        <span className="text-sm text-faint">
          {showTotal(section.count)} {section.count === 1 ? 'game' : 'games'}
        </span>
        {section.count >= CARDS_PER_SECTION && (
          <ButtonLink
            kind="quiet"
            size="small"
            to={to}
            aria-label={`See all ${section.name}`}
            className={`-mr-3 ml-auto wide:mt-3 wide:mr-0 wide:-ml-3 ${section.count > CARDS_PER_SECTION ? '' : 'max-three:hidden desk:hidden'}`}
          >
            See all
            <IconArrowRight />
          </ButtonLink>
        )}
      </div>
      <ul className={`${FOUR} ${ONE_ROW}`}>
        <Cards games={section.games} eager={eager} />
      </ul>
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
      <ul className={FOUR}>
        <Cards games={games} eager />
      </ul>
    </section>
  )
}

const Cards = ({ games, eager }: { games: readonly Card[]; eager: boolean }) =>
  games.map((game) => (
    <li key={game._id} className="snap-start">
      <GameCard game={game} eager={eager} />
    </li>
  ))

/** Three sections on their way. */
export const BinsSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    {['first', 'second', 'third'].map((bin) => (
      <div key={bin} className={ROW}>
        <Skeleton className="h-8 w-32" />
        <ul className={`${FOUR} ${ONE_ROW}`}>
          {['a', 'b', 'c', 'd'].map((card) => (
            <li key={card}>
              <GameCardSkeleton />
            </li>
          ))}
        </ul>
      </div>
    ))}
  </div>
)
