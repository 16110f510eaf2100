import { z } from 'zod'
import { type CallTable, Done, Id, IsoTime, ShortPage } from '../call.ts'
import { BLOCK_KINDS } from './block-rules.ts'

const Target = z.object({ kind: z.enum(BLOCK_KINDS), id: Id })

export const Block = Target.extend({
  name: z
    .string()
    .nullable()
    .describe("The game's title or the developer's name; null when it is no longer public"),
  path: z.string().nullable().describe('Its page, as `name`'),
  blockedAt: IsoTime,
})
export type Block = z.infer<typeof Block>

export const blockCalls = {
  'GET /api/blocks': {
    summary: 'The developers and games that the caller blocked, the newest first; nobody else sees them',
    access: 'signed-in',
    anonymous: true,
    query: ShortPage,
    response: z.array(Block),
  },
  'PUT /api/blocks/:kind/:id': {
    summary:
      'Block a developer or a game: gone from every list, search, count, feed and email; 409 `list_full` above 500 developers or 2,000 games, `own_game` or `own_account` for oneself',
    access: 'signed-in',
    limit: 'limits',
    anonymous: true,
    params: Target,
    response: Done,
  },
  'DELETE /api/blocks/:kind/:id': {
    summary: 'Lift a block; nothing happens without one',
    access: 'signed-in',
    limit: 'limits',
    anonymous: true,
    params: Target,
    response: Done,
  },
} satisfies CallTable
