import { z } from 'zod'
import { type CallTable, Id } from '../call.ts'
import { VISIBILITIES } from './visibility-rules.ts'

/** Who sees a game and whether it is sold, as its developer chose. */
export const GameAccess = z.object({
  visibility: z
    .enum(VISIBILITIES)
    .describe(
      'Public: everybody; unlisted: by its address alone; private: its developer, admins and owners. Owners always keep their library, downloads and receipts',
    ),
  onDeveloperPage: z.boolean().describe("Whether an unlisted game stands on its developer's page"),
  notForSale: z.boolean().describe('Not for sale at present: its page stays, and nobody can buy or claim it'),
})
export type GameAccess = z.infer<typeof GameAccess>

export const visibilityCalls = {
  'PUT /api/games/:id/access': {
    summary:
      "Choose who sees one of the caller's games and whether it is sold; it takes effect at once, and can be set back",
    access: 'developer',
    limit: 'save',
    params: z.object({ id: Id }),
    body: GameAccess,
    response: GameAccess,
  },
} satisfies CallTable
