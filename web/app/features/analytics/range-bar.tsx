import { SPANS, type Step } from '@nofiller/contract/analytics/analytics-spans'
import type { ReactNode } from 'react'
import { DayField } from '../../ui/form/day-field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { type Range, type RangeFilter, SPAN_OPTIONS } from './range.ts'

const STEP_NAMES: Record<Step, string> = { day: 'By day', week: 'By week', month: 'By month' }

type RangeBarProps = {
  filter: RangeFilter
  /** The filter's effective days. */
  range: Range
  onChange: (filter: RangeFilter) => void
  /** More buttons. */
  children?: ReactNode
}

/** The days to show: the last ones, or a range; and the width of a column. */
export function RangeBar({ filter, range, onChange, children }: RangeBarProps) {
  const isLast = filter.from === undefined && filter.to === undefined
  const { by } = filter
  return (
    <div className="filter-bar">
      <Segmented
        label="Span"
        options={SPAN_OPTIONS}
        value={isLast ? String(filter.days ?? 30) : null}
        onChange={(value) => onChange({ days: SPANS.find((days) => String(days) === value), by })}
      />
      <DayField
        label="From"
        value={range.from}
        onChange={(from) => onChange({ from: from ?? range.from, to: range.to, by })}
      />
      <DayField
        label="To"
        value={range.to}
        onChange={(to) => onChange({ from: range.from, to: to ?? range.to, by })}
      />
      <FilterSelect
        label="Columns"
        names={STEP_NAMES}
        value={range.by}
        onChange={(step) => onChange({ ...filter, by: step })}
      />
      {children}
    </div>
  )
}
