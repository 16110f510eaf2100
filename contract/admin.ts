import { z } from 'zod'
import { OpenSession, ROLES } from './accounts.ts'
import {
  AUDIT_SUBJECTS,
  AUDITED_ACTIONS,
  COMMAND_LINE_NAME,
  CONTACT_STATES,
  GAME_SORTS,
  GAME_STATES,
  REASON_MAX,
  REASON_MIN,
  REASON_MISSING,
  USER_SORTS,
  USER_STATES,
} from './admin-rules.ts'
import { type CallTable, Done, Id, IsoTime, PageCursor } from './call.ts'
import { OwnGame } from './catalogue.ts'
import { TIME_SORTS } from './list-sorts.ts'
import { Order } from './orders.ts'
import { Profile } from './profiles.ts'

/** A user as the admin's list shows them (document 1 §3). */
export const ListedUser = z.object({
  _id: Id,
  username: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  createdAt: IsoTime,
  verifiedAt: IsoTime.nullable(),
  suspendedAt: IsoTime.nullable(),
  developerRequestedAt: IsoTime.nullable(),
})
export type ListedUser = z.infer<typeof ListedUser>

/** A game as an admin sees it, with why it was taken down. */
export const AdminGame = OwnGame.extend({
  takenDown: z.object({ at: IsoTime, reason: z.string(), illegal: z.boolean() }).nullable(),
})
export type AdminGame = z.infer<typeof AdminGame>

export const UserDetail = z.object({
  user: ListedUser.extend({
    gamesOwned: z.number().int(),
    notifyPurchases: z.boolean(),
    notifyUpdates: z.boolean(),
    profile: Profile,
  }),
  games: z.array(AdminGame).describe('Uploaded by the user, newest first'),
  orders: z.array(Order).describe('The newest ten'),
  orderCount: z.number().int(),
  sessions: z.array(OpenSession),
})
export type UserDetail = z.infer<typeof UserDetail>

export const AuditEntry = z.object({
  _id: z.string().describe('Grows with time; `after` of the next page'),
  at: IsoTime,
  actor: z.string().describe('Username at the time, or "command line"'),
  address: z.string().nullable().describe('Where the request came from'),
  action: z.enum(AUDITED_ACTIONS),
  subjectKind: z.enum(AUDIT_SUBJECTS),
  subjectId: Id.nullable(),
  subject: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const ContactEntry = z.object({
  _id: Id,
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: IsoTime,
  answeredAt: IsoTime.nullable(),
  answeredBy: z.string().nullable().describe('Username'),
})
export type ContactEntry = z.infer<typeof ContactEntry>

const Reason = z.string(REASON_MISSING).trim().min(REASON_MIN, REASON_MISSING).max(REASON_MAX)
const Reasoned = z.object({ reason: Reason })
const WithId = z.object({ id: Id })
const Search = z.string().trim().max(100).optional()
const Limit = z.coerce.number().int().min(1).max(100).default(50)
const Serial = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional()

const UsersFilter = z.object({
  q: Search.describe('In username, e-mail, display name, id'),
  role: z.enum(ROLES).optional(),
  state: z.enum(USER_STATES).optional(),
  sort: z.enum(USER_SORTS).default('new'),
})
export type UsersFilter = z.output<typeof UsersFilter>

export const AuditFilter = z.object({
  q: Search.describe('In actor, subject, reason'),
  action: z.enum(AUDITED_ACTIONS).optional(),
  actor: z.string().max(100).optional().describe(`Username, or "${COMMAND_LINE_NAME}"`),
  subjectId: Id.optional(),
  from: z.iso.date().optional().describe('First day, UTC'),
  to: z.iso.date().optional().describe('Last day, UTC'),
  sort: z.enum(TIME_SORTS).default('new'),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const GamesFilter = z.object({
  q: Search.describe('In title, address, id, developer, tags'),
  state: z.enum(GAME_STATES).optional(),
  sort: z.enum(GAME_SORTS).default('new'),
})
export type GamesFilter = z.infer<typeof GamesFilter>

export const ContactsFilter = z.object({
  q: Search.describe('In e-mail, subject, message'),
  state: z.enum(CONTACT_STATES).default('open'),
  sort: z.enum(TIME_SORTS).default('new'),
})
export type ContactsFilter = z.infer<typeof ContactsFilter>

export const adminCalls = {
  'GET /api/users': {
    summary: 'All users that a filter lets through',
    access: 'admin',
    query: UsersFilter.extend({ after: PageCursor, limit: Limit }),
    answer: z.array(ListedUser),
  },
  'GET /api/admin/users.csv': {
    summary: 'The same as CSV',
    access: 'admin',
    query: UsersFilter,
    answer: z.string(),
    answerType: 'text/csv',
  },
  'GET /api/admin/users/:id': {
    summary: 'Everything about a user but secrets',
    access: 'admin',
    params: WithId,
    answer: UserDetail,
  },
  'PATCH /api/admin/users/:id': {
    summary: 'Change the role, suspend or restore (decisions §3)',
    access: 'admin',
    params: WithId,
    body: Reasoned.extend({ role: z.enum(ROLES).optional(), suspended: z.boolean().optional() }),
    answer: ListedUser,
  },
  'POST /api/admin/users/:id/sign-out': {
    summary: "End a user's sessions",
    access: 'admin',
    params: WithId,
    body: Reasoned,
    answer: Done,
  },
  'POST /api/admin/users/:id/resend-verification': {
    summary: 'Mail a new code to a user who is not verified',
    access: 'admin',
    params: WithId,
    body: Reasoned,
    answer: Done,
  },
  'POST /api/admin/users/:id/decline-developer': {
    summary: 'Refuse a request to become a developer; the reason is mailed',
    access: 'admin',
    params: WithId,
    body: Reasoned,
    answer: ListedUser,
  },
  'GET /api/admin/games': {
    summary: 'All games, drafts and those taken down among them',
    access: 'admin',
    query: GamesFilter.extend({ after: PageCursor, limit: Limit }),
    answer: z.array(AdminGame),
  },
  'GET /api/admin/games.csv': {
    summary: 'The same as CSV',
    access: 'admin',
    query: GamesFilter,
    answer: z.string(),
    answerType: 'text/csv',
  },
  'POST /api/admin/games/:id/take-down': {
    summary:
      'Hide a game from everybody but its owners, or from them too when it is illegal; its developer is mailed',
    access: 'admin',
    params: WithId,
    body: Reasoned.extend({ illegal: z.boolean() }),
    answer: AdminGame,
  },
  'POST /api/admin/games/:id/restore': {
    summary: 'Show a game again; its developer is mailed',
    access: 'admin',
    params: WithId,
    body: Reasoned,
    answer: AdminGame,
  },
  'GET /api/admin/contacts': {
    summary: 'Messages from the contact form',
    access: 'admin',
    query: ContactsFilter.extend({
      after: Id.optional().describe('_id of the last message shown'),
      limit: Limit,
    }),
    answer: z.array(ContactEntry),
  },
  'GET /api/admin/contacts.csv': {
    summary: 'The same as CSV',
    access: 'admin',
    query: ContactsFilter,
    answer: z.string(),
    answerType: 'text/csv',
  },
  'PUT /api/admin/contacts/:id': {
    summary: 'Mark a message as answered, or as open again',
    access: 'admin',
    params: WithId,
    body: z.object({ answered: z.boolean() }),
    answer: ContactEntry,
  },
  'GET /api/admin/audit': {
    summary: 'What admins did',
    access: 'admin',
    query: AuditFilter.extend({ after: Serial.describe('_id of the last entry shown'), limit: Limit }),
    answer: z.array(AuditEntry),
  },
  'GET /api/admin/audit.csv': {
    summary: 'The same as CSV',
    access: 'admin',
    query: AuditFilter,
    answer: z.string(),
    answerType: 'text/csv',
  },
} satisfies CallTable
