import { z } from 'zod'
import { OpenSession } from '../accounts/accounts.ts'
import { type CallTable, Done, Id, IsoTime, PageCursor } from '../call.ts'
import { AnyGame } from '../catalog/catalog.ts'
import { TIME_SORTS } from '../catalog/time-sorts.ts'
import { Asset, DecisionEffects, Rule, Strike } from '../moderation/moderation.ts'
import { DECISION_ASSETS_MISSING, FRAUD_RULE } from '../moderation/moderation-rules.ts'
import { Order } from '../orders/orders.ts'
import { Profile } from '../profiles/profiles.ts'
import { SellRequest } from '../profiles/selling.ts'
import { ANSWER_MAX, ANSWER_MIN, ANSWER_MISSING } from '../reports/report-rules.ts'
import { ROLES } from '../role.ts'
import { lengthProblem, shortProblem } from '../text/text-length.ts'
import { searchText, writtenText } from '../text/written-text.ts'
import {
  ADMIN_GAME_SORTS,
  AUDIT_SUBJECTS,
  AUDITED_ACTIONS,
  CHANGE_MISSING,
  COMMAND_LINE_NAME,
  CONTACT_STATES,
  GAME_STATES,
  REASON_MAX,
  REASON_MIN,
  REASON_MISSING,
  REPLY_MAX,
  REPLY_MISSING,
  USER_SORTS,
  USER_STATES,
} from './admin-rules.ts'
import { reasonText } from './reason-text.ts'

/** A user in the admins' list (requirements 8.6). */
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

/** A game as admins see it, with the reason for its take-down. */
export const AdminGame = AnyGame.extend({
  takenDown: z.object({ at: IsoTime, reason: z.string(), illegal: z.boolean() }).nullable(),
})
export type AdminGame = z.infer<typeof AdminGame>

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

export const UserDetail = z.object({
  user: ListedUser.extend({
    gamesOwned: z.number().int(),
    notifyPurchases: z.boolean(),
    notifyUpdates: z.boolean(),
    mailBouncedAt: IsoTime.nullable().describe('Since when mail to them comes back'),
    payoutsFrozenAt: IsoTime.nullable().describe('Since when their payouts are frozen; an admin lifts it'),
    profile: Profile,
  }),
  games: z.array(AdminGame).describe('Uploaded by the user, newest first'),
  orders: z.array(Order).describe('The newest ten'),
  orderCount: z.number().int(),
  messages: z.array(ContactEntry).describe('The newest five they wrote'),
  sessions: z.array(OpenSession),
  sellRequests: z.array(SellRequest).describe('Newest first; one waits at most'),
  strikes: z.array(Strike).describe('That count now, newest first'),
})
export type UserDetail = z.infer<typeof UserDetail>

export const AuditEntry = z.object({
  _id: z.string().describe('Grows with time'),
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

/** A missing or blank one is malformed (requirements 8.4). */
const Reason = reasonText.regex(/\S/, REASON_MISSING)
/** A message with everything that helps to reply to it. */
export const ContactDetail = z.object({
  message: ContactEntry,
  replies: z.array(
    z.object({
      _id: Id,
      text: z.string(),
      sentAt: IsoTime,
      sentBy: z.string().nullable().describe('Username'),
    }),
  ),
  user: ListedUser.nullable().describe('Who wrote it, or whose address it is; null when no account has it'),
  isCertain: z.boolean().describe('Whether that user was logged in when writing'),
  orders: z.array(Order).describe('The newest few of that user'),
  orderCount: z.number().int(),
  others: z.array(ContactEntry).describe('What the same person wrote besides, newest first'),
})
export type ContactDetail = z.infer<typeof ContactDetail>

export const Reasoned = z.object({ reason: Reason })
export const WithId = z.object({ id: Id })

/** With a rule it is a decision, and its reason is shown to the developer. */
const TakeDown = z
  .object({
    reason: writtenText({ min: REASON_MIN, tooShort: REASON_MISSING, max: ANSWER_MAX }).regex(
      /\S/,
      REASON_MISSING,
    ),
    illegal: z.boolean(),
    rule: z.string().max(100).nullable().default(null),
    assets: z.array(z.string().max(300)).max(100).default([]).describe('What of the game it is about'),
    note: writtenText({ max: ANSWER_MAX }).default('').describe('For admins alone'),
  })
  .superRefine(({ rule, assets, reason }, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const wrongReason =
      rule === null ? lengthProblem(reason, REASON_MAX) : shortProblem(reason, ANSWER_MIN, ANSWER_MISSING)
    if (wrongReason) problem('reason', wrongReason)
    if (rule !== null && assets.length === 0) problem('assets', DECISION_ASSETS_MISSING)
  })
export type TakeDown = z.infer<typeof TakeDown>
const Search = searchText.optional()
const Limit = z.coerce.number().int().min(1).max(100).default(50)

const UsersFilter = z.object({
  q: Search.describe('In username, email, display name, id'),
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
  sort: z.enum(ADMIN_GAME_SORTS).default('new'),
})
export type GamesFilter = z.infer<typeof GamesFilter>

export const ContactsFilter = z.object({
  q: Search.describe('In email, subject, message'),
  state: z.enum(CONTACT_STATES).default('open'),
  sort: z.enum(TIME_SORTS).default('new'),
})
export type ContactsFilter = z.infer<typeof ContactsFilter>

/** The chain of hashes over the audit log. */
export const AuditChain = z.object({
  entries: z.number().int(),
  hash: z.string().nullable().describe('SHA-256 in hex; null while nothing is in it'),
})
export type AuditChain = z.infer<typeof AuditChain>

export const adminCalls = {
  'GET /api/users': {
    summary: 'All users that a filter lets through',
    access: 'admin',
    query: UsersFilter.extend({ after: PageCursor, limit: Limit.unwrap().optional() }),
    response: z.array(ListedUser),
  },
  'GET /api/admin/users.csv': {
    summary: 'The same as CSV',
    access: 'admin',
    query: UsersFilter,
    response: z.string(),
    responseType: 'text/csv',
  },
  'GET /api/admin/users/:id': {
    summary: 'Everything about a user but secrets',
    access: 'admin',
    params: WithId,
    response: UserDetail,
  },
  'PATCH /api/admin/users/:id': {
    summary:
      'Change the role, suspend or restore, with the reason (requirements 8.4). A suspension for fraud is a decision with a statement of reasons, which also removes the reviews of the account until it is restored',
    access: 'admin',
    fresh: true,
    params: WithId,
    body: z
      .object({
        reason: writtenText({ min: REASON_MIN, tooShort: REASON_MISSING, max: ANSWER_MAX }).regex(
          /\S/,
          REASON_MISSING,
        ),
        role: z.enum(ROLES).optional(),
        suspended: z.boolean().optional(),
        rule: z.literal(FRAUD_RULE).optional().describe('Of a suspension for fraud'),
      })
      .superRefine(({ role, suspended, rule, reason }, context) => {
        const wrongReason =
          rule === undefined
            ? lengthProblem(reason, REASON_MAX)
            : shortProblem(reason, ANSWER_MIN, ANSWER_MISSING)
        if (wrongReason) context.addIssue({ code: 'custom', path: ['reason'], message: wrongReason })
        if (role === undefined && suspended === undefined)
          context.addIssue({
            code: 'invalid_type',
            expected: 'string',
            path: ['role'],
            message: CHANGE_MISSING,
          })
      }),
    response: ListedUser,
  },
  'POST /api/admin/users/:id/sign-out': {
    summary: "End a user's sessions",
    access: 'admin',
    fresh: true,
    params: WithId,
    body: Reasoned,
    response: Done,
  },
  'POST /api/admin/users/:id/decline-developer': {
    summary: 'Refuse a request to sell; the reason is emailed',
    access: 'admin',
    params: WithId,
    body: Reasoned,
    response: ListedUser,
  },
  'GET /api/admin/games': {
    summary: 'All games, drafts and those taken down among them',
    access: 'admin',
    query: GamesFilter.extend({ after: PageCursor, limit: Limit }),
    response: z.array(AdminGame),
  },
  'GET /api/admin/games.csv': {
    summary: 'The same as CSV',
    access: 'admin',
    query: GamesFilter,
    response: z.string(),
    responseType: 'text/csv',
  },
  'POST /api/admin/games/:id/take-down': {
    summary:
      'Hide a game from everybody but its owners, or from them too when it is illegal; with a `rule`, its developer gets a statement of reasons that can be appealed',
    access: 'admin',
    fresh: true,
    params: WithId,
    body: TakeDown,
    response: AdminGame,
  },
  'GET /api/admin/games/:id/decision': {
    summary: 'What a decision about a game can name, and what it would touch',
    access: 'admin',
    params: WithId,
    response: z.object({
      rules: z.array(Rule),
      assets: z.array(Asset).describe('Its pictures, files, texts and posts'),
      effects: DecisionEffects,
    }),
  },
  'POST /api/admin/games/:id/restore': {
    summary: 'Show a game again; its developer gets an email',
    access: 'admin',
    fresh: true,
    params: WithId,
    body: Reasoned,
    response: AdminGame,
  },
  'GET /api/admin/contacts': {
    summary: 'Messages from the contact form',
    access: 'admin',
    query: ContactsFilter.extend({
      after: PageCursor.describe('As the `Link` of the page before says; or `_id` of the last message shown'),
      limit: Limit,
    }),
    response: z.array(ContactEntry),
  },
  'GET /api/admin/contacts.csv': {
    summary: 'The same as CSV',
    access: 'admin',
    query: ContactsFilter,
    response: z.string(),
    responseType: 'text/csv',
  },
  'PUT /api/admin/contacts/:id': {
    summary: 'Mark a message as answered, or as open again',
    access: 'admin',
    params: WithId,
    body: z.object({ answered: z.boolean(), reason: Reason.optional() }),
    response: ContactEntry,
  },
  'GET /api/admin/contacts/:id': {
    summary: 'A message with its replies, and the orders and other messages of who wrote it',
    access: 'admin',
    params: WithId,
    response: ContactDetail,
  },
  'POST /api/admin/contacts/:id/reply': {
    summary: 'Answer a message: kept with it and emailed',
    access: 'admin',
    params: WithId,
    body: z.object({
      _id: Id.describe('Made by the caller; the same one again changes nothing'),
      text: writtenText({ min: 1, tooShort: REPLY_MISSING, max: REPLY_MAX }),
      markAnswered: z.boolean(),
    }),
    response: Done,
  },
  'GET /api/admin/audit': {
    summary: 'What admins did',
    access: 'admin',
    query: AuditFilter.extend({
      after: PageCursor.describe('As the `Link` of the page before says; or `_id` of the last entry shown'),
      limit: Limit,
    }),
    response: z.array(AuditEntry),
  },
  'GET /api/admin/audit/chain': {
    summary:
      'The newest hash over the audit log: who keeps it can prove later that nothing before it was changed',
    access: 'admin',
    response: AuditChain,
  },
  'GET /api/admin/audit.csv': {
    summary: 'The same as CSV',
    access: 'admin',
    query: AuditFilter,
    response: z.string(),
    responseType: 'text/csv',
  },
} satisfies CallTable
