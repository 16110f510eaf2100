import { z } from 'zod'
import { type CallTable, IsoTime } from '../call.ts'

export const feedCalls = {
  'GET /api/feed': {
    summary: "Whether the caller's own feed is on; its address is not shown again",
    access: 'signed-in',
    anonymous: true,
    response: z.object({ since: IsoTime.nullable() }),
  },
  'POST /api/feed': {
    summary: 'Make the address of a feed of what the caller owns and follows; the one before ends',
    access: 'signed-in',
    fresh: true,
    anonymous: true,
    limit: 'follow',
    response: z.object({ url: z.string().describe('Whoever has it can read the feed') }),
  },
  'DELETE /api/feed': {
    summary: 'End that address',
    access: 'signed-in',
    anonymous: true,
  },
} satisfies CallTable
