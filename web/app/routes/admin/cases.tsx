import type { Sent } from '@nofiller/contract/calls'
import {
  CASE_KINDS,
  CASE_SORTS,
  CASE_STATES,
  type CaseSort,
  type CaseState,
} from '@nofiller/contract/orders/payment-case-kinds'
import { callFile } from '../../api/client.ts'
import { useList } from '../../api/use-list.ts'
import { CASE_NAMES } from '../../features/admin/cases/case-names.ts'
import { CaseTable } from '../../features/admin/cases/case-table.tsx'
import { titled } from '../../shell/store-info.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconCheck, IconSearch } from '../../ui/icons.tsx'
import { choiceIn, textIn, useAddressFilter } from '../../ui/list/address-filter.ts'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { SortChoice } from '../../ui/list/sort-choice.tsx'
import { ViewChoice } from '../../ui/list/view-choice.tsx'

export const meta = titled('Payment cases')

const FAILED = 'Failed to load payment cases'
const STATE_NAMES: Record<CaseState, string> = {
  open: 'Open',
  with_buyer: 'With the buyer',
  resolved: 'Resolved',
  all: 'All',
}
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
  const { filter, field, clear } = useAddressFilter(filterIn)
  const { q, kind, state = 'open' } = filter
  return (
    <ListPage
      list={useList('GET /api/admin/payment-cases', filter)}
      error={FAILED}
      skeleton={<Skeleton className="h-80" />}
      search={{
        label: 'Search payment cases',
        placeholder: 'Email, title, order or transaction',
        ...field('q'),
      }}
      filters={
        <>
          <ViewChoice label="Cases" names={STATE_NAMES} {...field('state')} />
          <FilterSelect label="Kind" names={CASE_NAMES} none="All kinds" {...field('kind')} />
          <SortChoice names={SORT_NAMES} {...field('sort')} />
          <CsvButton
            load={() => callFile('GET /api/admin/payment-cases.csv', { query: filter })}
            fileName="payment-cases.csv"
            failure={() => FAILED}
          />
        </>
      }
      noMatch={{
        title: 'No matching cases.',
        icon: <IconSearch />,
        filter: { search: q, kind: kind && CASE_NAMES[kind] },
        view: { state: state === 'all' ? undefined : STATE_NAMES[state] },
        onClear: clear,
      }}
      empty={<NoCases state={state} />}
    >
      {(cases) => <CaseTable cases={cases} />}
    </ListPage>
  )
}

function NoCases({ state }: { state: CaseState }) {
  if (state === 'resolved') return <Empty title="No resolved cases yet." icon={<IconCheck />} />
  if (state === 'with_buyer') return <Empty title="No buyer has been asked." icon={<IconCheck />} />
  return (
    <Empty title={state === 'open' ? 'No open cases.' : 'No cases yet.'} icon={<IconCheck />}>
      {state === 'open' ? 'Nothing needs you right now.' : 'All payments match their orders.'}
    </Empty>
  )
}
