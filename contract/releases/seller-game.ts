import { z } from 'zod'
import { type CallTable, Dollars, Id, IsoTime } from '../call.ts'
import { OwnGame } from '../catalog/catalog.ts'
import { DEVICES } from '../catalog/devices.ts'
import { OWNER_NOTICES, SAVES_KINDS } from './release-rules.ts'

/** A game as the page of its developer shows it. */
export const SellerGame = OwnGame.extend({
  owners: z.number().int(),
  newest: z
    .object({ id: Id, label: z.string(), releasedAt: IsoTime })
    .nullable()
    .describe('The release that went live last and that buyers get'),
  toDo: z
    .array(
      z.object({
        id: Id,
        label: z.string(),
        kind: z.enum(['failed', 'late']),
        reason: z.string(),
        since: IsoTime,
      }),
    )
    .describe('Releases that cannot go live without their developer'),
})
export type SellerGame = z.infer<typeof SellerGame>

/** What the form of the next release begins with. */
export const NextRelease = z.object({
  label: z.string().describe('Proposed'),
  saves: z.enum(SAVES_KINDS).describe('As the last release says'),
  savesFrom: Id.nullable(),
  savesNote: z.string(),
  notify: z.enum(OWNER_NOTICES),
  files: z.array(
    z.object({
      fileId: Id,
      name: z.string(),
      device: z.enum(DEVICES),
      size: z.number().int(),
      customPrice: Dollars.nullable(),
      label: z.string().nullable().describe('The release from which buyers have it'),
    }),
  ),
  releases: z
    .array(
      z.object({
        id: Id,
        label: z.string(),
        saves: z.enum(SAVES_KINDS),
        savesFrom: Id.nullable(),
        sameAs: Id.nullable(),
        isFetchable: z.boolean(),
      }),
    )
    .describe('That went live and were not withdrawn, the oldest first'),
})
export type NextRelease = z.infer<typeof NextRelease>

const GameParams = z.object({ id: Id })

export const sellerGameCalls = {
  'GET /api/dev/games/:id': {
    summary: "One of the caller's games; an admin's look at another developer's is logged",
    access: 'developer',
    params: GameParams,
    response: SellerGame,
  },
  'GET /api/dev/games/:id/next-release': {
    summary: 'What the form of the next release begins with',
    access: 'developer',
    params: GameParams,
    response: NextRelease,
  },
} satisfies CallTable
