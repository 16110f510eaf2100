import type {
  AdminGame,
  AuditEntry,
  AuditFilter,
  ContactEntry,
  ContactsFilter,
  GamesFilter,
  ListedUser,
  UsersFilter,
} from '@nofiller/contract/admin/admin'
import { type Columns, csvOf } from '../platform/csv.ts'
import type { Database } from '../platform/database/database.ts'
import { filteredAudit } from './audit/audit-list.ts'
import { filteredGames } from './games.ts'
import { filteredContacts } from './inbox/inbox.ts'
import { filteredUsers } from './users/users.ts'

const USER_COLUMNS: Columns<ListedUser> = {
  ID: (user) => user._id,
  Username: (user) => user.username,
  Email: (user) => user.email,
  Role: (user) => user.role,
  'Display name': (user) => user.displayName,
  Created: (user) => user.createdAt,
  Verified: (user) => user.verifiedAt,
  Suspended: (user) => user.suspendedAt,
  'Asked to be a developer': (user) => user.developerRequestedAt,
}

/** All users that a filter lets through as CSV. */
export const usersCsv = (db: Database, filter: UsersFilter): AsyncGenerator<string> =>
  csvOf(USER_COLUMNS, filteredUsers(db, filter))

const GAME_COLUMNS: Columns<AdminGame> = {
  ID: (game) => game._id,
  Title: (game) => game.title,
  Address: (game) => game.slug,
  Developer: (game) => game.developer.username,
  'Developer ID': (game) => game.developer._id,
  State: (game) => (game.takenDown ? 'taken down' : game.status),
  Content: (game) => game.category,
  Price: (game) => game.price,
  Sales: (game) => game.totalSales,
  Revenue: (game) => game.totalRevenue,
  Published: (game) => game.publishedAt,
  'Last change': (game) => game.updatedAt,
  'Taken down': (game) => game.takenDown?.at ?? null,
  Illegal: (game) => game.takenDown && (game.takenDown.illegal ? 'yes' : 'no'),
  Reason: (game) => game.takenDown?.reason ?? null,
}

/** All games that a filter lets through as CSV. */
export const gamesCsv = (db: Database, filter: GamesFilter): AsyncGenerator<string> =>
  csvOf(GAME_COLUMNS, filteredGames(db, filter, 'none'))

const CONTACT_COLUMNS: Columns<ContactEntry> = {
  ID: (message) => message._id,
  Time: (message) => message.createdAt,
  Email: (message) => message.email,
  Subject: (message) => message.subject,
  Message: (message) => message.message,
  Answered: (message) => message.answeredAt,
  'Answered by': (message) => message.answeredBy,
}

/** All messages that a filter lets through as CSV. */
export const contactsCsv = (db: Database, filter: ContactsFilter): AsyncGenerator<string> =>
  csvOf(CONTACT_COLUMNS, filteredContacts(db, filter))

const AUDIT_COLUMNS: Columns<AuditEntry> = {
  ID: (entry) => entry._id,
  Time: (entry) => entry.at,
  Admin: (entry) => entry.actor,
  Address: (entry) => entry.address,
  Action: (entry) => entry.action,
  Kind: (entry) => entry.subjectKind,
  'Subject ID': (entry) => entry.subjectId,
  Subject: (entry) => entry.subject,
  Reason: (entry) => entry.reason,
  Before: (entry) => entry.before && JSON.stringify(entry.before),
  After: (entry) => entry.after && JSON.stringify(entry.after),
}

/** Admins' actions as CSV. */
export const auditCsv = (db: Database, filter: AuditFilter): AsyncGenerator<string> =>
  csvOf(AUDIT_COLUMNS, filteredAudit(db, filter))
