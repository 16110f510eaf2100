import { z } from 'zod'
import { EXCLUDED_TAG_LENGTH_MAX, EXCLUDED_TAGS_MAX } from '../authoring/tag-list.ts'
import { type CallTable, Done, Id, IsoTime } from '../call.ts'
import { CONTENT_CHOICES } from '../catalog/content-choice.ts'
import { NEWS_SETTINGS_PAGES } from '../news/news-rules.ts'
import { ROLES } from '../role.ts'
import { plainCode } from '../text/plain-code.ts'
import { writtenText } from '../text/written-text.ts'
import {
  emailProblem,
  isCode,
  loginProblem,
  normalEmail,
  passwordProblem,
  TEXT,
  usernameProblem,
} from './account-rules.ts'
import { PASSWORD_MAX } from './password.ts'

const ruled = (rule: (value: string) => string | null, missing?: string) =>
  z.string(missing ?? rule('') ?? undefined).superRefine((value, context) => {
    const problem = rule(value)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

const Email = ruled(emailProblem).transform(normalEmail)
const Password = ruled(passwordProblem)

/** The user's data in a signed-in browser (requirements 3.10). */
export const SessionUser = z.object({
  _id: Id,
  username: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  createdAt: IsoTime,
  purchases: z.array(Id).describe('Ids of the games whose base is owned'),
  notifyPurchases: z.boolean(),
  notifyUpdates: z.boolean(),
  contentChoice: z
    .enum(CONTENT_CHOICES)
    .nullable()
    .describe('What is seen of NSFW games; null: never chosen'),
  excludedTags: z.array(z.string()).describe('Left out of lists, unless a list is asked for with other tags'),
})
export type SessionUser = z.infer<typeof SessionUser>

/** A browser where the user is signed in. */
export const OpenSession = z.object({
  _id: Id,
  browser: z.string().describe('Such as "Firefox on Windows"; empty when unknown'),
  createdAt: IsoTime,
  lastUsedAt: IsoTime,
  current: z.boolean().describe('The one that asks'),
})
export type OpenSession = z.infer<typeof OpenSession>

/** The data that opens a session in this browser; the refresh token is a cookie. */
export const SignedIn = z.object({
  accessToken: z.string(),
  user: z.object({ id: Id, username: z.string(), email: z.string(), role: z.enum(ROLES) }),
})

const Seconds = z.number().int().describe('Until another code can be asked for')
const CodeMailed = Done.extend({ resendSeconds: Seconds })

export const accountCalls = {
  'POST /api/register-start': {
    summary: 'Start a registration, bound to this browser by a cookie: emails a 6-digit code',
    access: 'anyone',
    limit: 'register',
    body: z.object({
      username: ruled(usernameProblem),
      email: Email,
      password: Password,
      notifyPurchases: z.boolean().default(true),
      notifyUpdates: z.boolean().default(false),
    }),
    response: CodeMailed,
  },
  'GET /api/registration': {
    summary: "This browser's registration that waits for its code, by the cookie; null when there is none",
    access: 'anyone',
    response: z.object({
      registration: z.object({ email: z.string(), username: z.string(), resendSeconds: Seconds }).nullable(),
    }),
  },
  'POST /api/verify-email': {
    summary: 'Confirm an email address by the emailed code; makes the account and opens a session',
    access: 'anyone',
    limit: 'verify',
    body: z.object({
      email: Email,
      code: z
        .string(TEXT.codeMissing)
        .refine((typed) => isCode(plainCode(typed)), TEXT.codeMissing)
        .transform(plainCode),
      password: z
        .string()
        .min(1, TEXT.passwordNeeded)
        .max(PASSWORD_MAX, TEXT.tooLong)
        .optional()
        .describe("The registration's; needed in a browser that did not begin it (403 `password_needed`)"),
      username: ruled(usernameProblem).optional().describe('Another one, after 409 `username_taken`'),
    }),
    response: SignedIn,
  },
  'POST /api/verify-resend': {
    summary: 'Mail a new code',
    access: 'anyone',
    limit: 'verify',
    body: z.object({ email: Email }),
    response: CodeMailed,
  },
  'POST /api/login': {
    summary: 'Log in by email or username',
    access: 'anyone',
    limit: 'login',
    body: z
      .object({ email: z.string(TEXT.fillBoth), password: z.string(TEXT.fillBoth) })
      .superRefine((login, context) => {
        const problem = loginProblem(login)
        if (problem) context.addIssue({ code: 'custom', message: problem })
      }),
    response: SignedIn,
  },
  'POST /api/refresh': {
    summary: 'A new access token for the refresh cookie',
    access: 'refresh',
    limit: 'refresh',
    response: z.object({ accessToken: z.string() }),
  },
  'POST /api/logout': {
    summary: 'End the session of the refresh cookie',
    access: 'refresh',
    limit: 'refresh',
    response: Done,
  },
  'POST /api/forgot-password': {
    summary: 'Mail a link that sets a new password',
    access: 'anyone',
    limit: 'forgot',
    body: z.object({ email: Email }),
    response: z.object({ message: z.string() }),
  },
  'POST /api/reset-password': {
    summary: 'Set a new password by the token of an emailed link; ends every session',
    access: 'anyone',
    limit: 'verify',
    body: z.object({
      token: z.string(TEXT.resetInvalid).min(1, TEXT.resetInvalid).max(200, TEXT.resetInvalid),
      password: Password,
    }),
    response: Done,
  },
  'GET /api/whoami': {
    summary: 'The signed-in user',
    access: 'signed-in',
    whileClosing: true,
    response: SessionUser,
  },
  'PUT /api/settings': {
    summary: 'Which emails the user wants, and what of the catalog; what is not named stays as it is',
    access: 'signed-in',
    body: z
      .object({
        notifyPurchases: z.boolean(),
        notifyUpdates: z.boolean(),
        contentChoice: z.enum(CONTENT_CHOICES),
        excludedTags: z
          .array(writtenText({ min: 1, max: EXCLUDED_TAG_LENGTH_MAX }).regex(/^[^,]*$/))
          .max(EXCLUDED_TAGS_MAX),
      })
      .partial()
      .extend({
        page: z.enum(NEWS_SETTINGS_PAGES).default('/settings').describe('Where it was changed'),
      }),
    response: z.object({ user: SessionUser }),
  },
  'PUT /api/password': {
    summary: 'Set a new password by the old one; ends the other sessions and emails a notice',
    access: 'signed-in',
    limit: 'password',
    body: z.object({
      password: z.string(TEXT.fillBoth).min(1, TEXT.fillBoth).max(PASSWORD_MAX, TEXT.tooLong),
      newPassword: Password,
    }),
    response: Done,
  },
  'GET /api/sessions': {
    summary: "The user's living sessions, the last used first",
    access: 'signed-in',
    response: z.array(OpenSession),
  },
  'DELETE /api/sessions/:id': {
    summary: 'End one session',
    access: 'signed-in',
    params: z.object({ id: Id }),
    response: Done,
  },
  'DELETE /api/sessions': {
    summary: 'End every session, this one too',
    access: 'signed-in',
    fresh: true,
    response: Done,
  },
} satisfies CallTable
