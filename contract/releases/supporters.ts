import { z } from 'zod'
import { type CallTable, Dollars, Id } from '../call.ts'
import { WINDOW_DAYS, WINDOW_TEXT } from './windows.ts'

/** What makes an owner of a game its supporter, and what supporters are promised (EA2, EA3). */
export const SupporterOffer = z.object({
  fileId: Id.nullable().describe('Who owns this extra as well'),
  minPaid: Dollars.nullable().describe('Or who paid at least this much for the game'),
  leadDays: z
    .number()
    .int()
    .min(1)
    .max(WINDOW_DAYS)
    .describe('New releases open to supporters so many days before owners'),
})
export type SupporterOffer = z.infer<typeof SupporterOffer>

/** The supporters of a game as its developer sees them. */
export const Supporters = z.object({
  offer: SupporterOffer.nullable(),
  supporters: z.number().int(),
  isSold: z.boolean().describe('Somebody bought the game with the promise: its days stay'),
})
export type Supporters = z.infer<typeof Supporters>

const GameParams = z.object({ id: Id })

export const supporterCalls = {
  'GET /api/dev/games/:id/supporters': {
    summary: "What makes supporters of one of the caller's games, and how many there are",
    access: 'developer',
    params: GameParams,
    response: Supporters,
  },
  'PUT /api/games/:id/supporters': {
    summary:
      'Choose what makes supporters from now on; who is one stays one (409 `window_promised` for other days than were sold)',
    access: 'developer',
    limit: 'save',
    params: GameParams,
    body: z.object({
      offer: SupporterOffer.refine(({ fileId, minPaid }) => fileId !== null || minPaid !== null, {
        message: WINDOW_TEXT.supporters,
        path: ['fileId'],
      }).nullable(),
    }),
    response: Supporters,
  },
} satisfies CallTable
