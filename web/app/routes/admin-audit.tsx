import { AUDITED_ACTIONS } from '@nofiller/contract/admin-rules'
import { TIME_SORTS } from '@nofiller/contract/list-sorts'
import { callFile } from '../api/client.ts'
import { ACTION_NAMES } from '../features/admin/audit-changes.ts'
import { AuditTable } from '../features/admin/audit-table.tsx'
import { AUDIT_FAILED, type AuditFilter, useActors, useAudit } from '../features/admin/use-audit.ts'
import { titled } from '../shell/store-info.ts'
import { choiceIn, dayIn, isFiltering, textIn, useAddressFilter } from '../ui/address-filter.ts'
import { Choice } from '../ui/choice.tsx'
import { CsvButton } from '../ui/csv-button.tsx'
import { DayFields } from '../ui/day-field.tsx'
import { Empty } from '../ui/empty.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { IconShield } from '../ui/icons.tsx'
import { List, showingOf } from '../ui/list.tsx'
import { NoMatch } from '../ui/no-match.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SortChoice, TIME_SORT_NAMES } from '../ui/sort-choice.tsx'

export const meta = titled('Audit log')

const filterIn = (search: URLSearchParams): AuditFilter => ({
  q: textIn(search),
  action: choiceIn(search, 'action', AUDITED_ACTIONS),
  actor: search.get('actor')?.slice(0, 100) || undefined,
  from: dayIn(search, 'from'),
  to: dayIn(search, 'to'),
  sort: choiceIn(search, 'sort', TIME_SORTS),
})

/** What admins did, which nobody can change. */
export default function AdminAudit() {
  const { filter, setFilter, clear } = useAddressFilter(filterIn)
  const { q, action, actor, from, to, sort } = filter
  const entries = useAudit(filter)
  const actors = useActors(actor)
  return (
    <div className="grid gap-4">
      <FilterBar
        label="Search the audit log"
        searched="Who, whom or reason"
        text={q}
        onText={(text) => setFilter({ ...filter, q: text })}
        count={showingOf(entries)}
      >
        <Choice
          label="Action"
          names={ACTION_NAMES}
          none="All actions"
          value={action}
          onChange={(next) => setFilter({ ...filter, action: next })}
        />
        <Choice
          label="Admin"
          names={actors}
          none="All admins"
          value={actor}
          onChange={(next) => setFilter({ ...filter, actor: next })}
        />
        <DayFields from={from} to={to} onChange={(days) => setFilter({ ...filter, ...days })} />
        <SortChoice
          names={TIME_SORT_NAMES}
          value={sort}
          onChange={(next) => setFilter({ ...filter, sort: next })}
        />
        <CsvButton
          load={() => callFile('GET /api/admin/audit.csv', { query: filter })}
          fileName="audit.csv"
          failure={() => AUDIT_FAILED}
        />
      </FilterBar>
      <List
        of={entries}
        error={AUDIT_FAILED}
        skeleton={<Skeleton className="h-96" />}
        empty={
          isFiltering(filter) ? (
            <NoMatch
              title="No matching entries."
              icon={<IconShield />}
              filter={{
                search: q,
                action: action && ACTION_NAMES[action],
                admin: actor,
                'first day': from,
                'last day': to,
              }}
              onClear={clear}
            />
          ) : (
            <Empty title="Nothing was done yet." icon={<IconShield />} />
          )
        }
      >
        {(rows) => <AuditTable label="Audit log" entries={rows} />}
      </List>
    </div>
  )
}
