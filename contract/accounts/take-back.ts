import { z } from 'zod'
import { type CallTable, Id, IsoTime } from '../call.ts'
import { Assertion } from './passkeys.ts'
import { Code } from './second-factor.ts'
import { RECENT_KEYS, type RecentKeyKind, TAKE_BACK_LINKS } from './take-back-rules.ts'

const LINK_OVER = 'This link no longer works.'
const link = {
  link: z.enum(TAKE_BACK_LINKS).describe('Which mail it stood in'),
  token: z.string(LINK_OVER).min(1, LINK_OVER).max(200, LINK_OVER),
}

export const RecentKey = z.object({
  _id: Id,
  kind: z.enum(Object.keys(RECENT_KEYS) as [RecentKeyKind, ...RecentKeyKind[]]), // these are all its keys
  name: z.string().describe('Its name, or the address in part; empty where it has none'),
  at: IsoTime,
  browser: z.string().describe('Such as "Firefox on Windows"; empty when unknown'),
  country: z.string().nullable().describe('Null when unknown'),
})
export type RecentKey = z.infer<typeof RecentKey>

const WaysToProve = z.object({ code: z.boolean(), passkey: z.boolean() })

/** Account recovery: how an owner gets an account back from a stranger, by the link of an email. */
export const takeBackCalls = {
  'POST /api/take-back/look': {
    summary:
      'What was added to an account in the last 30 days, by the token of a mailed link; changes nothing',
    access: 'anyone',
    limit: 'verify',
    body: z.object(link),
    response: z.object({
      username: z.string(),
      recent: z.array(RecentKey).describe('The newest first'),
      older: WaysToProve.describe('Of what is older than 30 days; one of them is needed, if there is one'),
      given: WaysToProve.describe('What else can be given, so that all is removed at once'),
      removedAt: IsoTime.nullable().describe(
        'When the older authenticator app and passkeys are removed as lost',
      ),
    }),
  },
  'POST /api/take-back': {
    summary:
      'Remove what was named, end every session and the password, in one transaction; answers the token for a new password',
    access: 'anyone',
    limit: 'verify',
    body: z.object({
      ...link,
      remove: z.array(Id).max(1_000),
      code: Code.optional(),
      passkey: Assertion.optional().describe('Its answer to a challenge of POST /api/login/passkey/options'),
    }),
    response: z.object({
      email: z.string(),
      resetToken: z.string(),
      removedAt: IsoTime.nullable().describe(
        'When the rest is removed that could not be given; it logs nobody in until then',
      ),
    }),
  },
  'POST /api/take-back/lost': {
    summary:
      'Have the older authenticator app and passkeys removed in seven days, because they are lost; the link holds until then and a week longer',
    access: 'anyone',
    limit: 'verify',
    body: z.object(link),
    response: z.object({ removedAt: IsoTime }),
  },
} satisfies CallTable
