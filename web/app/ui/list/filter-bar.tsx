import { SEARCH_MAX } from '@nofiller/contract/text/characters'
import type { ReactNode } from 'react'
import { IconInput } from '../form/field.tsx'
import { IconSearch } from '../icons.tsx'
import { PhoneFilters } from './phone-filters.tsx'

export type SearchProps = {
  label: string
  /** The fields that the search reads. */
  placeholder: string
  value: string | undefined
  onChange: (text: string) => void
}

type FilterBarProps = {
  search: SearchProps
  /** Content before the search. */
  before?: ReactNode
  /** `Showing X of Y`. */
  count: string
  /** More filters and buttons. */
  children?: ReactNode
}

/** A search with filters beside it, above a list, and the number of shown rows. */
export const FilterBar = ({ search, before, count, children }: FilterBarProps) => (
  // biome-ignore lint/a11y/useSemanticElements: <search> is not yet known to all screen readers
  <div role="search" className="filter-bar">
    {before}
    <div className="flex-1 phone:min-w-56 phone:max-w-90 max-phone:col-span-2">
      <IconInput
        icon={<IconSearch />}
        type="search"
        aria-label={search.label}
        placeholder={search.placeholder}
        maxLength={SEARCH_MAX}
        value={search.value ?? ''}
        onChange={(event) => search.onChange(event.target.value)}
      />
    </div>
    {children && <PhoneFilters>{children}</PhoneFilters>}
    <p role="status" className="ml-auto self-center text-sm text-muted max-phone:ml-0">
      {count}
    </p>
  </div>
)
