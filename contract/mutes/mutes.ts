import { z } from 'zod'
import { type CallTable, Id, IsoTime, ShortPage } from '../call.ts'

export const Mute = z.object({
  id: Id.describe('Random'),
  name: z.string().nullable().describe('As it is now; null when it is no longer shown'),
  mutedAt: IsoTime,
})
export type Mute = z.infer<typeof Mute>

const Params = z.object({ id: Id })

export const muteCalls = {
  'GET /api/mutes': {
    summary: 'The names under reviews that the caller muted, the newest first; nobody else sees them',
    access: 'signed-in',
    anonymous: true,
    query: ShortPage,
    response: z.array(Mute),
  },
  'DELETE /api/mutes/:id': {
    summary: 'Unmute a name of that list; nothing happens without one',
    access: 'signed-in',
    limit: 'limits',
    anonymous: true,
    params: Params,
  },
  'GET /api/games/:id/muted-reviews': {
    summary:
      'Which reviews of a game are signed with a name that the caller muted: lists show them collapsed',
    access: 'signed-in',
    anonymous: true,
    params: Params,
    response: z.object({ reviews: z.array(Id) }),
  },
  'PUT /api/reviews/:id/mute': {
    summary:
      'Mute the pen name or username under a review, in all reviews that are signed with it; 409 `nameless` for one that is signed *Owner*, `own_review`, `list_full` above 500',
    access: 'signed-in',
    limit: 'limits',
    anonymous: true,
    params: Params,
  },
  'DELETE /api/reviews/:id/mute': {
    summary: 'Unmute the name under a review; nothing happens where it is not muted',
    access: 'signed-in',
    limit: 'limits',
    anonymous: true,
    params: Params,
  },
} satisfies CallTable
