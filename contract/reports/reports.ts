import { z } from 'zod'
import { reasonText } from '../admin/reason-text.ts'
import { type CallTable, Done, Id, IsoTime } from '../call.ts'
import {
  Appeal,
  Asset,
  appealText,
  DecisionEffects,
  decisionReasons,
  Rule,
  requireReasons,
} from '../moderation/moderation.ts'
import { unitsMax } from '../text/text-length.ts'
import { writtenText } from '../text/written-text.ts'
import {
  ANSWER_MAX,
  ANSWER_MIN,
  ANSWER_MISSING,
  AUTHORITY_MAX,
  AUTHORITY_TEXT,
  REPORT_CATEGORIES,
  REPORT_DECISIONS,
  REPORT_PICTURES_MAX,
  REPORT_STATES,
  REPORT_SUBJECTS,
  REPORT_TEXT_MAX,
  REPORTED_FOR,
  REPORTED_PART,
  SEALED_STATES,
  SIGNATURE_MAX,
} from './report-rules.ts'

const ReportNumber = z.string().describe('Such as `R-4821`')

export const NewReport = z.object({
  subject: z.enum(REPORT_SUBJECTS),
  id: Id.describe("The game's, the developer's or the review's"),
  part: z.string().regex(REPORTED_PART).describe('What of it, such as `screenshot-3`'),
  category: z.enum(REPORT_CATEGORIES),
  text: z.string().max(unitsMax(REPORT_TEXT_MAX)),
  reportedFor: z.enum(REPORTED_FOR).default('myself'),
  email: z.string().max(320).default('').describe('Of somebody without an account'),
  signature: z.string().max(unitsMax(SIGNATURE_MAX)).default('').describe('A typed name, for `real-person`'),
})
export type NewReport = z.infer<typeof NewReport>

/** A report as its sender sees it. */
export const OwnReport = z.object({
  number: ReportNumber,
  category: z.enum(REPORT_CATEGORIES),
  subject: z.enum(REPORT_SUBJECTS),
  title: z.string().describe('Of the game or profile, when it was reported'),
  part: z.string(),
  text: z.string(),
  createdAt: IsoTime,
  state: z.enum(REPORT_STATES),
  answer: z.string().nullable().describe('What was decided and why'),
  unfounded: z.string().nullable().describe('Why it was called unfounded; null when it was not'),
  appealUntil: IsoTime.nullable().describe('Until when the decision can be appealed; null when it cannot'),
  appeal: Appeal.nullable(),
})
export type OwnReport = z.infer<typeof OwnReport>

/** A case as admins list it. */
export const AdminCase = z.object({
  _id: Id,
  subject: z.enum(REPORT_SUBJECTS),
  subjectId: Id,
  title: z.string().describe('As it was when it was reported'),
  part: z.string(),
  category: z.enum(REPORT_CATEGORIES),
  reports: z.number().int(),
  isHeld: z.boolean().describe('Whether its game is hidden until this is decided'),
  isAlarm: z.boolean().describe('Admins were alerted: somebody has to look within 2 hours'),
  openedAt: IsoTime,
  dueAt: IsoTime.describe('The first look, and after that the decision'),
  isLookedAt: z.boolean(),
  closedAt: IsoTime.nullable(),
  outcome: z.enum(['acted', 'left']).nullable(),
})
export type AdminCase = z.infer<typeof AdminCase>

const Deed = z.object({ by: z.string().describe('An admin’s username'), at: IsoTime })

/** A game that was sealed as illegal, and the state of its bytes. */
export const SealedGame = z.object({
  gameId: Id,
  title: z.string(),
  sealedAt: IsoTime,
  cases: z.array(z.object({ _id: Id, category: z.enum(REPORT_CATEGORIES), part: z.string() })),
  state: z.enum(SEALED_STATES),
  reportTo: z.string().describe('The authority that the owner reports to'),
  report: z
    .object({ authority: z.string(), reference: z.string(), reportedOn: z.iso.date() })
    .nullable()
    .describe('To the authority'),
  keptUntil: IsoTime.nullable().describe('Not before then it can be destroyed; null before it is reported'),
  legalHold: z.string().nullable().describe('Why it is kept longer'),
  proposed: Deed.nullable(),
  confirmed: Deed.nullable(),
  singleAdmin: z.boolean().describe('Whether one admin did both, in a store that has no other'),
  mayConfirm: z.boolean().describe('Whether the caller may confirm what was proposed'),
  destroyedAt: IsoTime.nullable(),
})
export type SealedGame = z.infer<typeof SealedGame>

export const AdminCaseDetail = AdminCase.extend({
  developerId: Id.nullable().describe('None for a review: who wrote it is asked for by itself'),
  gameId: Id.nullable().describe('Of the reported review'),
  isGone: z.boolean().describe('Whether what was reported was deleted since'),
  revision: z.string().describe('Changes with the game, profile or review'),
  assets: z.array(Asset).describe('What a decision can be about, the reported part first'),
  rules: z.array(Rule),
  effects: DecisionEffects,
  decisionId: Id.nullable().describe('Of the last decision'),
  sealed: SealedGame.nullable().describe('For who runs the safety queue'),
  answer: z.string().nullable(),
  note: z.string().nullable(),
  said: z.array(
    z.object({
      number: ReportNumber,
      text: z.string(),
      email: z.string().nullable(),
      signature: z.string().nullable(),
      reportedFor: z.enum(REPORTED_FOR),
      isConfirmed: z.boolean(),
      pictures: z.array(Id).describe('That came with it'),
      unfounded: z.string().nullable().describe('Why an admin called it unfounded'),
      createdAt: IsoTime,
    }),
  ),
})
export type AdminCaseDetail = z.infer<typeof AdminCaseDetail>

/** The reported part at the time of the report. */
export const ReportEvidence = z.object({
  text: z.string().nullable(),
  file: z.object({ name: z.string(), sha256: z.string().nullable() }).nullable(),
  pictures: z.array(z.string()).describe('Small and gray, as data addresses'),
  lost: z.number().int().describe('Pictures whose bytes are gone'),
  otherTexts: z
    .array(z.string())
    .describe('Of a review: what it says today, and what it said before, newest first'),
})
export type ReportEvidence = z.infer<typeof ReportEvidence>

/** Who wrote a reported review. */
export const ReviewWriter = z.object({ _id: Id, username: z.string() })
export type ReviewWriter = z.infer<typeof ReviewWriter>

export const ReportSummary = z.object({
  seesSafety: z.boolean().describe('Whether the caller runs the safety queue'),
  safety: z.number().int().describe('Open cases of the safety queue'),
  categories: z.array(
    z.object({
      category: z.enum(REPORT_CATEGORIES),
      open: z.number().int(),
      overdue: z.number().int(),
      upheldPercent: z.number().int().nullable(),
      medianHours: z.number().int().nullable(),
    }),
  ),
})
export type ReportSummary = z.infer<typeof ReportSummary>

export const ReportDecision = z
  .object({
    kind: z.enum(REPORT_DECISIONS),
    ...decisionReasons,
    answer: writtenText({ min: ANSWER_MIN, tooShort: ANSWER_MISSING, max: ANSWER_MAX }).describe(
      'To reporters and, when something is restricted, to the developer',
    ),
    note: writtenText({ max: ANSWER_MAX }).default('').describe('For admins alone'),
    revision: z.string().max(100).describe('What the caller looked at; 409 when it changed since'),
  })
  .superRefine(requireReasons)
export type ReportDecision = z.infer<typeof ReportDecision>

export const UnfoundedReport = z.object({
  number: ReportNumber.max(20),
  reason: reasonText.describe('The reporter reads it too'),
})
export type UnfoundedReport = z.infer<typeof UnfoundedReport>

export const AuthorityReport = z.object({
  authority: writtenText({ min: 1, tooShort: AUTHORITY_TEXT.authority, max: AUTHORITY_MAX }),
  reference: writtenText({ min: 1, tooShort: AUTHORITY_TEXT.reference, max: AUTHORITY_MAX }),
  reportedOn: z.iso.date(AUTHORITY_TEXT.reportedOn),
})
export type AuthorityReport = z.infer<typeof AuthorityReport>

const WithId = z.object({ id: Id })
const OfGame = z.object({ gameId: Id })

export const reportCalls = {
  'GET /api/admin/reports': {
    summary:
      'Up to 200 cases, the most urgent or the newest first; those of the safety queue for who runs it',
    access: 'admin',
    query: z.object({
      state: z.enum(['open', 'closed']).default('open'),
      subject: z.enum(REPORT_SUBJECTS).optional().describe('Only those about reviews, for example'),
    }),
    response: z.array(AdminCase),
  },
  'GET /api/admin/reports/summary': {
    summary: 'How much is open and overdue, how often reports were right, and how long decisions took',
    access: 'admin',
    response: ReportSummary,
  },
  'GET /api/admin/reports/:id': {
    summary: 'A case with what its reporters wrote',
    access: 'admin',
    params: WithId,
    response: AdminCaseDetail,
  },
  'POST /api/admin/reports/:id/evidence': {
    summary: 'See what was reported; each time is written to the audit log',
    access: 'admin',
    fresh: true,
    params: WithId,
    response: ReportEvidence,
  },
  'POST /api/admin/reports/:id/pictures/:pictureId': {
    summary: 'See a picture that came with a report; each time is written to the audit log',
    access: 'admin',
    fresh: true,
    params: WithId.extend({ pictureId: Id }),
    response: z.object({ picture: z.string().describe('A data address') }),
  },
  'POST /api/admin/reports/:id/writer': {
    summary:
      'See who wrote the reported review, while its case is open; each time is written to the audit log',
    access: 'admin',
    fresh: true,
    params: WithId,
    response: ReviewWriter,
  },
  'POST /api/admin/reports/:id/decision': {
    summary: 'Decide a case; ends its hold and emails all whom it concerns',
    access: 'admin',
    params: WithId,
    body: ReportDecision,
    response: Done,
  },
  'POST /api/admin/reports/:id/unfounded': {
    summary:
      'Mark a report of a case that changed nothing as unfounded; many warn its sender, then pause them',
    access: 'admin',
    params: WithId,
    body: UnfoundedReport,
    response: Done,
  },
  'GET /api/admin/sealed': {
    summary: 'Games that were sealed as illegal, what is to be done first; for who runs the safety queue',
    access: 'admin',
    response: z.array(SealedGame),
  },
  'PUT /api/admin/sealed/:gameId/authority-report': {
    summary: 'Note that a sealed game was reported to an authority; begins its year',
    access: 'admin',
    params: OfGame,
    body: AuthorityReport,
    response: Done,
  },
  'PUT /api/admin/sealed/:gameId/legal-hold': {
    summary: 'Keep a sealed game longer because an authority or court asks for it, or no longer',
    access: 'admin',
    params: OfGame,
    body: z.object({
      held: z.boolean(),
      reason: reasonText,
    }),
    response: Done,
  },
  'POST /api/admin/sealed/:gameId/destruction': {
    summary: 'Propose that the files and pictures of a sealed game are destroyed, once its year is over',
    access: 'admin',
    fresh: true,
    params: OfGame,
    response: Done,
  },
  'POST /api/admin/sealed/:gameId/destruction/confirm': {
    summary: 'Confirm what another admin proposed: files and pictures are destroyed, their hashes stay',
    access: 'admin',
    fresh: true,
    params: OfGame,
    response: Done,
  },
  'PUT /api/admin/users/:id/safety': {
    summary: 'Give an admin the safety queue, or take it away; for who runs it',
    access: 'admin',
    fresh: true,
    params: WithId,
    body: z.object({
      safety: z.boolean(),
      reason: reasonText,
    }),
    response: Done,
  },
  'POST /api/reports': {
    summary:
      'Report a game, a developer or a review; a form may bring up to 5 `pictures`; without an account it counts once the mailed link is opened',
    access: 'anyone',
    limit: 'report',
    body: NewReport,
    form: NewReport,
    filesMax: REPORT_PICTURES_MAX,
    response: z.object({
      number: ReportNumber,
      confirm: z.boolean().describe('Whether a link was mailed that has to be opened first'),
    }),
  },
  'POST /api/reports/:number/appeal': {
    summary: 'Appeal what was decided about a report of one’s own, or one whose mailed link is at hand',
    access: 'anyone',
    limit: 'contact',
    params: z.object({ number: ReportNumber.max(20) }),
    body: z.object({
      text: appealText,
      token: z.string().max(200).default('').describe('Of the mailed link'),
    }),
    response: Done,
  },
  'GET /api/reports/mine': {
    summary: "The caller's last 100 reports, newest first",
    access: 'signed-in',
    response: z.array(OwnReport),
  },
} satisfies CallTable
export type ReportAnswer = z.infer<(typeof reportCalls)['POST /api/reports']['response']>
