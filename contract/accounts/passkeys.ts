import { z } from 'zod'
import { type CallTable, Done, Id, IsoTime } from '../call.ts'
import { ruledText } from '../text/written-text.ts'
import { SignedIn } from './accounts.ts'
import { newPasskeyNameProblem, passkeyNameProblem } from './passkey-rules.ts'

/** Longer than any authenticator's response without an attestation. */
const BINARY_MAX = 20_000
const Binary = z
  .string()
  .max(BINARY_MAX)
  .regex(/^[\w-]*$/)
  .describe('In base64url')

const Credential = z.object({ id: Binary, type: z.literal('public-key') })

/** The options for `navigator.credentials.create`. */
const RegistrationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number().describe('In milliseconds'),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(Credential.extend({ transports: z.array(z.string()) })),
})
export type RegistrationOptions = z.infer<typeof RegistrationOptions>

/** The options for `navigator.credentials.get`. They name no credential: that would reveal who has an account. */
export const SignInOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().describe('In milliseconds'),
  userVerification: z.literal('required'),
})
export type SignInOptions = z.infer<typeof SignInOptions>

const answerOf = <Shape extends z.ZodRawShape>(response: Shape) =>
  Credential.extend({
    rawId: Binary,
    response: z.object({ clientDataJSON: Binary, ...response }),
    clientExtensionResults: z
      .unknown()
      .transform(() => ({}))
      .describe('Not read'),
  })

const Registration = answerOf({
  attestationObject: Binary,
  transports: z.array(z.string().max(40)).max(10).default([]),
})
export type Registration = z.infer<typeof Registration>

/** An authenticator's response to a challenge. */
export const Assertion = answerOf({
  authenticatorData: Binary,
  signature: Binary,
  userHandle: Binary.optional(),
})
export type Assertion = z.infer<typeof Assertion>

export const Passkey = z.object({
  _id: Id,
  name: z.string(),
  isSynced: z.boolean().describe('Its owner’s other devices may have it as well'),
  createdAt: IsoTime,
  lastUsedAt: IsoTime.nullable(),
  removedAt: IsoTime.nullable().describe('When it is removed; it logs nobody in until then'),
})
export type Passkey = z.infer<typeof Passkey>

/** The passkeys of an account, and the data that a browser gives its password manager about them. */
const Passkeys = z.object({
  passkeys: z.array(Passkey).describe('The newest first'),
  accepted: z.object({
    rpId: z.string(),
    userId: z.string().nullable().describe('Null before the first passkey'),
    credentialIds: z.array(z.string()),
  }),
})
export type Passkeys = z.infer<typeof Passkeys>

export const passkeyCalls = {
  'POST /api/login/passkey/options': {
    summary: 'A challenge for a log-in by passkey; good once, for 5 minutes',
    access: 'anyone',
    limit: 'passkey',
    response: SignInOptions,
  },
  'POST /api/login/passkey': {
    summary: 'Log in by passkey, without a code',
    access: 'anyone',
    limit: 'passkey',
    body: Assertion,
    response: SignedIn,
  },
  'GET /api/passkeys': {
    summary: "The caller's passkeys",
    access: 'signed-in',
    response: Passkeys,
  },
  'POST /api/passkeys/options': {
    summary: 'A challenge for a new passkey; good once, for 5 minutes, in this session',
    access: 'signed-in',
    limit: 'passkey',
    fresh: true,
    response: RegistrationOptions,
  },
  'POST /api/passkeys': {
    summary: 'Add a passkey; emails a notice',
    access: 'signed-in',
    limit: 'passkey',
    body: z.object({
      name: ruledText(passkeyNameProblem).describe('Empty: the name of the browser'),
      registration: Registration,
    }),
    response: Passkey,
  },
  'PATCH /api/passkeys/:id': {
    summary: 'Rename a passkey',
    access: 'signed-in',
    params: z.object({ id: Id }),
    body: z.object({ name: ruledText(newPasskeyNameProblem) }),
    response: Done,
  },
  'DELETE /api/passkeys/:id': {
    summary: 'Remove a passkey; ends the other sessions and emails a notice',
    access: 'signed-in',
    limit: 'passkey',
    fresh: true,
    params: z.object({ id: Id }),
    response: Done,
  },
} satisfies CallTable
