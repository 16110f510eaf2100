import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useFacets, useSetFilters } from './browse.ts'
import { FilterRail } from './filter-rail.tsx'
import type { Filters } from './filters.ts'

/** The filters when there is no room for the rail. */
export default function FilterDialog({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const setFilters = useSetFilters()
  return (
    <Dialog
      title="Filters"
      width="small"
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          Show games
        </Button>
      }
    >
      <FilterRail filters={filters} counted={useFacets(filters, true)} onChange={setFilters} />
    </Dialog>
  )
}
