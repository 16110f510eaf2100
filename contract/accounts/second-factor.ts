import { z } from 'zod'
import { type CallTable, Done, Id, IsoTime } from '../call.ts'
import { TEXT } from './account-rules.ts'
import { SignedIn } from './accounts.ts'
import { PASSWORD_MAX } from './password.ts'
import { appCodeProblem, codeProblem, normalCode } from './second-factor-rules.ts'

const CODE_MAX = 40

const ruled = (problem: (typed: string) => string | null) =>
  z
    .string()
    .max(CODE_MAX)
    .superRefine((typed, context) => {
      const message = problem(typed)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .transform(normalCode)

export const Code = ruled(codeProblem).describe('Of the app, or a recovery code')
const Password = z.string(TEXT.passwordCurrent).min(1, TEXT.passwordCurrent).max(PASSWORD_MAX, TEXT.tooLong)

/** The second factor of an account. */
export const SecondFactor = z.object({
  since: IsoTime.nullable().describe('Null while it is off'),
  recoveryCodesLeft: z.number().int(),
  removedAt: IsoTime.nullable().describe('When it is removed, because somebody said that it was lost'),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** A browser that skips the code. */
export const RememberedDevice = z.object({
  _id: Id,
  browser: z.string().describe('Such as "Firefox on Windows"; empty when unknown'),
  createdAt: IsoTime,
  endsAt: IsoTime,
})
export type RememberedDevice = z.infer<typeof RememberedDevice>

const Token = z.object({ token: z.string().max(300) })
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).describe('Told this once') })

export const secondFactorCalls = {
  'POST /api/login/second-factor': {
    summary: 'The second factor of the log-in that this browser began; the cookie of the first step names it',
    access: 'anyone',
    limit: 'login',
    body: z.object({
      code: Code,
      remember: z
        .boolean()
        .default(false)
        .describe('Ask for no code in this browser for 30 days; never holds for admins'),
    }),
    response: SignedIn,
  },
  'POST /api/login/second-factor/lost': {
    summary:
      'Mail a link by which the second factor of the log-in that this browser began is removed, for who lost app and recovery codes',
    access: 'anyone',
    limit: 'forgot',
    response: Done,
  },
  'POST /api/second-factor/removal': {
    summary:
      'Have the second factor removed in some days, by the token that was mailed; each day a mail tells',
    access: 'anyone',
    limit: 'forgot',
    body: Token,
    response: z.object({ removedAt: IsoTime }),
  },
  'POST /api/second-factor/removal/stop': {
    summary: 'Keep the second factor, by the token of a mail that told of its removal',
    access: 'anyone',
    limit: 'forgot',
    body: Token,
    response: Done,
  },
  'DELETE /api/second-factor/removal': {
    summary: "Keep the caller's second factor",
    access: 'signed-in',
    fresh: true,
    response: Done,
  },
  'GET /api/second-factor': {
    summary: "The caller's second factor",
    access: 'signed-in',
    response: SecondFactor,
  },
  'GET /api/remembered-devices': {
    summary: 'Where the caller is not asked for a code, the newest first',
    access: 'signed-in',
    response: z.array(RememberedDevice),
  },
  'DELETE /api/remembered-devices/:id': {
    summary: 'Ask for a code there again',
    access: 'signed-in',
    params: z.object({ id: Id }),
    response: Done,
  },
  'POST /api/second-factor/setup': {
    summary: 'A new secret for an authenticator app; counts once it is confirmed, within 10 minutes',
    access: 'signed-in',
    limit: 'password',
    body: z.object({
      password: Password,
      code: Code.optional().describe('Needed while a second factor is on, which this one replaces'),
    }),
    response: z.object({
      secret: z.string().describe('In Base32'),
      url: z.string().describe('`otpauth://…`, for a QR code'),
    }),
  },
  'POST /api/second-factor': {
    summary: 'Turn the second factor on by the first code of the new secret; emails a notice',
    access: 'signed-in',
    limit: 'password',
    body: z.object({ code: ruled(appCodeProblem) }),
    response: RecoveryCodes,
  },
  'DELETE /api/second-factor': {
    summary: 'Turn the second factor off; ends the other sessions and emails a notice',
    access: 'signed-in',
    limit: 'password',
    body: z.object({ password: Password, code: Code }),
    response: Done,
  },
  'POST /api/second-factor/recovery-codes': {
    summary: 'New recovery codes; the old ones end',
    access: 'signed-in',
    limit: 'password',
    body: z.object({ password: Password, code: Code }),
    response: RecoveryCodes,
  },
} satisfies CallTable
