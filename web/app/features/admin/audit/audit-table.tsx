import type { AuditEntry } from '@nofiller/contract/admin/admin'
import { TextLink } from '../../../ui/button.tsx'
import { IconArrowRight } from '../../../ui/icons.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { UtcTime } from '../../../ui/utc-time.tsx'
import { ACTION_NAMES, changesOf } from './audit-changes.ts'

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    head: 'Time (UTC)',
    cell: (entry) => <UtcTime iso={entry.at} />,
    card: { order: 2, align: 'right' },
    className: 'whitespace-nowrap text-muted max-bar:text-sm',
  },
  {
    head: 'Admin',
    cell: (entry) => (
      <>
        <span className="block font-semibold">{entry.actor}</span>
        {entry.address && (
          <span translate="no" className="mono block text-sm break-all text-faint">
            {entry.address}
          </span>
        )}
      </>
    ),
    card: { order: 1 },
    className: 'break-words bar:max-w-40',
  },
  { head: 'Action', cell: (entry) => ACTION_NAMES[entry.action], card: { wide: true } },
  {
    head: 'Target',
    cell: (entry) => <Subject entry={entry} />,
    card: { wide: true },
    className: 'break-words bar:max-w-48',
  },
  {
    head: 'Reason',
    cell: (entry) => entry.reason ?? <span className="text-faint">–</span>,
    card: { wide: true },
    className: 'break-words bar:max-w-64',
  },
  {
    head: 'Change',
    cell: (entry) => <Changes entry={entry} />,
    card: { wide: true },
    className: 'bar:max-w-64',
  },
]

type AuditTableProps = { label: string; entries: readonly AuditEntry[] }

/** Entries of the audit log. */
export const AuditTable = ({ label, entries }: AuditTableProps) => (
  <Panel flush>
    <Table label={label} columns={COLUMNS} rows={entries} keyOf={({ _id }) => _id} />
  </Panel>
)

/** The subject of an action, as a link. */
function Subject({ entry: { subjectKind, subjectId, subject } }: { entry: AuditEntry }) {
  const to = subjectId === null ? null : addressOf(subjectKind, subjectId)
  return to === null ? subject : <TextLink to={to}>{subject}</TextLink>
}

function addressOf(kind: AuditEntry['subjectKind'], id: string): string | null {
  if (kind === 'user') return `/admin/users/${id}`
  if (kind === 'game') return `/admin/games?q=${id}`
  return kind === 'order' ? `/admin/orders/${id}` : null
}

function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return <span className="text-faint">–</span>
  return (
    <ul className="grid gap-0.5">
      {changes.map(({ name, from, to }) => (
        <li key={name} className="wrap-anywhere">
          <span className="text-faint">{name}: </span>
          {from} <IconArrowRight className="inline size-3 align-baseline" />
          <span className="sr-only">became</span> {to}
        </li>
      ))}
    </ul>
  )
}
