import { z } from 'zod'
import { type CallTable, Done, Id, IsoTime } from '../call.ts'
import { ANSWER_MAX, ANSWER_MIN, ANSWER_MISSING } from '../reports/report-rules.ts'
import { writtenText } from '../text/written-text.ts'
import {
  DEED_TEXT_MIN,
  LINE_MAX,
  NOTICE_NUMBER,
  NOTICE_PART,
  NOTICE_PARTS_MAX,
  NOTICE_STATES,
  NOTICE_TEXT,
  TEXT_MAX,
} from './copyright-rules.ts'

const NoticeNumber = z.string().regex(NOTICE_NUMBER).describe('Such as `C-1001`')
const Line = writtenText({ max: LINE_MAX })
const Text = writtenText({ max: TEXT_MAX })

/** The contents of a notice by 17 USC 512(c)(3). */
const NoticeFields = z.object({
  works: Text.describe('The copyrighted work'),
  material: Text.describe('What is copied, and where it is'),
  address: Text,
  phone: Line,
  email: z.string().max(320),
  goodFaith: z.boolean().describe('The statement of good faith was made'),
  accurate: z.boolean().describe('The statement of accuracy and authority was made under penalty of perjury'),
  signature: Line.describe('The typed full name'),
})

/** The contents of a counter-notice by 17 USC 512(g)(3). */
const CounterFields = z.object({
  material: Text.describe('What was switched off, and where it was'),
  mistake: z.boolean().describe('The statement of mistake was made under penalty of perjury'),
  name: Line,
  address: Text,
  phone: Line,
  consent: z.boolean().describe('To the jurisdiction of a US federal court and to service of process'),
  signature: Line.describe('The typed full name'),
})

const NewCounter = CounterFields.extend({
  recipient: z.boolean().default(false).describe('The developer read who gets a copy'),
})

export const NewNotice = z.object({
  gameId: Id,
  parts: z
    .array(z.string().regex(NOTICE_PART))
    .min(1, NOTICE_TEXT.parts)
    .max(NOTICE_PARTS_MAX)
    .describe('What of the game, such as `screenshot-3`; `page` is all of it'),
  fields: NoticeFields,
})
export type NewNotice = z.infer<typeof NewNotice>

const Shown = z.object({
  number: NoticeNumber,
  gameId: Id,
  title: z.string().describe('Of the game, when the notice came'),
  named: z.array(z.string()).describe('What of it'),
  state: z.enum(NOTICE_STATES),
  acceptedAt: IsoTime.nullable(),
  restoreAt: IsoTime.nullable().describe('After a counter-notice, when everything comes back'),
  endedAt: IsoTime.nullable(),
})

/** A notice as the developer sees it, without the claimant's contact data. */
export const OwnNotice = Shown.extend({
  claimant: z.string().describe('The name: who gets a copy of a counter-notice'),
  claimantDomain: z.string().describe('Where their email address is; the address itself is not told'),
  statement: z.string(),
  counter: CounterFields.nullable(),
})
export type OwnNotice = z.infer<typeof OwnNotice>

/** A notice as admins list it. */
export const AdminNotice = Shown.extend({
  sentAt: IsoTime,
  dueAt: IsoTime,
  isComplete: z.boolean(),
  claimant: z.string(),
})
export type AdminNotice = z.infer<typeof AdminNotice>

export const AdminNoticeDetail = AdminNotice.extend({
  developerId: Id,
  fields: NoticeFields,
  cameByMail: z.boolean(),
  isConfirmed: z.boolean().describe('False of one that came before claimants confirmed their address'),
  statement: z.string().nullable(),
  counter: CounterFields.nullable(),
  counteredAt: IsoTime.nullable(),
  court: z
    .object({
      reference: z.string(),
      filedOn: z.string(),
      hasDocument: z.boolean().describe('False of what an earlier release noted'),
    })
    .nullable(),
})
export type AdminNoticeDetail = z.infer<typeof AdminNoticeDetail>

const Reason = writtenText({
  min: DEED_TEXT_MIN,
  tooShort: `Write at least ${DEED_TEXT_MIN} characters.`,
  max: TEXT_MAX,
})

export const NoticeDecision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accept') }).describe('Switches off what a complete notice names'),
  z
    .object({
      kind: z.literal('return'),
      text: writtenText({ min: ANSWER_MIN, tooShort: ANSWER_MISSING, max: ANSWER_MAX }),
    })
    .describe('Tells the claimant what is missing; hides nothing'),
  z
    .object({ kind: z.literal('end'), text: Reason })
    .describe('Withdrawn, or decided for the developer: brings back what is off'),
  z
    .object({ kind: z.literal('forward') })
    .describe('Sends a counter-notice to the claimant, with the contact data in it'),
  z
    .object({
      kind: z.literal('return_counter'),
      text: writtenText({ min: ANSWER_MIN, tooShort: ANSWER_MISSING, max: ANSWER_MAX }),
    })
    .describe('Gives a counter-notice back to the developer, who can send another'),
])
export type NoticeDecision = z.infer<typeof NoticeDecision>

const WithNumber = z.object({ number: NoticeNumber })

export const copyrightCalls = {
  'POST /api/copyright/notices': {
    summary:
      'Send a copyright notice about a game; without an account it waits until the mailed link is confirmed, and it hides nothing before it is accepted',
    access: 'anyone',
    limit: 'report',
    body: NewNotice,
    response: WithNumber.extend({
      confirm: z.boolean().describe('Whether a link was mailed that has to be opened first'),
    }),
  },
  'POST /api/copyright/withdraw': {
    summary: 'Withdraw a notice by the mailed link; a second time changes nothing',
    access: 'anyone',
    limit: 'verify',
    body: z.object({ token: z.string().max(200) }),
    response: WithNumber,
  },
  'GET /api/copyright/notices/:number': {
    summary: 'An accepted notice about a game of one’s own',
    access: 'developer',
    params: WithNumber,
    response: OwnNotice,
  },
  'POST /api/copyright/notices/:number/counter': {
    summary:
      'Send a counter-notice; once an admin has looked, the claimant gets a copy with the contact data in it',
    access: 'developer',
    limit: 'contact',
    params: WithNumber,
    body: NewCounter,
    response: Done,
  },
  'GET /api/admin/copyright': {
    summary: 'Up to 200 copyright notices: those to decide by when they are due, then those that stand',
    access: 'admin',
    query: z.object({ state: z.enum(['open', 'closed']).default('open') }),
    response: z.array(AdminNotice),
  },
  'POST /api/admin/copyright': {
    summary: 'Enter a notice that came by mail; it may lack something',
    access: 'admin',
    body: NewNotice,
    response: WithNumber,
  },
  'GET /api/admin/copyright/:number': {
    summary: 'A copyright notice with all its fields',
    access: 'admin',
    params: WithNumber,
    response: AdminNoticeDetail,
  },
  'POST /api/admin/copyright/:number/decision': {
    summary: 'Accept a notice, answer what it lacks, or end it; send a counter-notice on, or give it back',
    access: 'admin',
    params: WithNumber,
    body: NoticeDecision,
    response: Done,
  },
  'POST /api/admin/copyright/:number/court': {
    summary:
      'Note a court action with its `document`, a PDF or picture of up to 10 MB: what is off stays off',
    access: 'admin',
    params: WithNumber,
    form: z.object({
      text: Reason.describe('Court and number of the action'),
      filedOn: z.iso.date(),
    }),
    response: Done,
  },
  'POST /api/admin/copyright/:number/court/document': {
    summary:
      'An address of the document of a court action, for a minute; each time is written to the audit log',
    access: 'admin',
    fresh: true,
    params: WithNumber,
    response: z.object({ downloadUrl: z.string() }),
  },
} satisfies CallTable
