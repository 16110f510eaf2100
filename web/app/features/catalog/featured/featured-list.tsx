import type { FeaturedGame } from '@nofiller/contract/catalog/featured'
import { DAYS_TURNED } from '@nofiller/contract/catalog/home-rules'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useFocusAfterLoad } from '../../../ui/browser/focus-after-load.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { IconArrowUp, IconEyeOff, IconX } from '../../../ui/icons.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { GameRow } from './game-row.tsx'
import { type Featured, isTurned } from './use-featured.ts'

type FeaturedListProps = {
  featured: Featured
  /** The last one was removed, and the list with it. */
  onEmptied: () => void
}

/** The featured games in order, which buttons and the arrow keys change. */
export function FeaturedList({ featured, onEmptied }: FeaturedListProps) {
  const { games } = featured
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const focusAfterLoad = useFocusAfterLoad()
  // A moved or removed row keeps the focus nearby.
  const focusButton = ({ _id }: FeaturedGame, button: 'up' | 'down' | 'remove') =>
    focusAfterLoad(() =>
      list.current?.querySelector<HTMLElement>(`[data-game="${_id}"] [data-do="${button}"]`),
    )

  const move = (from: number, to: number, button: 'up' | 'down') => {
    const game = games[from]
    if (!game || to < 0 || to >= games.length) return
    featured.move(from, to)
    setAnnouncement(`${game.title} is now ${to + 1} of ${games.length}.`)
    focusButton(game, button)
  }
  const remove = ({ _id, title }: FeaturedGame, at: number) => {
    featured.remove(_id)
    setAnnouncement(`${title} is no longer featured.`)
    const neighbor = games[at + 1] ?? games[at - 1]
    if (neighbor) focusButton(neighbor, 'remove')
    else onEmptied()
  }
  const pressed = (event: KeyboardEvent, at: number) => {
    if (event.target instanceof HTMLInputElement) return // a date changes by the same keys
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    if (event.key === 'ArrowUp') move(at, at - 1, 'up')
    else move(at, at + 1, 'down')
  }

  return (
    <>
      <ol ref={list} className="divide-y divide-line border-y border-line">
        {games.map((game, at) => (
          <li key={game._id} data-game={game._id} onKeyDown={(event) => pressed(event, at)}>
            <GameRow game={game} note={game.visibility === 'private' && <NotShown />}>
              <Button
                kind="quiet"
                size="small"
                square
                data-do="up"
                aria-label={`Move ${game.title} up`}
                disabled={at === 0}
                onClick={() => move(at, at - 1, 'up')}
              >
                <IconArrowUp />
              </Button>
              <Button
                kind="quiet"
                size="small"
                square
                data-do="down"
                aria-label={`Move ${game.title} down`}
                disabled={at === games.length - 1}
                onClick={() => move(at, at + 1, 'down')}
              >
                <IconArrowUp className="size-4 rotate-180" />
              </Button>
              <Button
                kind="quiet"
                size="small"
                square
                data-do="remove"
                aria-label={`Remove ${game.title}`}
                onClick={() => remove(game, at)}
              >
                <IconX />
              </Button>
            </GameRow>
            <Days game={game} onChange={(days) => featured.setDays(game._id, days)} />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

type DaysProps = {
  game: FeaturedGame
  onChange: (days: Partial<Pick<FeaturedGame, 'from' | 'until'>>) => void
}

/** From when to when it is featured; an empty field has no end on that side. */
const Days = ({ game, onChange }: DaysProps) => (
  <div className="mb-4 grid gap-3 narrow:grid-cols-2 phone:ml-23 phone:max-w-90">
    <Field label={<DayLabel of={game.title}>First day</DayLabel>}>
      <TextInput
        type="date"
        size="small"
        value={game.from ?? ''}
        onChange={({ target: { value } }) => onChange({ from: value || null })}
      />
    </Field>
    <Field label={<DayLabel of={game.title}>Last day</DayLabel>} error={isTurned(game) ? DAYS_TURNED : null}>
      <TextInput
        type="date"
        size="small"
        value={game.until ?? ''}
        onChange={({ target: { value } }) => onChange({ until: value || null })}
      />
    </Field>
  </div>
)

const DayLabel = ({ of, children }: { of: string; children: string }) => (
  <span className="text-sm font-550">
    {children}
    <span className="sr-only"> of {of}</span>
  </span>
)

const NotShown = () => (
  <span className="mt-1">
    <Pill kind="warn" icon={<IconEyeOff />}>
      Not public, not shown
    </Pill>
  </span>
)
