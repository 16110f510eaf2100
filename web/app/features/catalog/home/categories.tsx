import { CARDS_PER_SECTION } from '@nofiller/contract/catalog/sections'
import { type SyntheticEvent, useState } from 'react'
import { IconChevronDown } from '../../../ui/icons.tsx'
import type { ShownCard } from '../shown-card.ts'
import { CardRow, GameCount, SeeAll, Shelf } from './shelf.tsx'
import { Thumbnail } from './thumbnail.tsx'

/** The anchor of a category. The names of categories are the store's own, in plain letters. */
const sectionId = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '-')

const sectionPath = (name: string): string => `/games?tag=${encodeURIComponent(name.toLowerCase())}`

export type ShownSection = { name: string; count: number; isOpen: boolean; games: ShownCard[] }

/** The games by category: the first ones stand open, the others are closed and open in their place. */
export function Categories({ sections, isAlone }: { sections: readonly ShownSection[]; isAlone: boolean }) {
  const closed = sections.filter(({ isOpen }) => !isOpen)
  return (
    <>
      {sections
        .filter(({ isOpen }) => isOpen)
        .map(({ name, count, games }) => (
          <Shelf key={name} id={sectionId(name)} title={name} count={count} to={sectionPath(name)}>
            <CardRow games={games} />
          </Shelf>
        ))}
      {closed.length > 0 && (
        <section
          aria-label={closed.length < sections.length ? 'More categories' : 'Categories'}
          className="bins"
        >
          {closed.map((section, at) => (
            <Bin key={section.name} section={section} opens={isAlone && at === 0} />
          ))}
        </section>
      )}
    </>
  )
}

type BinProps = {
  section: ShownSection
  /** Nothing else on the page shows a game. */
  opens: boolean
}

/** The categories that were opened in this tab: who comes back from a game finds it where it stood. */
const opened = new Set<string>()

function Bin({ section: { name, count, games }, opens }: BinProps) {
  const [isOpen] = useState(() => opens || opened.has(name))
  const remember = ({ currentTarget: { open } }: SyntheticEvent<HTMLDetailsElement>) =>
    open ? opened.add(name) : opened.delete(name)
  return (
    <details id={sectionId(name)} open={isOpen} onToggle={remember}>
      <summary>
        <h2 className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
          <span className="d4">{name}</span> <GameCount games={count} />
        </h2>
        <span aria-hidden="true" className="bin-pictures">
          {games.map((game) => (
            <Thumbnail key={game._id} game={game} />
          ))}
        </span>
        <IconChevronDown />
      </summary>
      <CardRow games={games} className="pt-2" />
      {count > CARDS_PER_SECTION && (
        <SeeAll title={name} to={sectionPath(name)} className="mt-4 -ml-3">
          See all
        </SeeAll>
      )}
    </details>
  )
}
