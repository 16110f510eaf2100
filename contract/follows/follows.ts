import { z } from 'zod'
import { type CallTable, Id, IsoTime } from '../call.ts'
import { Picture } from '../catalog/catalog.ts'
import { DEVICES } from '../catalog/devices.ts'
import { FOLLOW_KINDS } from './follow-rules.ts'

/** A developer or game that the caller follows. */
export const Follow = z.object({
  kind: z.enum(FOLLOW_KINDS),
  id: Id,
  name: z.string().describe('The game’s title, or the developer’s name'),
  path: z.string().describe('Of its page'),
  picture: Picture.nullable().describe('Of a game'),
  developer: z
    .object({ username: z.string(), displayName: z.string().nullable(), avatarUrl: z.string().nullable() })
    .nullable()
    .describe('Of a developer, for their picture'),
  since: IsoTime,
})
export type Follow = z.infer<typeof Follow>

const FollowParams = z.object({ kind: z.enum(FOLLOW_KINDS), id: Id })

const Devices = z.array(z.enum(DEVICES)).max(DEVICES.length)

export const followCalls = {
  'GET /api/follows': {
    summary: 'What the caller follows, up to 2,000, the newest first; nobody else sees it',
    access: 'signed-in',
    anonymous: true,
    response: z.array(Follow),
  },
  'PUT /api/follows/:kind/:id': {
    summary: 'Follow a developer or a game; 409 `list_full` at 2,000',
    access: 'signed-in',
    anonymous: true,
    limit: 'follow',
    params: FollowParams,
  },
  'DELETE /api/follows/:kind/:id': {
    summary: 'Follow a developer or a game no longer',
    access: 'signed-in',
    anonymous: true,
    limit: 'follow',
    params: FollowParams,
  },
  'GET /api/follows/devices': {
    summary: 'For which devices the caller is told of releases of games they follow; none stands for all',
    access: 'signed-in',
    anonymous: true,
    response: z.object({
      devices: Devices,
      proposed: Devices.describe('Of the files that the caller downloaded'),
    }),
  },
  'PUT /api/follows/devices': {
    summary: 'Choose these devices',
    access: 'signed-in',
    anonymous: true,
    body: z.object({ devices: Devices }),
  },
} satisfies CallTable
