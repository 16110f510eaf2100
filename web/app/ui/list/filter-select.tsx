import { Select } from '../form/field.tsx'

type FilterSelectProps<Value extends string> = {
  label: string
  /** Each option with its name, in display order. */
  names: Readonly<Record<Value, string>>
  /** The label of no choice, such as `All roles`. */
  none?: string
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** A select of a filter, with a label for screen readers only. */
export function FilterSelect<Value extends string>({
  label,
  names,
  none,
  value,
  onChange,
}: FilterSelectProps<Value>) {
  const choices = Object.keys(names) as Value[] // the record has each of them
  return (
    <div className="max-phone:min-w-0 phone:max-w-48">
      <Select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(choices.find((choice) => choice === event.target.value))}
      >
        {none !== undefined && <option value="">{none}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {names[choice]}
          </option>
        ))}
      </Select>
    </div>
  )
}
