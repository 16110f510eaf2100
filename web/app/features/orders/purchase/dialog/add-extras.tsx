import type { Game, GameFile } from '@nofiller/contract/catalog/catalog'
import { showSize } from '@nofiller/contract/text/size'
import { CheckBox } from '../../../../ui/form/field.tsx'
import { Price } from '../../../../ui/price.tsx'
import { extraFiles, type Goods, type GoodsLine } from '../buying.ts'
import { type Ownership, ownsFile } from '../ownership.ts'

/** The extras that can be added to the payment for a base. */
export const addableExtras = (game: Game, goods: Goods, owned: Ownership): GameFile[] =>
  goods.mode === 'base' ? extraFiles(game).filter((file) => !ownsFile(owned, file)) : []

type ExtraChoiceProps = {
  extras: readonly GameFile[]
  chosenIds: readonly string[]
  /** Nothing can be chosen now. */
  locked: boolean
  onChoose: (ids: readonly string[]) => void
}

/** A checkbox for each extra. */
export function ExtraChoice({ extras, chosenIds, locked, onChoose }: ExtraChoiceProps) {
  const toggle = (id: string) =>
    onChoose(chosenIds.includes(id) ? chosenIds.filter((chosen) => chosen !== id) : [...chosenIds, id])
  return (
    <fieldset disabled={locked}>
      <legend className="mb-2 text-ui font-semibold">Add extras to this payment</legend>
      <div className="grid gap-2 phone:grid-cols-2">
        {extras.map(({ _id, name, size, customPrice }) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the box is the control
          <label
            key={_id}
            className="flex cursor-pointer items-center gap-3 rounded-2 border border-edge px-3.5 py-2.5 has-checked:border-accent has-checked:inset-ring has-checked:inset-ring-accent"
          >
            <CheckBox checked={chosenIds.includes(_id)} onChange={() => toggle(_id)} />
            <span className="min-w-0 flex-1">
              <span className="block text-ui/5 font-650 wrap-anywhere">{name}</span>
              <span className="text-sm text-muted">{showSize(size)}</span>
            </span>
            <b className="font-650">
              <Price dollars={customPrice ?? 0} />
            </b>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The price of each of several goods; their sum is above. */
export const PriceLines = ({ lines }: { lines: readonly GoodsLine[] }) => (
  <dl className="grid gap-2 text-ui/5 phone:ml-auto phone:w-1/2">
    {lines.map(({ gameId, fileId, name, price }) => (
      <div key={fileId ?? gameId} className="flex justify-between gap-4">
        <dt className="min-w-0 text-muted wrap-anywhere">{name}</dt>
        <dd className="font-semibold">
          <Price dollars={price} />
        </dd>
      </div>
    ))}
  </dl>
)
