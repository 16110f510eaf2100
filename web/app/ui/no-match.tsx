import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'

type NoMatchProps = {
  title: string
  icon: ReactNode
  /** What each part of the filter asks for, under its name; a part that asks for nothing is missing or empty. */
  filter: Readonly<Record<string, string | undefined>>
  onClear: () => void
}

/** A list that a filter left empty, and which parts of the filter could be dropped. */
export const NoMatch = ({ title, icon, filter, onClear }: NoMatchProps) => (
  <Empty title={title} icon={icon} action={<Button onClick={onClear}>Clear</Button>}>
    {`Try without ${OR.format(partsOf(filter))}.`}
  </Empty>
)

const OR = new Intl.ListFormat('en', { type: 'disjunction' })

const partsOf = (filter: NoMatchProps['filter']): string[] =>
  Object.entries(filter).flatMap(([name, value]) =>
    value === undefined || value.trim() === '' ? [] : [`the ${name} “${value.trim()}”`],
  )
