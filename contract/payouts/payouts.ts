import { z } from 'zod'
import { reasonText } from '../admin/reason-text.ts'
import { type CallTable, Dollars, Done, Id, IsoTime, PageCursor } from '../call.ts'
import { searchText, writtenText } from '../text/written-text.ts'
import {
  APPROVE_MAX,
  BLOCK_REASONS,
  NO_PAYOUT_REASONS,
  NOTE_MAX,
  PAYOUT_GROUPS,
  PAYOUT_OUTCOMES,
  PAYOUT_STATES,
  TRANSACTION_ID_MAX,
} from './payout-rules.ts'

const Decimal = z.string().regex(/^\d+(\.\d+)?$/, 'Enter a number such as 0.0123.')

/** A payout, which is also a statement: its contents were frozen when it was drafted. */
export const Payout = z.object({
  _id: Id,
  number: z.string().describe("The statement's number"),
  state: z.enum(PAYOUT_STATES),
  amount: Dollars,
  coin: z.string().describe('Of `contract/payments/coins.ts`'),
  address: z.string().describe('Shortened'),
  draftedAt: IsoTime,
  approvedAt: IsoTime.nullable(),
  releasedAt: IsoTime.nullable(),
  endedAt: IsoTime.nullable().describe('Paid, failed or cancelled'),
  coinAmount: z.string().nullable().describe('Fixed when it was approved'),
  transactionId: z.string().nullable(),
  reason: z.string().nullable().describe('Why it is on hold, failed or was cancelled, as a sentence'),
})
export type Payout = z.infer<typeof Payout>

/** A line of a statement, or of the sales behind it. */
export const StatementLine = z.object({
  _id: z.string(),
  at: IsoTime.describe('When it was booked'),
  kind: z.enum(['sale', 'refund', 'correction', 'reserve', 'reserve_back', 'returned']),
  title: z.string(),
  orderNumber: z.string().nullable(),
  paid: Dollars,
  fee: Dollars,
  platform: Dollars,
  amount: Dollars.describe('What it adds to the statement'),
})
export type StatementLine = z.infer<typeof StatementLine>

export const Statement = Payout.extend({
  developer: z.object({ _id: Id, username: z.string(), name: z.string() }),
  from: IsoTime.describe('The first line'),
  to: IsoTime.describe('The last line'),
  totals: z.object({
    sales: z.number().int(),
    refunds: z.number().int(),
    others: z.number().int().describe('Corrections, reserves, money that came back'),
    paid: Dollars,
    fee: Dollars,
    platform: Dollars,
    amount: Dollars,
  }),
  rate: z.string().nullable().describe('Dollars for one coin'),
  networkFee: z.string().nullable().describe('In the coin'),
})
export type Statement = z.infer<typeof Statement>

/** The parts of a developer's balance, and the date of the next payout. */
export const PayoutSummary = z.object({
  pending: Dollars,
  available: Dollars.describe('Negative when refunds outweigh sales: carried over'),
  inPayout: Dollars,
  paid: Dollars,
  reserve: Dollars,
  holdDays: z.number().int(),
  reservePercent: z.number(),
  minimum: Dollars,
  payouts: z.number().int().describe('How many were paid'),
  firstPaidAt: IsoTime.nullable(),
  nextRunAt: IsoTime,
  expected: Dollars.describe('What will be available then'),
  address: z
    .object({ coin: z.string(), short: z.string(), usableAt: IsoTime, isUsable: z.boolean() })
    .nullable(),
  heldUntil: IsoTime.nullable().describe('Payouts wait until then, because a key of the account was changed'),
  isFrozen: z.boolean(),
  cannotAsk: z.enum(NO_PAYOUT_REASONS).nullable().describe('Null when a payout can be asked for now'),
  medianHours: z.number().nullable().describe("The store's own, from due to paid, of 90 days"),
})
export type PayoutSummary = z.infer<typeof PayoutSummary>

/** A payout as an admin sees it. */
export const AdminPayout = Payout.extend({
  developer: z.object({ _id: Id, username: z.string(), name: z.string() }),
  isOwn: z.boolean().describe('Of the caller, who decides nothing about it'),
  provider: z.string(),
  blockReason: z.enum(BLOCK_REASONS).nullable(),
  isFirst: z.boolean().describe('Nothing was ever paid to this developer'),
  needsSecond: z.boolean().describe('Above the limit for one admin'),
  firstApproval: z.object({ by: z.string(), at: IsoTime }).nullable(),
  addressUsableAt: IsoTime,
  providerStatus: z.string().nullable(),
  asked: z.number().int().describe('How often the provider was asked since it was released'),
  evidence: z
    .object({
      outcome: z.enum(PAYOUT_OUTCOMES),
      transactionId: z.string().nullable(),
      note: z.string(),
      by: z.string(),
      isOwn: z.boolean().describe('Of the caller, who cannot confirm it'),
      at: IsoTime,
    })
    .nullable()
    .describe('What a first admin said; another one confirms it'),
})
export type AdminPayout = z.infer<typeof AdminPayout>

export const AdminPayoutSummary = z.object({
  stopped: z.object({ by: z.string(), at: IsoTime, reason: z.string() }).nullable(),
  provider: z.string(),
  isManual: z.boolean(),
  nextRunAt: IsoTime,
  due: z.object({ amount: Dollars, count: z.number().int(), oldestAt: IsoTime.nullable() }),
  counts: z.record(z.enum(PAYOUT_GROUPS), z.number()),
  secondAbove: Dollars,
  screening: z.enum(['off', 'on', 'unavailable']),
  medianHours: z.number().nullable(),
  coins: z.array(
    z.object({
      coin: z.string(),
      rate: z.string().nullable(),
      available: z.string().nullable().describe('What the provider holds, in the coin'),
      availableDollars: Dollars.nullable(),
      due: Dollars.describe('Due and approved in this coin'),
      quotedAt: IsoTime.nullable(),
    }),
  ),
  releasesUntil: IsoTime.nullable().describe('When all that is approved will have been released'),
  elsewhere: z.number().int().describe('On their way at a provider that the store no longer uses'),
  processSeenAt: IsoTime.nullable().describe('When the payout process last ran'),
})
export type AdminPayoutSummary = z.infer<typeof AdminPayoutSummary>

export const AdminPayoutFilter = z.object({
  group: z.enum(PAYOUT_GROUPS).default('due'),
  q: searchText.optional().describe('In developer, number, transaction'),
})

const WithId = z.object({ id: Id })
const Paged = {
  after: PageCursor,
  limit: z.coerce.number().int().min(1).max(100).default(20),
}
const DeveloperId = Id.optional().describe('Another developer, for an admin')

export const payoutCalls = {
  'GET /api/dev/payouts/summary': {
    summary: 'The parts of the balance and the next payout',
    access: 'developer',
    query: z.object({ developerId: DeveloperId }),
    response: PayoutSummary,
  },
  'GET /api/dev/payouts': {
    summary: 'The payouts of a developer, the newest first',
    access: 'developer',
    query: z.object({ developerId: DeveloperId, ...Paged }),
    response: z.array(Payout),
  },
  'POST /api/dev/payouts': {
    summary: 'Ask for all that is available now',
    access: 'developer',
    fresh: true,
    body: z.object({}),
    response: Payout,
  },
  'GET /api/payouts/:id': {
    summary: 'A statement, for its developer or an admin',
    access: 'developer',
    params: WithId,
    response: Statement,
  },
  'GET /api/payouts/:id/lines': {
    summary: 'The lines of a statement, the oldest first',
    access: 'developer',
    params: WithId,
    query: z.object({ ...Paged, limit: z.coerce.number().int().min(1).max(500).default(100) }),
    response: z.array(StatementLine),
  },
  'GET /api/payouts/:id/statement.csv': {
    summary: 'The same as CSV',
    access: 'developer',
    params: WithId,
    response: z.string(),
    responseType: 'text/csv',
  },
  'GET /api/admin/payouts/summary': {
    summary: 'Whether payouts run, what is due and what the provider holds',
    access: 'admin',
    response: AdminPayoutSummary,
  },
  'GET /api/admin/payouts': {
    summary: 'Payouts by what is to be done with them',
    access: 'admin',
    query: AdminPayoutFilter.extend(Paged),
    response: z.array(AdminPayout),
  },
  'GET /api/admin/payouts.csv': {
    summary: 'The same as CSV, with whole addresses of what a person has to pay',
    access: 'admin',
    query: AdminPayoutFilter,
    response: z.string(),
    responseType: 'text/csv',
  },
  'POST /api/admin/payouts/approve': {
    summary: 'Let payouts be sent. Above the limit for one admin another one has to say so too',
    access: 'admin',
    fresh: true,
    body: z.object({
      ids: z.array(Id).min(1, 'Choose a payout.').max(APPROVE_MAX),
      rates: z
        .record(z.string(), Decimal)
        .default({})
        .describe('Dollars for one coin, where the provider tells no rate'),
      reason: reasonText.optional().describe('Needed for what is blocked'),
    }),
    response: z.object({
      approved: z.number().int(),
      waiting: z.number().int().describe('For a second admin'),
      refused: z.array(z.object({ _id: Id, reason: z.string() })),
    }),
  },
  'POST /api/admin/payouts/:id/block': {
    summary: 'Hold a payout until a person decides',
    access: 'admin',
    fresh: true,
    params: WithId,
    body: z.object({ reason: reasonText }),
    response: Done,
  },
  'POST /api/admin/payouts/:id/cancel': {
    summary: 'Give a payout up before it is released; its money is available again',
    access: 'admin',
    fresh: true,
    params: WithId,
    body: z.object({ reason: reasonText }),
    response: Done,
  },
  'POST /api/admin/payouts/:id/evidence': {
    summary: 'Say what became of a payout. It counts once another admin says the same',
    access: 'admin',
    fresh: true,
    params: WithId,
    body: z.object({
      outcome: z.enum(PAYOUT_OUTCOMES),
      transactionId: writtenText({ max: TRANSACTION_ID_MAX }).nullable().default(null),
      note: writtenText({ max: NOTE_MAX }).default(''),
    }),
    response: z.object({ isFinal: z.boolean() }),
  },
  'GET /api/admin/payouts/:id/payment': {
    summary: 'What a person who pays by hand needs: the whole address and the exact amount. Audited',
    access: 'admin',
    params: WithId,
    response: z.object({ coin: z.string(), address: z.string(), amount: z.string() }),
  },
  'PUT /api/admin/payouts/switch': {
    summary: 'Stop all payouts, or start them again',
    access: 'admin',
    fresh: true,
    body: z.object({ stopped: z.boolean(), reason: reasonText }),
    response: Done,
  },
} satisfies CallTable
