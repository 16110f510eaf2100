import type { AuditEntry, AuditFilter, UsersFilter } from '@nofiller/contract/admin'
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../platform/csv.ts'
import type { Database } from '../platform/database/database.ts'
import { auditRows } from './audit-list.ts'
import { toListedUser, userRows } from './users.ts'

const AT_ONCE = 500

const USER_HEAD = [
  'ID',
  'Username',
  'Email',
  'Role',
  'Display name',
  'Created',
  'Verified',
  'Suspended',
  'Asked to be a developer',
]

/** All users that a filter lets through as CSV, read as fast as they are taken. */
export const usersCsv = (db: Database, filter: UsersFilter): AsyncGenerator<string> =>
  csvOf(USER_HEAD, async (last: Cell[] | undefined) => {
    const rows = await userRows(db, { ...filter, after: last && String(last[0]), limit: AT_ONCE })
    return rows
      .map(toListedUser)
      .map((user) => [
        user._id,
        user.username,
        user.email,
        user.role,
        user.displayName,
        user.createdAt,
        user.verifiedAt,
        user.suspendedAt,
        user.developerRequestedAt,
      ])
  })

const AUDIT_HEAD = [
  'ID',
  'Time',
  'Admin',
  'Address',
  'Action',
  'Kind',
  'Subject ID',
  'Subject',
  'Reason',
  'Before',
  'After',
]

/** What admins did as CSV. */
export const auditCsv = (db: Database, filter: AuditFilter): AsyncGenerator<string> =>
  csvOf(AUDIT_HEAD, async (last: Cell[] | undefined) => {
    const rows = await auditRows(db, { ...filter, after: last && Number(last[0]), limit: AT_ONCE })
    return rows.map(auditCells)
  })

const auditCells = (entry: AuditEntry): Cell[] => [
  entry._id,
  entry.at,
  entry.actor,
  entry.address,
  entry.action,
  entry.subjectKind,
  entry.subjectId,
  entry.subject,
  entry.reason,
  entry.before && JSON.stringify(entry.before),
  entry.after && JSON.stringify(entry.after),
]

/** Some hundred records at a time, each time by the last one, so that a slow reader holds neither memory nor a transaction. */
async function* csvOf(
  head: Cell[],
  nextRecords: (last: Cell[] | undefined) => Promise<Cell[][]>,
): AsyncGenerator<string> {
  let records = await nextRecords(undefined)
  yield BYTE_ORDER_MARK + [head, ...records].map(csvLine).join('')
  while (records.length === AT_ONCE) {
    records = await nextRecords(records.at(-1))
    yield records.map(csvLine).join('')
  }
}
