import { z } from 'zod'
import type { CallTable } from '../call.ts'
import { THEMES, WARNING_LEVELS } from './content-warnings.ts'

const ThemeId = z.enum(THEMES.map(({ id }) => id))

/** A theme that hides a game; without its name where it is a spoiler. */
export const HiddenTheme = z.union([
  z.object({ theme: ThemeId, level: z.enum([...WARNING_LEVELS, 'unknown']) }),
  z.object({ theme: z.null(), level: z.null() }),
])

/** The content that a buyer wants to avoid. */
const Limits = z.object({
  levels: z
    .record(ThemeId, z.literal([0, 1, 2, 3]))
    .describe('0 not hidden, 1 hide if shown, 2 hide if shown or implied, 3 hide any mention'),
  allowsAvoidable: z.boolean().describe('A theme that the player can avoid hides no game'),
})

const CountedLimits = Limits.extend({
  hidden: z.number().int().describe('How many games these limits hide'),
  total: z.number().int().describe('How many games there are'),
})

export const limitsCalls = {
  'GET /api/limits': {
    summary: "What the caller would rather not see: the account's limits, else this browser's",
    access: 'anyone',
    anonymous: true,
    response: CountedLimits,
  },
  'PUT /api/limits': {
    summary: 'Set limits: in this browser by a cookie, and for a signed-in caller in the account',
    access: 'anyone',
    limit: 'limits',
    anonymous: true,
    body: Limits,
    response: CountedLimits,
  },
} satisfies CallTable
