import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Empty } from './empty.tsx'

/** The value of each part of a filter, under the part's name; an empty part is missing or blank. */
export type FilterParts = Readonly<Record<string, string | undefined>>

export type NoMatchProps = {
  title: string
  icon: ReactNode
  filter: FilterParts
  onClear: () => void
}

/** A list without matches, and which parts of the filter could be dropped. */
export const NoMatch = ({ title, icon, filter, onClear }: NoMatchProps) => (
  <Empty title={title} icon={icon} action={<Button onClick={onClear}>Clear</Button>}>
    {`Try without ${OR.format(namesOf(filter))}.`}
  </Empty>
)

const OR = new Intl.ListFormat('en', { type: 'disjunction' })

/** Whether a filter excludes anything. */
export const isFiltering = (filter: FilterParts): boolean => namesOf(filter).length > 0

const namesOf = (filter: FilterParts): string[] =>
  Object.entries(filter).flatMap(([name, value]) =>
    value === undefined || value.trim() === '' ? [] : [`the ${name} “${value.trim()}”`],
  )
