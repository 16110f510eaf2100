import { showTotal } from '@nofiller/contract/catalog/browsing'
import { plural } from '@nofiller/contract/text/digits'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { IconArrowRight } from '../../../ui/icons.tsx'
import { GameCard, GameCardSkeleton } from '../game-card.tsx'
import type { ShownCard } from '../shown-card.ts'

type ShelfProps = {
  id: string
  title: string
  /** How many games there are in all. */
  count?: number
  /** Where all of them are. */
  to: string
  toText?: string
  children: ReactNode
}

/** A region of the home page: its heading, a way to all of its games, and the first of them. */
export const Shelf = ({ id, title, count, to, toText = 'See all', children }: ShelfProps) => (
  <section id={id} aria-labelledby={`${id}-name`} className="section">
    <div className="flex items-baseline gap-2 phone:gap-3 wide:flex-col wide:items-start wide:gap-1">
      <h2 id={`${id}-name`} className="d3">
        {title}
      </h2>
      {count !== undefined && <GameCount games={count} />}
      <SeeAll title={title} to={to} className="-mr-3 ml-auto wide:mt-2 wide:mr-0 wide:-ml-3">
        {toText}
      </SeeAll>
    </div>
    {children}
  </section>
)

export const GameCount = ({ games }: { games: number }) => (
  <span className="text-sm whitespace-nowrap text-muted">
    {games === 1 ? plural(games, 'game') : `${showTotal(games)} games`}
  </span>
)

type SeeAllProps = { title: string; to: string; className: string; children: string }

export const SeeAll = ({ title, to, className, children }: SeeAllProps) => (
  <ButtonLink kind="quiet" size="small" to={to} aria-label={`${children}: ${title}`} className={className}>
    <span className="whitespace-nowrap">{children}</span>
    <IconArrowRight />
  </ButtonLink>
)

type CardRowProps = {
  games: readonly ShownCard[]
  /** They are visible without scrolling. */
  eager?: boolean
  className?: string
}

/** Four cards. */
export const CardRow = ({ games, eager = false, className = '' }: CardRowProps) => (
  <ul className={`cards card-row ${className}`}>
    {games.map((game) => (
      <li key={game._id}>
        <GameCard game={game} eager={eager} />
      </li>
    ))}
  </ul>
)

/** Placeholders of three regions. */
export const ShelvesSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    {['first', 'second', 'third'].map((shelf) => (
      <div key={shelf} className="section">
        <Skeleton className="h-8 w-32" />
        <ul className="cards card-row">
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
