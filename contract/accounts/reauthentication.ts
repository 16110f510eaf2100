import { z } from 'zod'
import { type CallTable, Done } from '../call.ts'
import { TEXT } from './account-rules.ts'
import { Assertion, SignInOptions } from './passkeys.ts'
import { PASSWORD_MAX } from './password.ts'
import { Code } from './second-factor.ts'

/** How a session becomes fresh again, for the calls that require it. */
export const reauthenticationCalls = {
  'GET /api/reauthentication': {
    summary: 'What the caller can prove by who they are, beside the password',
    access: 'signed-in',
    whileClosing: true,
    response: z.object({
      needsCode: z.boolean().describe('The password counts with a code of the second factor alone'),
      hasPasskey: z.boolean(),
    }),
  },
  'POST /api/reauthentication': {
    summary:
      'Prove it by the password, and a code where there is a second factor; holds for ten minutes in this session',
    access: 'signed-in',
    whileClosing: true,
    limit: 'password',
    body: z.object({
      password: z.string(TEXT.passwordCurrent).min(1, TEXT.passwordCurrent).max(PASSWORD_MAX, TEXT.tooLong),
      code: Code.optional(),
    }),
    response: Done,
  },
  'POST /api/reauthentication/passkey/options': {
    summary: 'What the browser asks for a passkey by, for this session',
    access: 'signed-in',
    whileClosing: true,
    limit: 'passkey',
    response: SignInOptions,
  },
  'POST /api/reauthentication/passkey': {
    summary: 'Prove it by a passkey of the account',
    access: 'signed-in',
    whileClosing: true,
    limit: 'passkey',
    body: Assertion,
    response: Done,
  },
} satisfies CallTable
