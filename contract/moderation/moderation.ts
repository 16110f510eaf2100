import { z } from 'zod'
import { ReviewerNotes } from '../authoring/reviewer-notes.ts'
import { type CallTable, Done, Id, IsoTime, PageCursor } from '../call.ts'
import { GameAccess } from '../catalog/visibility.ts'
import { REPORT_DECISIONS } from '../reports/report-rules.ts'
import { shortProblem } from '../text/text-length.ts'
import { writtenText } from '../text/written-text.ts'
import {
  ACCOUNT_DECISIONS,
  APPEAL_ANSWER_MISSING,
  APPEAL_OUTCOMES,
  APPEAL_SIDES,
  APPEAL_STATES,
  APPEAL_TEXT_MAX,
  APPEAL_TEXT_MIN,
  APPEAL_TEXT_MISSING,
  BUYER_REVIEW_DECISIONS,
  DECISION_ASSETS_MISSING,
  DECISION_NOTE_MAX,
  DECISION_RULE_MISSING,
  DECISION_TEXT_MAX,
  DECISION_TEXT_MIN,
  DECISION_TEXT_MISSING,
  type DecisionKind,
  needsRule,
  REVIEW_DECISIONS,
  REVIEW_REASONS,
  REVIEW_STATES,
} from './moderation-rules.ts'

const WithId = z.object({ id: Id })

/** A rule for published content, from `content/rules`. */
export const Rule = z.object({
  id: z.string(),
  title: z.string().describe('The rule in one sentence'),
  version: z.number().int(),
  points: z.number().int().describe('How much breaking it counts'),
  reason: z.string().describe('How a decision about it may begin'),
})
export type Rule = z.infer<typeof Rule>

const Claim = z.object({
  name: z.string(),
  isMine: z.boolean(),
  until: IsoTime,
})

/** A game that waits for a review, or was reviewed. */
export const Approval = z.object({
  _id: Id,
  gameId: Id,
  title: z.string(),
  slug: z.string(),
  developer: z.object({ _id: Id, name: z.string() }),
  picture: z.string().nullable().describe('A tiny data address; the picture itself is shown when asked for'),
  reason: z.enum(REVIEW_REASONS),
  round: z.number().int().describe('1 for what was sent first, 2 for what came back once, and so on'),
  state: z.enum(REVIEW_STATES),
  sentAt: IsoTime,
  dueAt: IsoTime,
  isPublic: z.boolean(),
  visibility: GameAccess.shape.visibility,
  publishedAt: IsoTime.nullable().describe('When the game was first public'),
  claim: Claim.nullable(),
})
export type Approval = z.infer<typeof Approval>

/** A part of a game or profile that a decision can name. */
export const Asset = z.object({
  id: z.string().describe('Of a post it stays when its title changes'),
  name: z.string().describe('As the developer is told'),
})
export type Asset = z.infer<typeof Asset>

/** A part of a game in review. */
export const ApprovalAsset = Asset.extend({
  picture: z
    .object({ url: z.string(), blur: z.string(), width: z.number().int(), height: z.number().int() })
    .nullable(),
})
export type ApprovalAsset = z.infer<typeof ApprovalAsset>

const DecisionKinds = z.enum([
  ...REVIEW_DECISIONS,
  ...REPORT_DECISIONS,
  ...BUYER_REVIEW_DECISIONS,
  ...ACCOUNT_DECISIONS,
])

export const DecisionShown = z.object({
  _id: Id,
  kind: DecisionKinds,
  rule: z.string().nullable(),
  statement: z.string().describe('Word for word as it was sent'),
  decidedAt: IsoTime,
})
export type DecisionShown = z.infer<typeof DecisionShown>

/** The effects of a decision. */
export const DecisionEffects = z.object({
  owners: z.number().int(),
  openOrders: z.number().int(),
  balance: z.number().describe('What the developer has not been paid yet, in dollars'),
})
export type DecisionEffects = z.infer<typeof DecisionEffects>

export const ApprovalDetail = Approval.extend({
  revision: z.number().int(),
  category: z.string(),
  price: z.string(),
  tags: z.array(z.string()),
  warnings: z.string().describe('What the developer says of the themes in it'),
  reviewerNotes: ReviewerNotes,
  description: z.string().describe('As plain text'),
  files: z.array(z.string()).describe('Name, size and device of each'),
  assets: z.array(ApprovalAsset),
  changes: z
    .array(z.object({ field: z.string(), before: z.string(), now: z.string() }))
    .describe('What is different from the revision that the caller opened, or that was decided about before'),
  changedSinceOpened: z.boolean(),
  decisions: z.array(DecisionShown.extend({ by: z.string(), note: z.string().nullable() })),
  effects: DecisionEffects,
  rules: z.array(Rule),
})
export type ApprovalDetail = z.infer<typeof ApprovalDetail>

export const ApprovalFigures = z.object({
  waiting: z.number().int(),
  held: z.number().int().describe('Of those, how many somebody holds'),
  overdue: z.number().int(),
  oldestSentAt: IsoTime.nullable(),
  withSeller: z.number().int(),
  decided: z.number().int().describe('In the last 30 days'),
  medianHours: z.number().nullable(),
  ninetiethHours: z.number().nullable(),
})
export type ApprovalFigures = z.infer<typeof ApprovalFigures>

/** The basis of a decision: a rule and the part that breaks it. */
export const decisionReasons = {
  rule: z.string().nullable(),
  assets: z.array(z.string().max(300)).max(50),
}

type Reasons = { kind: DecisionKind; rule: string | null; assets: string[] }

/** A decision with a restriction names a rule and the part that breaks it. */
export function requireReasons({ kind, rule, assets }: Reasons, context: z.RefinementCtx): void {
  if (!needsRule(kind)) return
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (!rule) refuse('rule', DECISION_RULE_MISSING)
  if (assets.length === 0) refuse('assets', DECISION_ASSETS_MISSING)
}

const NewDecision = z
  .object({
    kind: z.enum(REVIEW_DECISIONS),
    ...decisionReasons,
    text: writtenText({ max: DECISION_TEXT_MAX }),
    note: writtenText({ max: DECISION_NOTE_MAX }),
    revision: z.number().int().describe('What the caller looked at; 409 when the developer changed it since'),
  })
  .superRefine((decision, context) => {
    requireReasons(decision, context)
    if (needsRule(decision.kind) && shortProblem(decision.text, DECISION_TEXT_MIN, DECISION_TEXT_MISSING))
      context.addIssue({ code: 'custom', path: ['text'], message: DECISION_TEXT_MISSING })
  })
export type NewDecision = z.infer<typeof NewDecision>

/** A strike against a developer, for a time. */
export const Strike = z.object({
  title: z.string().describe('Of the game or profile'),
  rule: z.string(),
  points: z.number().int(),
  struckAt: IsoTime,
  endsAt: IsoTime,
  decision: z
    .string()
    .describe('The id of the decision, or the number of the copyright notice: `/decision/…`'),
})
export type Strike = z.infer<typeof Strike>

/** A developer's appeal against a decision, and its result. */
export const Appeal = z.object({
  text: z.string(),
  sentAt: IsoTime,
  dueAt: IsoTime,
  outcome: z.enum(APPEAL_OUTCOMES).nullable(),
  answer: z.string().nullable(),
  decidedAt: IsoTime.nullable(),
})
export type Appeal = z.infer<typeof Appeal>

/** The same for admins. */
export const AdminAppeal = Appeal.extend({
  _id: Id,
  from: z.enum(APPEAL_SIDES),
  gameId: Id.nullable().describe('None for a decision about a profile'),
  title: z.string(),
  developer: z
    .object({ _id: Id, name: z.string() })
    .nullable()
    .describe('None for an appeal by who wrote a review: nobody is told who that is'),
  decision: DecisionShown.extend({ by: z.string() }),
  alike: z
    .number()
    .int()
    .describe('Other open appeals by writers about the same days of reviews, which get the same answer'),
  isOwn: z.boolean().describe('Whether the caller made the decision: then somebody else answers'),
  mayAnswer: z.boolean(),
})
export type AdminAppeal = z.infer<typeof AdminAppeal>

/** The text of an appeal. */
export const appealText = writtenText({
  min: APPEAL_TEXT_MIN,
  tooShort: APPEAL_TEXT_MISSING,
  max: APPEAL_TEXT_MAX,
})

export const moderationCalls = {
  'GET /api/admin/approvals': {
    summary: 'Games to look at, what is due first first; not those of the caller',
    access: 'admin',
    query: z.object({
      state: z.enum(REVIEW_STATES).default('waiting'),
      after: PageCursor,
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    response: z.array(Approval),
  },
  'GET /api/admin/approvals/figures': {
    summary: 'How many games wait, and how long answers took',
    access: 'admin',
    response: ApprovalFigures,
  },
  'GET /api/admin/approvals/:id': {
    summary: 'A game to look at, with what changed and what a decision would do',
    access: 'admin',
    params: WithId,
    response: ApprovalDetail,
  },
  'POST /api/admin/approvals/:id/claim': {
    summary: 'Hold a review, or go on holding it; 409 when another admin does',
    access: 'admin',
    params: WithId,
    body: z.object({ takeOver: z.boolean().describe('Also from another admin') }),
    response: Approval,
  },
  'DELETE /api/admin/approvals/:id/claim': {
    summary: 'Release a review',
    access: 'admin',
    params: WithId,
    response: Done,
  },
  'POST /api/admin/approvals/:id/decision': {
    summary: 'Decide about the revision that the caller looked at; the developer gets the reasons by email',
    access: 'admin',
    params: WithId,
    body: NewDecision,
    response: Done,
  },
  'GET /api/decisions/:id': {
    summary: 'A decision, for the developer or the writer of a review it is about, and for admins',
    access: 'signed-in',
    anonymous: true, // whose decision about a review it is says who wrote that
    params: WithId,
    response: DecisionShown.extend({
      gameId: Id.nullable().describe('None for a decision about a profile'),
      title: z.string(),
      appealUntil: IsoTime.nullable().describe('Until when it can be appealed; null when it cannot'),
      answerHours: z.number().int().describe('Within how many hours an appeal is answered'),
      appeal: Appeal.nullable(),
      strikes: z.array(Strike).describe('All that count against the developer now'),
    }),
  },
  'POST /api/decisions/:id/appeal': {
    summary:
      'Appeal a decision about a game or a review of one’s own, within six months; a decision is appealed once',
    access: 'signed-in',
    anonymous: true,
    limit: 'contact',
    params: WithId,
    body: z.object({ text: appealText }),
    response: Done,
  },
  'GET /api/admin/appeals': {
    summary: 'Appeals against decisions, what is due first first',
    access: 'admin',
    query: z.object({
      state: z.enum(APPEAL_STATES).default('open'),
      after: PageCursor,
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    response: z.array(AdminAppeal),
  },
  'POST /api/admin/appeals/:id/decision': {
    summary: 'Answer an appeal: keep the decision, or take it back with all that it did',
    access: 'admin',
    params: WithId,
    body: z.object({
      outcome: z.enum(APPEAL_OUTCOMES),
      answer: writtenText({ min: DECISION_TEXT_MIN, tooShort: APPEAL_ANSWER_MISSING, max: APPEAL_TEXT_MAX }),
    }),
    response: Done,
  },
} satisfies CallTable
