import type { AuditFilter } from '@nofiller/contract/admin'
import { AUDITED_ACTIONS } from '@nofiller/contract/admin-rules'
import { callFile } from '../api/client.ts'
import { ACTION_NAMES } from '../features/admin/audit-changes.ts'
import { AuditTable } from '../features/admin/audit-table.tsx'
import { AUDIT_FAILED, useAudit } from '../features/admin/use-audit.ts'
import { titled } from '../shell/store-info.ts'
import { choiceIn, isFiltering, textIn, useAddressFilter } from '../ui/address-filter.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { CsvButton } from '../ui/csv-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { IconShield } from '../ui/icons.tsx'
import { List, showingOf } from '../ui/list.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const meta = titled('Audit log')

const filterIn = (search: URLSearchParams): AuditFilter => ({
  q: textIn(search),
  action: choiceIn(search, 'action', AUDITED_ACTIONS),
})

/** What admins did, which nobody can change. */
export default function AdminAudit() {
  const { filter, setFilter, clear } = useAddressFilter(filterIn)
  const entries = useAudit(filter)
  return (
    <div className="grid gap-4">
      <FilterBar
        label="Search the audit log"
        searched="Admin, user, game or reason"
        text={filter.q}
        onText={(q) => setFilter({ ...filter, q })}
        count={showingOf(entries)}
      >
        <Choice
          label="Action"
          names={ACTION_NAMES}
          none="All actions"
          value={filter.action}
          onChange={(action) => setFilter({ ...filter, action })}
        />
        <CsvButton
          load={() =>
            callFile('GET /api/admin/audit.csv', { query: { ...filter, q: filter.q?.trim() || undefined } })
          }
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
            <Empty
              title="No matching entries."
              icon={<IconShield />}
              action={<Button onClick={clear}>Clear</Button>}
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
