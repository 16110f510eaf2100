import { useSearchParams } from 'react-router'
import { CaseTable } from '../features/orders/case-table.tsx'
import { type CaseState, useCases } from '../features/orders/use-cases.ts'
import { titled } from '../shell/store-info.ts'
import { Empty } from '../ui/empty.tsx'
import { IconCheck } from '../ui/icons.tsx'
import { List, showingOf } from '../ui/list.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const meta = titled('Payment cases')

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
] as const

/** Money that bought nothing, or not all that it could, and what was done about it. */
export default function AdminCases() {
  const { state, setState } = useCaseState()
  const cases = useCases(state)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented label="Cases" options={STATES} value={state} onChange={setState} />
        <p role="status" className="ml-auto text-sm text-muted">
          {showingOf(cases)}
        </p>
      </div>
      <List
        of={cases}
        error="Failed to load payment cases"
        skeleton={<Skeleton className="h-80" />}
        empty={<NoCases state={state} />}
      >
        {(rows) => <CaseTable cases={rows} />}
      </List>
    </div>
  )
}

/** Which cases are shown; it lives in the address. */
function useCaseState() {
  const [search, setSearch] = useSearchParams()
  const state: CaseState = search.get('state') === 'resolved' ? 'resolved' : 'open'
  const setState = (next: CaseState) =>
    setSearch(next === 'open' ? {} : { state: next }, { replace: true, preventScrollReset: true })
  return { state, setState }
}

const NoCases = ({ state }: { state: CaseState }) =>
  state === 'open' ? (
    <Empty title="No open cases." icon={<IconCheck />}>
      All money that came has bought what it was sent for.
    </Empty>
  ) : (
    <Empty title="No resolved cases yet." icon={<IconCheck />} />
  )
