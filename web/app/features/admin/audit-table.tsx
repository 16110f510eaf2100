import type { AuditEntry } from '@nofiller/contract/admin'
import { TextLink } from '../../ui/button.tsx'
import { IconArrowRight } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { showMoment } from '../../ui/when.ts'
import { ACTION_NAMES, changesOf } from './audit-changes.ts'

const HEAD = [
  { name: 'When' },
  { name: 'Who' },
  { name: 'What' },
  { name: 'Whom' },
  { name: 'Reason' },
  { name: 'Change' },
] as const

type AuditTableProps = { label: string; entries: readonly AuditEntry[] }

/** Entries of the audit log. */
export const AuditTable = ({ label, entries }: AuditTableProps) => (
  <Panel flush>
    <Table label={label} head={HEAD}>
      {entries.map((entry) => (
        <Row key={entry._id}>
          <Cell className="whitespace-nowrap text-muted max-bar:order-2 max-bar:text-right max-bar:text-sm">
            {showMoment(entry.at)}
          </Cell>
          <Cell className="break-words max-bar:order-1 bar:max-w-40">
            <span className="block font-semibold">{entry.actor}</span>
            {entry.address && (
              <span className="mono block text-sm break-all text-faint">{entry.address}</span>
            )}
          </Cell>
          <Cell full className="max-bar:order-3">
            {ACTION_NAMES[entry.action]}
          </Cell>
          <Cell full className="break-words max-bar:order-4 bar:max-w-48">
            <Subject of={entry} />
          </Cell>
          <Cell full className="break-words max-bar:order-5 bar:max-w-64">
            {entry.reason ?? <span className="text-faint">–</span>}
          </Cell>
          <Cell full className="max-bar:order-6 bar:max-w-64">
            <Changes of={entry} />
          </Cell>
        </Row>
      ))}
    </Table>
  </Panel>
)

/** Whom a deed was done to, with the way there. */
function Subject({ of: { subjectKind, subjectId, subject } }: { of: AuditEntry }) {
  const to = subjectId === null ? null : addressOf(subjectKind, subjectId)
  return to === null ? subject : <TextLink to={to}>{subject}</TextLink>
}

function addressOf(kind: AuditEntry['subjectKind'], id: string): string | null {
  if (kind === 'user') return `/admin/users/${id}`
  if (kind === 'game') return `/admin/games?q=${id}`
  return kind === 'order' ? `/receipt?order=${id}` : null
}

function Changes({ of: { before, after } }: { of: AuditEntry }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return <span className="text-faint">–</span>
  return (
    <ul className="grid gap-0.5">
      {changes.map(({ name, from, to }) => (
        <li key={name} className="break-words">
          <span className="text-faint">{name}: </span>
          {from} <IconArrowRight className="inline size-3 align-baseline" />
          <span className="sr-only">became</span> {to}
        </li>
      ))}
    </ul>
  )
}
