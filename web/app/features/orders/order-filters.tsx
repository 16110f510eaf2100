import type { OrdersFilter } from '@nofiller/contract/orders'
import type { ReactNode } from 'react'
import { SEARCH_MAX } from '../../ui/address-filter.ts'
import { Button } from '../../ui/button.tsx'
import { IconInput, Select } from '../../ui/field.tsx'
import { IconSearch } from '../../ui/icons.tsx'
import { STATUS_CHOICES, statusName } from './order-filter.ts'

type OrderFiltersProps = {
  filter: OrdersFilter
  onChange: (filter: OrdersFilter) => void
  onClear: () => void
  /** What the search reads, as the placeholder says it. */
  searched: string
  /** `Showing X of Y`. */
  count: string
  /** Further filters. */
  children?: ReactNode
}

/** The filters of a list of orders: its status, a search, Clear, and how many are shown. */
export function OrderFilters({ filter, onChange, onClear, searched, count, children }: OrderFiltersProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not yet known to all screen readers
    <div role="search" className="filter-bar">
      <div className="phone:w-40 max-phone:col-span-2">
        <Select
          aria-label="Status"
          value={filter.status ?? ''}
          onChange={(event) =>
            onChange({ ...filter, status: STATUS_CHOICES.find((status) => status === event.target.value) })
          }
        >
          <option value="">All</option>
          {STATUS_CHOICES.map((status) => (
            <option key={status} value={status}>
              {statusName(status)}
            </option>
          ))}
        </Select>
      </div>
      <div className="flex-1 phone:min-w-60 phone:max-w-90 max-phone:col-span-2">
        <IconInput
          icon={<IconSearch />}
          type="search"
          aria-label="Search orders"
          placeholder={searched}
          maxLength={SEARCH_MAX}
          value={filter.q ?? ''}
          onChange={(event) => onChange({ ...filter, q: event.target.value })}
        />
      </div>
      {children}
      <Button kind="quiet" onClick={onClear}>
        Clear
      </Button>
      <p role="status" className="ml-auto self-center text-sm text-muted max-phone:ml-0">
        {count}
      </p>
    </div>
  )
}
