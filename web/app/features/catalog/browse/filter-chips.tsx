import { showTotal } from '@nofiller/contract/catalog/browsing'
import { Link } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { IconMinus, IconX } from '../../../ui/icons.tsx'
import { NsfwSwitch } from '../nsfw.tsx'
import { useAddressWith } from './browse.ts'
import { type ActiveFilter, activeFilters, type Filters, NO_FILTERS } from './filters.ts'

type FilterChipsProps = { filters: Filters; shown: number; total: number }

/** The number of games, and each active filter as a removable chip. */
export function FilterChips({ filters, shown, total }: FilterChipsProps) {
  const addressWith = useAddressWith()
  const active = activeFilters(filters)
  return (
    <div className="mb-7 flex min-h-8 flex-wrap max-phone:min-h-12 items-center gap-2">
      <span role="status" className="text-sm text-muted">
        Showing {shown} of {showTotal(total)}
      </span>
      {active.map((filter) => (
        <Chip key={filter.id} filter={filter} />
      ))}
      {active.length > 0 && (
        <ButtonLink kind="quiet" size="small" to={addressWith(NO_FILTERS)} preventScrollReset>
          Clear all
        </ButtonLink>
      )}
      <div className="ml-auto">
        <NsfwSwitch />
      </div>
    </div>
  )
}

function Chip({ filter: { label, excludes, removal } }: { filter: ActiveFilter }) {
  const addressWith = useAddressWith()
  return (
    <Link
      to={addressWith(removal)}
      preventScrollReset
      aria-label={`Remove filter ${excludes ? 'without ' : ''}${label}`}
      className={`inline-flex max-w-full items-center gap-1.5 rounded-2 border py-[3px] pr-1.5 pl-2.5 text-sm text-text no-underline hover:border-text max-phone:min-h-10 ${excludes ? 'border-dashed border-bad' : 'border-edge'}`}
    >
      {excludes && <IconMinus className="size-3.5 text-bad" />}
      <span className={`truncate ${excludes ? 'line-through decoration-bad' : ''}`}>{label}</span>
      <IconX className="size-3.5" />
    </Link>
  )
}
