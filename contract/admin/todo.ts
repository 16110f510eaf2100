import { z } from 'zod'
import { type CallTable, Dollars, Done, Id, IsoTime } from '../call.ts'
import { FoundMalware } from '../checks/findings.ts'
import { AdminNotice } from '../copyright/copyright.ts'
import { AdminAppeal, Approval } from '../moderation/moderation.ts'
import { PaymentCase } from '../orders/payment-cases.ts'
import { AdminPayout } from '../payouts/payouts.ts'
import { AdminCase } from '../reports/reports.ts'
import { ContactEntry, ListedUser } from './admin.ts'
import { HEALTH_PARTS, HEALTH_STATES, WAITING_MAX } from './todo-rules.ts'

const Count = z.number().int().describe(`Up to ${WAITING_MAX}`)

/** The number of items that wait for an admin. */
export const ToDoCounts = z.object({
  reports: Count.describe('Open cases of reports, those of the safety queue among them'),
  requests: Count.describe('Requests to sell'),
  cases: Count.describe('Open payment cases'),
  payouts: Count.describe('Payouts to approve, or that need a person'),
  messages: Count.describe('Messages without an answer'),
  approvals: Count.describe('Games that wait for a look'),
  reviews: Count.describe('Games with unusually many reviews, and reviews that wait for a look'),
  appeals: Count.describe('Appeals without an answer'),
  notices: Count.describe('Copyright notices to decide'),
  sealed: Count.describe('Sealed games to report to an authority, or to destroy'),
  malware: Count.describe('Files in which the malware scanner found something'),
  jobs: Count.describe('Mails and jobs that failed, or fail again and again'),
  total: z.number().int(),
})

/** An email that was not sent, or a job that failed. */
export const FailedJob = z.object({
  _id: Id,
  queue: z.string(),
  mail: z.object({ to: z.string(), subject: z.string() }).nullable().describe('null for every other job'),
  error: z.string().nullable(),
  tries: z.number().int(),
  failedAt: IsoTime.describe('When it was last tried'),
  isTriedAgain: z.boolean().describe('Whether the store goes on trying by itself'),
})
export type FailedJob = z.infer<typeof FailedJob>

/** The waiting items, the oldest of each kind first. */
export const ToDo = z.object({
  counts: ToDoCounts,
  reports: z.array(AdminCase).describe('Those that the caller may see'),
  requests: z.array(
    z.object({
      user: ListedUser,
      plans: z
        .string()
        .nullable()
        .describe('What they will publish; null in a request from before these were asked'),
    }),
  ),
  cases: z.array(PaymentCase),
  draftPayouts: z
    .object({ count: z.number().int(), amount: Dollars, since: IsoTime })
    .nullable()
    .describe('Payouts that are ready for approval, together; null for none'),
  payouts: z.array(AdminPayout).describe('Those that need a person for another reason'),
  messages: z.array(ContactEntry),
  approvals: z.array(Approval),
  appeals: z.array(AdminAppeal),
  notices: z.array(AdminNotice),
  malware: z.array(FoundMalware),
  jobs: z.array(FailedJob),
  version: z.string().describe('Of the store that answers: number, commit and day'),
  notifyToDo: z
    .boolean()
    .describe(
      'Whether the caller gets an email every morning, with what waits and the newest hash of the audit log',
    ),
})
export type ToDo = z.infer<typeof ToDo>

/** The health of a part that the store depends on, checked just now. */
export const HealthCheck = z.object({
  part: z.enum(HEALTH_PARTS),
  name: z.string().optional().describe('Which of several payment providers'),
  state: z.enum(HEALTH_STATES),
  word: z.string(),
  fact: z.string(),
})
export type HealthCheck = z.infer<typeof HealthCheck>

const WithId = z.object({ id: Id })

export const toDoCalls = {
  'GET /api/admin/todo': {
    summary: 'What waits for a person, the oldest few of each kind',
    access: 'admin',
    response: ToDo,
  },
  'GET /api/admin/todo/counts': {
    summary: 'How much waits for a person',
    access: 'admin',
    response: ToDoCounts,
  },
  'GET /api/admin/health-checks': {
    summary: 'Whether payment providers, mail, storage, database, jobs and disk are well; each is asked now',
    access: 'admin',
    response: z.array(HealthCheck),
  },
  'PUT /api/admin/todo/notice': {
    summary: 'Get an email every morning with what waits, or not',
    access: 'admin',
    body: z.object({ notifyToDo: z.boolean() }),
    response: Done,
  },
  'POST /api/admin/jobs/:id/retry': {
    summary: 'Try a failed mail or job again at once',
    access: 'admin',
    params: WithId,
    response: Done,
  },
  'POST /api/admin/jobs/:id/dismiss': {
    summary: 'Give a failed mail or job up',
    access: 'admin',
    params: WithId,
    response: Done,
  },
} satisfies CallTable
