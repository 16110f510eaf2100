import { z } from 'zod'
import { type CallTable, Done, IsoTime } from '../call.ts'
import { emailProblem, normalEmail, TEXT } from './account-rules.ts'
import { PASSWORD_MAX } from './password.ts'

const LINK_OVER = 'This link no longer works.'
const Token = z.string(LINK_OVER).min(1, LINK_OVER).max(200, LINK_OVER)

export const emailChangeCalls = {
  'GET /api/email-change': {
    summary: 'The change of the email address that waits for its link; null when there is none',
    access: 'signed-in',
    response: z.object({ pending: z.object({ email: z.string(), expiresAt: IsoTime }).nullable() }),
  },
  'POST /api/email-change': {
    summary:
      'Ask for another email address: emails a link to it, the same for every address. Nothing changes before it is used',
    access: 'signed-in',
    limit: 'password',
    body: z.object({
      email: z
        .string(TEXT.emailMissing)
        .superRefine((value, context) => {
          const problem = emailProblem(value)
          if (problem) context.addIssue({ code: 'custom', message: problem })
        })
        .transform(normalEmail),
      password: z.string(TEXT.passwordCurrent).min(1, TEXT.passwordCurrent).max(PASSWORD_MAX, TEXT.tooLong),
    }),
    response: Done,
  },
  'DELETE /api/email-change': {
    summary: 'Call off the change that waits; its link is void',
    access: 'signed-in',
    response: Done,
  },
  'POST /api/email-change/confirm': {
    summary:
      'Change the address by the token that was mailed to the new one; tells the old one, with a link to undo it',
    access: 'anyone',
    limit: 'verify',
    body: z.object({ token: Token }),
    response: z.object({ email: z.string() }),
  },
} satisfies CallTable
