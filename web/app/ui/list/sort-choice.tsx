import type { TimeSort } from '@nofiller/contract/catalog/time-sorts'
import { FilterSelect } from './filter-select.tsx'

export const TIME_SORT_NAMES: Record<TimeSort, string> = { new: 'Newest first', old: 'Oldest first' }

type SortChoiceProps<Value extends string> = {
  /** Each order with its name; the first is the default, which a URL omits. */
  names: Readonly<Record<Value, string>>
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** How a list is ordered. */
export function SortChoice<Value extends string>({ names, value, onChange }: SortChoiceProps<Value>) {
  const [usual] = Object.keys(names) as Value[] // the record has each of them
  return (
    <FilterSelect
      label="Sort by"
      names={names}
      value={value ?? usual}
      onChange={(sort) => onChange(sort === usual ? undefined : sort)}
    />
  )
}
