import type { OwnGame } from '@nofiller/contract/catalogue/catalogue'
import { Checkbox, FieldError } from '../../ui/form/field.tsx'

type GamesFieldProps = {
  games: readonly OwnGame[]
  chosenIds: readonly string[]
  error: string | null | undefined
  onChange: (ids: string[]) => void
}

/** Which of one's games are in a sale. */
export function GamesField({ games, chosenIds, error, onChange }: GamesFieldProps) {
  const toggle = (id: string) =>
    onChange(chosenIds.includes(id) ? chosenIds.filter((each) => each !== id) : [...chosenIds, id])
  return (
    <fieldset className="grid gap-1.5" aria-describedby="games-error">
      <legend className="mb-1 text-ui font-semibold">Games</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {games.map(({ _id, title }) => (
          <Checkbox key={_id} checked={chosenIds.includes(_id)} onChange={() => toggle(_id)}>
            {title}
          </Checkbox>
        ))}
      </div>
      {games.length === 0 && <p className="text-muted">None of your games has a price.</p>}
      <FieldError id="games-error" error={error} />
    </fieldset>
  )
}
