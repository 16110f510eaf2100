import { AUDITED_ACTIONS } from '@nofiller/contract/admin/admin-rules'
import type { Sent } from '@nofiller/contract/calls'
import { TIME_SORTS } from '@nofiller/contract/catalog/time-sorts'
import { showCount } from '@nofiller/contract/text/digits'
import { callFile } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { useList } from '../../api/use-list.ts'
import { ACTION_NAMES } from '../../features/admin/audit/audit-changes.ts'
import { AuditTable } from '../../features/admin/audit/audit-table.tsx'
import { AUDIT_FAILED, useActors } from '../../features/admin/audit/use-actors.ts'
import { titled } from '../../shell/store-info.ts'
import { DayFields } from '../../ui/form/day-field.tsx'
import { IconShield } from '../../ui/icons.tsx'
import { choiceIn, dayIn, textIn, useAddressFilter } from '../../ui/list/address-filter.ts'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { SortChoice, TIME_SORT_NAMES } from '../../ui/list/sort-choice.tsx'

export const meta = titled('Audit log')

type Filter = Sent<'GET /api/admin/audit.csv', 'query'>

const filterIn = (search: URLSearchParams): Filter => ({
  q: textIn(search),
  action: choiceIn(search, 'action', AUDITED_ACTIONS),
  actor: textIn(search, 'actor'),
  from: dayIn(search, 'from'),
  to: dayIn(search, 'to'),
  sort: choiceIn(search, 'sort', TIME_SORTS),
})

/** Admins' actions, which nobody can change. */
export default function AdminAudit() {
  const { filter, setFilter, field, clear } = useAddressFilter(filterIn)
  const { q, action, actor, from, to } = filter
  const actors = useActors(actor)
  return (
    <ListPage
      list={useList('GET /api/admin/audit', filter)}
      error={AUDIT_FAILED}
      search={{ label: 'Search the audit log', placeholder: 'Admin, target or reason', ...field('q') }}
      filters={
        <>
          <FilterSelect label="Action" names={ACTION_NAMES} none="All actions" {...field('action')} />
          <FilterSelect label="Admin" names={actors} none="All admins" {...field('actor')} />
          <DayFields from={from} to={to} onChange={(days) => setFilter({ ...filter, ...days })} />
          <SortChoice names={TIME_SORT_NAMES} {...field('sort')} />
          <CsvButton
            load={() => callFile('GET /api/admin/audit.csv', { query: filter })}
            fileName="audit.csv"
            failure={() => AUDIT_FAILED}
          />
        </>
      }
      noMatch={{
        title: 'No matching entries.',
        icon: <IconShield />,
        filter: {
          search: q,
          action: action && ACTION_NAMES[action],
          admin: actor,
          'first day': from,
          'last day': to,
        },
        onClear: clear,
      }}
      empty={<Empty title="No actions yet." icon={<IconShield />} />}
    >
      {(entries) => (
        <>
          <AuditTable label="Audit log" entries={entries} />
          <Chain />
        </>
      )}
    </ListPage>
  )
}

/** The hash to save in order to check later that no entry was changed. */
function Chain() {
  const { data: chain } = useCall('GET /api/admin/audit/chain', {})
  if (!chain?.hash) return null
  return (
    <p className="border-t border-line px-5 py-3 text-sm text-muted">
      Hash of the first {showCount(chain.entries)} entries, checked every night:{' '}
      <span translate="no" className="mono break-all text-faint">
        {chain.hash}
      </span>
    </p>
  )
}
