import { showTotal } from '@nofiller/contract/catalog/browsing'
import { CARDS_PER_SECTION } from '@nofiller/contract/catalog/sections'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconArrowRight } from '../../ui/icons.tsx'
import { GameCard, GameCardSkeleton } from './game-card.tsx'
import type { ShownCard } from './shown-card.ts'

/** The anchor of a section on the home page. Section names are the store's own, in plain letters. */
export const sectionId = (section: string): string => section.toLowerCase().replaceAll(/[^a-z]+/g, '-')

export type ShownSection = { name: string; count: number; games: ShownCard[] }
type GameSectionProps = {
  section: ShownSection /** Where all of its games are. */
  to: string
  eager: boolean
}

/** A section of the home page: its name at the left, four cards at the right. */
export function GameSection({ section, to, eager }: GameSectionProps) {
  const id = sectionId(section.name)
  return (
    <section id={id} aria-labelledby={`${id}-name`} className="section">
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
            className={`-mr-3 ml-auto wide:mt-3 wide:mr-0 wide:-ml-3 ${section.count > CARDS_PER_SECTION ? '' : 'max-three:hidden desktop:hidden'}`}
          >
            See all
            <IconArrowRight />
          </ButtonLink>
        )}
      </div>
      <ul className="cards card-row one-row">
        <Cards games={section.games} eager={eager} />
      </ul>
    </section>
  )
}

/** The featured games; nothing without any. */
export function Featured({ games }: { games: readonly ShownCard[] }) {
  if (games.length === 0) return null
  return (
    <section aria-labelledby="featured-name" className="section">
      <h2 id="featured-name" className="d3">
        Featured
      </h2>
      <ul className="cards card-row">
        <Cards games={games} eager />
      </ul>
    </section>
  )
}

const Cards = ({ games, eager }: { games: readonly ShownCard[]; eager: boolean }) =>
  games.map((game) => (
    <li key={game._id}>
      <GameCard game={game} eager={eager} />
    </li>
  ))

/** Placeholders of three sections. */
export const SectionsSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    {['first', 'second', 'third'].map((section) => (
      <div key={section} className="section">
        <Skeleton className="h-8 w-32" />
        <ul className="cards card-row one-row">
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
