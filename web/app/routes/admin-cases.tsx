import type { Sent } from '@nofiller/contract/calls'
import {
  CASE_KINDS,
  CASE_SORTS,
  CASE_STATES,
  type CaseSort,
  type CaseState,
} from '@nofiller/contract/payment-case-kinds'
import { callFile } from '../api/client.ts'
import { CASE_NAMES } from '../features/orders/case-names.ts'
import { CaseTable } from '../features/orders/case-table.tsx'
import { useCases } from '../features/orders/use-cases.ts'
import { titled } from '../shell/store-info.ts'
import { choiceIn, isFiltering, textIn, useAddressFilter } from '../ui/address-filter.ts'
import { Choice } from '../ui/choice.tsx'
import { CsvButton } from '../ui/csv-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { IconCheck, IconSearch } from '../ui/icons.tsx'
import { List, showingOf } from '../ui/list.tsx'
import { NoMatch } from '../ui/no-match.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SortChoice } from '../ui/sort-choice.tsx'

export const meta = titled('Payment cases')

const FAILED = 'Failed to load payment cases'
const STATE_NAMES: Record<CaseState, string> = { open: 'Open', resolved: 'Resolved', all: 'All' }
const STATES = CASE_STATES.map((value) => ({ value, label: STATE_NAMES[value] }))
const SORT_NAMES: Record<CaseSort, string> = {
  new: 'Newest first',
  old: 'Oldest first',
  amount: 'Most money',
}

type Filter = Sent<'GET /api/admin/payment-cases.csv', 'query'>

const filterIn = (search: URLSearchParams): Filter => ({
  q: textIn(search),
  kind: choiceIn(search, 'kind', CASE_KINDS),
  state: choiceIn(search, 'state', CASE_STATES),
  sort: choiceIn(search, 'sort', CASE_SORTS),
})

/** Money that bought nothing, or not all that it could, and what was done about it. */
export default function AdminCases() {
  const { filter, setFilter, clear } = useAddressFilter(filterIn)
  const { q, kind, state = 'open', sort } = filter
  const cases = useCases(filter)
  return (
    <div className="grid gap-4">
      <FilterBar
        label="Search payment cases"
        searched="Email, title, order or transaction"
        text={q}
        onText={(text) => setFilter({ ...filter, q: text })}
        count={showingOf(cases)}
      >
        <Segmented
          label="Cases"
          options={STATES}
          value={state}
          onChange={(next) => setFilter({ ...filter, state: next === 'open' ? undefined : next })}
        />
        <Choice
          label="Kind"
          names={CASE_NAMES}
          none="All kinds"
          value={kind}
          onChange={(next) => setFilter({ ...filter, kind: next })}
        />
        <SortChoice
          names={SORT_NAMES}
          value={sort}
          onChange={(next) => setFilter({ ...filter, sort: next })}
        />
        <CsvButton
          load={() => callFile('GET /api/admin/payment-cases.csv', { query: filter })}
          fileName="payment-cases.csv"
          failure={() => FAILED}
        />
      </FilterBar>
      <List
        of={cases}
        error={FAILED}
        skeleton={<Skeleton className="h-80" />}
        empty={
          isFiltering({ q, kind }) ? (
            <NoMatch
              title="No matching cases."
              icon={<IconSearch />}
              filter={{
                search: q,
                kind: kind && CASE_NAMES[kind],
                state: state === 'all' ? undefined : STATE_NAMES[state],
              }}
              onClear={clear}
            />
          ) : (
            <NoCases state={state} />
          )
        }
      >
        {(rows) => <CaseTable cases={rows} />}
      </List>
    </div>
  )
}

function NoCases({ state }: { state: CaseState }) {
  if (state === 'resolved') return <Empty title="No resolved cases yet." icon={<IconCheck />} />
  return (
    <Empty title={state === 'open' ? 'No open cases.' : 'No cases yet.'} icon={<IconCheck />}>
      All money that came has bought what it was sent for.
    </Empty>
  )
}
