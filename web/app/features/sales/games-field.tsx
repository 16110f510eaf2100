import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckBox, FieldError, TextInput } from '../../ui/form/field.tsx'
import { Price } from '../../ui/price.tsx'
import { GamePicture } from '../catalog/game-picture.tsx'
import { OldPrice } from '../catalog/sale.tsx'

type GamesFieldProps = {
  games: readonly OwnGame[]
  chosenIds: readonly string[]
  error: string | null | undefined
  onChange: (ids: string[]) => void
}

/** From this many games on, they can be searched. */
const SEARCHED_FROM = 7

/** Which of the user's games are in a sale, a code or a bundle. */
export function GamesField({ games, chosenIds, error, onChange }: GamesFieldProps) {
  const errorId = useId()
  const [typed, setTyped] = useState('')
  const shown = games.filter(({ title }) => title.toLowerCase().includes(typed.trim().toLowerCase()))
  const toggle = (id: string) =>
    onChange(chosenIds.includes(id) ? chosenIds.filter((each) => each !== id) : [...chosenIds, id])
  const areAllChosen = shown.every(({ _id }) => chosenIds.includes(_id))
  const toggleAll = () => {
    const ids = shown.map(({ _id }) => _id)
    const others = chosenIds.filter((id) => !ids.includes(id))
    onChange(areAllChosen ? others : [...others, ...ids])
  }
  return (
    <fieldset className="grid grid-cols-1 gap-2" aria-describedby={errorId}>
      <legend className="mb-2 text-ui font-semibold">
        Games <span className="font-normal text-muted">({chosenIds.length} chosen)</span>
      </legend>
      {games.length > 1 && (
        <div className="flex flex-wrap items-center gap-2">
          {games.length >= SEARCHED_FROM && (
            <TextInput
              type="search"
              aria-label="Search your games"
              placeholder="Search your games"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault() // it would send the form
              }}
              className="max-w-80 flex-1"
            />
          )}
          {shown.length > 0 && (
            <Button kind="quiet" size="small" onClick={toggleAll}>
              <span>{areAllChosen ? 'None' : 'All games'}</span>
            </Button>
          )}
        </div>
      )}
      <ul className="grid max-h-80 grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-2 overflow-y-auto">
        {shown.map((game) => (
          <li key={game._id}>
            <GameTick game={game} isChosen={chosenIds.includes(game._id)} onToggle={() => toggle(game._id)} />
          </li>
        ))}
      </ul>
      {games.length === 0 && <p className="text-muted">None of your games has a price.</p>}
      {games.length > 0 && shown.length === 0 && <p className="text-muted">No game has this in its title.</p>}
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}

type GameTickProps = { game: OwnGame; isChosen: boolean; onToggle: () => void }

function GameTick({ game, isChosen, onToggle }: GameTickProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is the control
    <label className="flex h-full cursor-pointer items-center gap-3 rounded-2 border border-edge p-2 pl-3 has-checked:border-accent has-checked:inset-ring has-checked:inset-ring-accent">
      <CheckBox
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-price`}
        checked={isChosen}
        onChange={onToggle}
      />
      <GamePicture game={game} sizes="60px" className="h-[42px] w-15 rounded-1" />
      <span className="min-w-0 flex-1">
        <span id={`${id}-title`} className="block text-ui/5 font-650 wrap-anywhere">
          {game.title}
        </span>
        <span id={`${id}-price`} className="text-sm text-muted">
          <Price dollars={game.price} />{' '}
          {game.sale && <OldPrice dollars={game.sale.listPrice} className="text-faint" />}
        </span>
      </span>
    </label>
  )
}
