import { z } from 'zod'
import { type CallTable, Id, IsoTime } from './call.ts'
import {
  REPORT_CATEGORIES,
  REPORT_STATES,
  REPORT_SUBJECTS,
  REPORT_TEXT_MAX,
  REPORTED_FOR,
  REPORTED_PART,
  SIGNATURE_MAX,
} from './report-rules.ts'

const ReportNumber = z.string().describe('Such as `R-4821`')

export const NewReport = z.object({
  subject: z.enum(REPORT_SUBJECTS),
  id: Id.describe("The game's or the developer's"),
  part: z.string().regex(REPORTED_PART).describe('What of it, such as `screenshot-3`'),
  category: z.enum(REPORT_CATEGORIES),
  text: z.string().max(REPORT_TEXT_MAX + 100),
  reportedFor: z.enum(REPORTED_FOR).default('myself'),
  email: z.string().max(320).default('').describe('Of somebody without an account'),
  signature: z
    .string()
    .max(SIGNATURE_MAX + 1)
    .default('')
    .describe('A typed name, for `real-person`'),
})
export type NewReport = z.infer<typeof NewReport>

/** A report as the one who sent it sees it. */
export const OwnReport = z.object({
  number: ReportNumber,
  category: z.enum(REPORT_CATEGORIES),
  title: z.string().describe('Of the game or profile, when it was reported'),
  part: z.string(),
  text: z.string(),
  createdAt: IsoTime,
  state: z.enum(REPORT_STATES),
  answer: z.string().nullable().describe('What was decided and why'),
})
export type OwnReport = z.infer<typeof OwnReport>

export const reportCalls = {
  'POST /api/reports': {
    summary: 'Report a game or a developer; without an account it counts once the mailed link is opened',
    access: 'anyone',
    limit: 'report',
    body: NewReport,
    answer: z.object({
      number: ReportNumber,
      confirm: z.boolean().describe('Whether a link was mailed that has to be opened first'),
    }),
  },
  'POST /api/reports/confirm': {
    summary: 'Confirm a report by the link that was mailed; a second time changes nothing',
    access: 'anyone',
    limit: 'verify',
    body: z.object({ token: z.string().max(200) }),
    answer: z.object({ number: ReportNumber }),
  },
  'GET /api/reports/mine': {
    summary: "The caller's last 100 reports, newest first",
    access: 'signed-in',
    answer: z.array(OwnReport),
  },
} satisfies CallTable
export type ReportAnswer = z.infer<(typeof reportCalls)['POST /api/reports']['answer']>
