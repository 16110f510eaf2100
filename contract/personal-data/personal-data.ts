import { z } from 'zod'
import { type CallTable, Dollars, Done, IsoTime } from '../call.ts'
import { DELETION_OBSTACLES } from './personal-data-rules.ts'

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

const Deletion = z.object({
  deletionAt: IsoTime.nullable().describe('When the account is deleted; null unless that was asked for'),
  graceDays: z.number().int().describe('For how long it can still be kept once it was asked for'),
  games: z.number().int().describe('How many games the account owns, and would lose'),
  ownGames: z.number().int().describe('How many games of its own are taken out of the store'),
  balance: Dollars.describe('What it earned and was not paid yet'),
  reviews: z.number().int().describe('How many of its reviews others see'),
  keepsReviews: z.boolean().describe('Whether they stay, signed *Owner*'),
  obstacles: z.array(z.enum(DELETION_OBSTACLES)).describe('What has to end before it can be asked for'),
})

export const personalDataCalls = {
  'GET /api/account/export': {
    summary: "The state of the caller's newest export, and when the next may be asked for",
    access: 'signed-in',
    whileClosing: true,
    response: z.object({ export: Export, nextAt: IsoTime.nullable() }),
  },
  'POST /api/account/export': {
    summary: 'Ask for a ZIP archive of all that the store knows of the caller; a mail tells when it is ready',
    access: 'signed-in',
    whileClosing: true,
    fresh: true,
    response: Done,
  },
  'POST /api/account/export/download': {
    summary: 'A signed address of the archive',
    access: 'signed-in',
    whileClosing: true,
    fresh: true,
    response: z.object({ downloadUrl: z.string() }),
  },
  'GET /api/account/deletion': {
    summary: 'Whether and when the account of the caller is deleted, and what it would lose',
    access: 'signed-in',
    whileClosing: true,
    response: Deletion,
  },
  'POST /api/account/deletion': {
    summary:
      'Close the account and have it deleted after some days. It can do nothing meanwhile but export its data and be kept',
    access: 'signed-in',
    whileClosing: true,
    fresh: true,
    body: z.object({
      givesUp: Dollars.default(0).describe('The balance, to say that it is not to be paid out'),
      keepsReviews: z
        .boolean()
        .default(false)
        .describe('Its reviews stay, signed *Owner*; otherwise they go with it'),
    }),
    response: Deletion,
  },
  'DELETE /api/account/deletion': {
    summary: 'Keep the account after all',
    access: 'signed-in',
    whileClosing: true,
    response: Deletion,
  },
} satisfies CallTable
