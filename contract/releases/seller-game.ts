import { z } from 'zod'
import { reasonText } from '../admin/reason-text.ts'
import { type CallTable, Dollars, Id, IsoTime } from '../call.ts'
import { Game, OwnGame } from '../catalog/catalog.ts'
import { DEVICES } from '../catalog/devices.ts'
import { Finding } from '../checks/findings.ts'
import { OLD_BUILDS_MAX, OWNER_NOTICES, SAVES_KINDS, STORAGE_BYTES_MAX } from './release-rules.ts'
import { AUDIENCES } from './windows.ts'

/** A game as the page of its developer shows it. */
export const SellerGame = OwnGame.extend({
  owners: z.number().int(),
  payWhatYouWant: Game.shape.payWhatYouWant,
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
  questions: z
    .array(Finding.pick({ id: true, level: true, where: true, title: true, sentence: true }))
    .describe('Questions about the game that wait for its developer; they block only what goes live first'),
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
  audiences: z
    .array(z.object({ audience: z.enum(AUDIENCES), people: z.number().int().nullable() }))
    .describe('Whom it can open to in steps, in order, and how many they are; null for everyone'),
  leadDays: z.number().int().nullable().describe('How long before owners supporters were promised it'),
})
export type NextRelease = z.infer<typeof NextRelease>

const Bytes = z.number().int()

/** What a game stores, in bytes, and what its developer leaves of older builds. */
export const GameStorage = z.object({
  oldBuilds: z
    .number()
    .int()
    .nullable()
    .describe('How many builds before the newest are for buyers who did not download them; null for all'),
  maxBytes: Bytes.describe('For what is live, earlier or a draft'),
  live: Bytes,
  earlier: Bytes.describe('What the policy keeps of older builds'),
  earlierReleases: z.number().int(),
  drafts: Bytes,
  owners: Bytes.describe('Kept for those alone who have it; does not count'),
  leaving: z
    .object({ builds: z.number().int(), bytes: Bytes, at: IsoTime })
    .nullable()
    .describe('What nobody can download any more, and when the first of it is removed'),
})
export type GameStorage = z.infer<typeof GameStorage>

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
  'GET /api/dev/games/:id/storage': {
    summary: "What one of the caller's games stores",
    access: 'developer',
    params: GameParams,
    response: GameStorage,
  },
  'PUT /api/games/:id/old-builds': {
    summary: 'Choose how many older builds buyers can have who did not download them',
    access: 'developer',
    limit: 'save',
    params: GameParams,
    body: z.object({ oldBuilds: z.number().int().min(0).max(OLD_BUILDS_MAX).nullable() }),
    response: GameStorage,
  },
  'PUT /api/admin/games/:id/storage': {
    summary: 'Set how much a game may store',
    access: 'admin',
    params: GameParams,
    body: z.object({
      maxBytes: z
        .number()
        .int()
        .min(2 ** 30)
        .max(STORAGE_BYTES_MAX),
      reason: reasonText,
    }),
    response: GameStorage,
  },
} satisfies CallTable
