import { useState } from 'react'
import { useMedia } from '../../../ui/browser/media.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Select } from '../../../ui/form/field.tsx'
import { IconRefresh, IconSliders } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { SearchBox } from '../search/search-box.tsx'
import { useFacets, useSetFilters, useTagAddress } from './browse.ts'
import { FilterRail } from './filter-rail.tsx'
import { activeFilters, type Filters, orderChange, sortOf, sortsFor } from './filters.ts'

const FilterDialog = lazyPart(() => import('./filter-dialog.tsx'))

/** Search, filters and order above the games. */
export function BrowseTools({ filters }: { filters: Filters }) {
  const setFilters = useSetFilters()
  const tagAddress = useTagAddress(filters)
  const { q, ...others } = filters
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <SearchBox
        placeholder="Title, developer or tag"
        value={q}
        hiddenFields={{ ...others, start: others.start?.toString() }}
        onSearch={(q) => setFilters({ q }, { replace: true })}
        tagAddress={tagAddress}
        className="w-full phone:max-w-105 phone:flex-1"
      />
      <FilterButton filters={filters} />
      <noscript>
        <a href="#filters" className={buttonClass({ className: 'desktop:hidden' })}>
          Filters
        </a>
      </noscript>
      <div className="ml-auto flex items-center gap-3 max-phone:flex-1 noscript:hidden">
        <span aria-hidden="true" className="text-sm whitespace-nowrap text-faint max-phone:hidden">
          Sort by
        </span>
        <Select
          aria-label="Sort by"
          size="small"
          className="min-h-10 phone:w-auto"
          value={sortOf(filters)}
          onChange={({ target: { value } }) => setFilters(orderChange(value, filters))}
        >
          {sortsFor(filters).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {filters.sort === 'random' && (
          <Button
            square
            size="small"
            aria-label="Draw another order"
            onClick={() => setFilters(orderChange('random', filters))}
          >
            <IconRefresh />
          </Button>
        )}
      </div>
    </div>
  )
}

/** Opens the filters as a dialog when there is no room for the rail. */
function FilterButton({ filters }: { filters: Filters }) {
  const [isOpen, setOpen] = useState(false)
  const { q: _q, ...inRail } = filters
  const count = activeFilters(inRail).length
  return (
    <>
      <Button
        className="max-phone:flex-1 desktop:hidden noscript:hidden"
        onPointerEnter={FilterDialog.preload}
        onFocus={FilterDialog.preload}
        onClick={() => setOpen(true)}
      >
        <IconSliders />
        <span>{count > 0 ? `Filters (${count})` : 'Filters'}</span>
      </Button>
      {isOpen && <FilterDialog filters={filters} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The filters beside the games, if there is room for them. */
export function CountedRail({ filters }: { filters: Filters }) {
  const setFilters = useSetFilters()
  const counted = useFacets(filters, useMedia('(min-width: 1200px)'))
  return <FilterRail filters={filters} counted={counted} onChange={setFilters} />
}
