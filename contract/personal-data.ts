import { z } from 'zod'
import { TEXT } from './account-rules.ts'
import { type CallTable, Done, IsoTime } from './call.ts'
import { PASSWORD_MAX } from './password.ts'

/** What proves that it is the owner of the session who asks. */
const Proof = z.object({
  password: z.string(TEXT.fillBoth).min(1, TEXT.fillBoth).max(PASSWORD_MAX, TEXT.tooLong),
})

const Export = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('preparing'), askedAt: IsoTime }),
  z.object({
    state: z.literal('ready'),
    askedAt: IsoTime,
    endsAt: IsoTime.describe('When the archive is deleted'),
    sizeBytes: z.number().int(),
  }),
])

export const personalDataCalls = {
  'GET /api/account/export': {
    summary: "The state of the caller's newest export, and when the next may be asked for",
    access: 'signed-in',
    answer: z.object({ export: Export, nextAt: IsoTime.nullable() }),
  },
  'POST /api/account/export': {
    summary: 'Ask for a ZIP archive of all that the store knows of the caller; a mail tells when it is ready',
    access: 'signed-in',
    limit: 'password',
    body: Proof,
    answer: Done,
  },
  'POST /api/account/export/download': {
    summary: 'A signed address of the archive',
    access: 'signed-in',
    limit: 'password',
    body: Proof,
    answer: z.object({ downloadUrl: z.string() }),
  },
} satisfies CallTable
