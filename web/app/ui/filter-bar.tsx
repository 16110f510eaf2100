import type { ReactNode } from 'react'
import { SEARCH_MAX } from './address-filter.ts'
import { IconInput } from './field.tsx'
import { IconSearch } from './icons.tsx'

type FilterBarProps = {
  /** Names the search field. */
  label: string
  /** What the search reads, as the placeholder says it. */
  searched: string
  text: string | undefined
  onText: (text: string) => void
  /** `Showing X of Y`. */
  count: string
  /** Further filters and buttons. */
  children?: ReactNode
}

/** A search with filters beside it, above a list, and how much of it is shown. */
export function FilterBar({ label, searched, text, onText, count, children }: FilterBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not yet known to all screen readers
    <div role="search" className="filter-bar">
      <div className="flex-1 phone:min-w-56 phone:max-w-90 max-phone:col-span-2">
        <IconInput
          icon={<IconSearch />}
          type="search"
          aria-label={label}
          placeholder={searched}
          maxLength={SEARCH_MAX}
          value={text ?? ''}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      {children}
      <p role="status" className="ml-auto self-center text-sm text-muted max-phone:ml-0">
        {count}
      </p>
    </div>
  )
}
