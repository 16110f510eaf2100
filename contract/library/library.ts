import { z } from 'zod'
import { FILE_NAME_BYTES_MAX } from '../authoring/game-rules.ts'
import { type CallTable, Done, Id, IsoTime, PageCursor } from '../call.ts'
import { GameCard, GameFile } from '../catalog/catalog.ts'
import { DEVICES } from '../catalog/devices.ts'
import { SAVE_PATH_KINDS } from '../releases/save-path.ts'
import { unitsMax } from '../text/text-length.ts'
import { searchText } from '../text/written-text.ts'
import { LIBRARY_SORTS } from './library-sorts.ts'

/** So many releases an update lists; the game's page of releases has them all. */
export const UPDATE_RELEASES = 6

export const LibraryFile = GameFile.extend({
  hasUpdate: z.boolean().describe('There is a newer build than the one that the caller downloaded'),
  isPaused: z.boolean().describe('Nobody can download it while a copyright notice stands'),
  isTakenBack: z.boolean().describe('Its live build was taken back before the caller downloaded it'),
})
export type LibraryFile = z.infer<typeof LibraryFile>

const Version = z.object({ releaseId: Id, label: z.string() })

const VersionBuild = z.object({ fileId: Id, buildId: Id, size: z.number().int() })

/** What is new in a game since the caller's version of it. */
export const LibraryUpdate = z.object({
  newest: Version.describe('The release of the live build'),
  releases: z
    .array(Version.extend({ releasedAt: IsoTime, summary: z.string() }))
    .describe(`The releases since the caller's version, the newest first, up to ${UPDATE_RELEASES}`),
  releaseCount: z.number().int(),
  saves: z.enum(SAVE_PATH_KINDS).describe("The way of the version's saves to the newest"),
  savesNote: z.string(),
  steps: z
    .array(Version.extend({ build: VersionBuild.nullable() }))
    .describe('For `steps`: the releases to open a save in, the newest last'),
  build: VersionBuild.extend({ device: z.enum(DEVICES) }).describe("The live build of the caller's file"),
})
export type LibraryUpdate = z.infer<typeof LibraryUpdate>

export const LibraryEntry = z.object({
  game: GameCard,
  gameId: Id,
  baseOwned: z.boolean(),
  extrasOwnedFileIds: z.array(Id),
  files: z.array(LibraryFile).describe('What may be downloaded, also what is no longer sold'),
  addedAt: IsoTime,
  updatedAt: IsoTime.describe('When the newest build of its files was saved'),
  hasUpdate: z.boolean().describe('One of its files has'),
  isMuted: z.boolean().describe('The caller wants to hear of no updates'),
  version: Version.extend({ isSet: z.boolean().describe('The caller said so, without a download') })
    .nullable()
    .describe("The caller's version: where the updates or one game are asked for"),
  update: LibraryUpdate.nullable().describe(
    'Of a game with an update, where the updates or one game are asked for',
  ),
  coming: z
    .object({ label: z.string(), opensAt: IsoTime })
    .nullable()
    .describe('The next release that opens to the caller, where the updates or one game are asked for'),
  early: z
    .array(z.object({ fileId: Id, label: z.string(), ownersAt: IsoTime }))
    .describe('Files of which the caller has a build before other owners'),
  reviewFrom: IsoTime.nullable().describe(
    'From when on the caller can review it; null where they did, may not, or downloaded nothing yet',
  ),
  hidden: z.boolean(),
  isBeyondLimits: z
    .boolean()
    .describe("The caller's limits hide the game elsewhere: its picture is not shown unasked"),
})
export type LibraryEntry = z.infer<typeof LibraryEntry>

const Yes = z.literal('1')

export const LibraryQuery = z.object({
  gameId: z.string().min(1).max(100).describe('This game alone, by id or slug, hidden or not').optional(),
  q: searchText.describe('Part of a title, a developer or a tag').optional(),
  sort: z.enum(LIBRARY_SORTS).optional(),
  device: z.enum(DEVICES).describe('Games with a file for this device').optional(),
  developer: z.string().max(100).describe('A username').optional(),
  updated: Yes.describe('Only games with an update').optional(),
  muted: Yes.describe('Only games of which the caller wants to hear no updates').optional(),
  hidden: Yes.describe('Only the hidden games; without it only the others').optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  after: PageCursor,
})
export type LibraryQuery = z.output<typeof LibraryQuery>

export const LibraryFacets = z.object({
  total: z.number().int().describe('Games that are not hidden; the other counts are of these'),
  updated: z.number().int(),
  muted: z.array(z.object({ gameId: Id, title: z.string() })),
  hidden: z.number().int(),
  devices: z.array(z.object({ device: z.enum(DEVICES), count: z.number().int() })),
  developers: z.array(z.object({ username: z.string(), name: z.string(), count: z.number().int() })),
})
export type LibraryFacets = z.infer<typeof LibraryFacets>

/** A build of one of the caller's files, by which a file on their disk is recognized. */
const OwnedBuild = z.object({
  gameId: Id,
  title: z.string(),
  fileId: Id,
  name: z.string(),
  size: z.number().int(),
  isPresent: z.boolean().describe('False for a build that a newer one has replaced'),
  sha256: z.string().nullable(),
})
export type OwnedBuild = z.infer<typeof OwnedBuild>

const GameParams = z.object({ gameId: Id })
const DownloadLink = z.object({ url: z.string() })

export const libraryCalls = {
  'GET /api/library': {
    summary: "The signed-in user's games; `Link` names the next page, `X-Total-Count` how many there are",
    access: 'signed-in',
    query: LibraryQuery,
    response: z.array(LibraryEntry),
  },
  'GET /api/library/facets': {
    summary: 'What the library can be filtered by, with counts',
    access: 'signed-in',
    response: LibraryFacets,
  },
  'GET /api/library/verify': {
    summary: "Which of the caller's files has these bytes, or else which was probably meant",
    access: 'signed-in',
    query: z.object({
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      name: z.string().max(unitsMax(FILE_NAME_BYTES_MAX)),
      size: z.coerce.number().int().min(0),
    }),
    response: z.object({ match: OwnedBuild.nullable(), closest: OwnedBuild.nullable() }),
  },
  'PATCH /api/library/:gameId': {
    summary: 'Hide a game in the library, or show it again',
    access: 'signed-in',
    anonymous: true,
    params: GameParams,
    body: z.object({ hidden: z.boolean() }),
    response: z.object({ hidden: z.boolean() }),
  },
  'PUT /api/library/:gameId/version': {
    summary: 'Say which version of a file one has, without a download',
    access: 'signed-in',
    params: GameParams,
    body: z.object({ fileId: Id, buildId: Id }),
    response: Done,
  },
  'PUT /api/library/:gameId/updates': {
    summary: 'Mute the updates of a game, or skip a release of it',
    access: 'signed-in',
    anonymous: true,
    params: GameParams,
    body: z.object({
      muted: z.boolean().optional(),
      skipped: Id.nullable().describe('A release; null takes back what was skipped').optional(),
    }),
    response: Done,
  },
  'POST /api/library/skip-updates': {
    summary: "Skip every release that is an update in the caller's library now",
    access: 'signed-in',
    anonymous: true,
    response: z.object({ skipped: z.number().int() }),
  },
  'POST /api/library/claim': {
    summary: 'Add a free game to the library; one that is owned stays as it is',
    access: 'signed-in',
    body: z.object({ gameId: Id }),
    response: z.object({ added: z.boolean() }),
  },
  'POST /api/library/:gameId/download': {
    summary: 'A signed address of a file that the caller may download',
    access: 'signed-in',
    limit: 'download',
    params: GameParams,
    body: z.object({ fileId: Id, buildId: Id.describe('An older version of the file').optional() }),
    response: z.object({ downloadUrl: z.string() }),
  },
  'POST /api/library/:gameId/link': {
    summary: "The caller's permanent link to a file: the same each time",
    access: 'signed-in',
    params: GameParams,
    body: z.object({ fileId: Id }),
    response: DownloadLink,
  },
  'DELETE /api/library/:gameId/link/:fileId': {
    summary: 'Ends the permanent link to a file, and answers a new one',
    access: 'signed-in',
    params: GameParams.extend({ fileId: Id }),
    response: DownloadLink,
  },
  'GET /api/download/:token': {
    summary: 'A permanent link: redirects to an address that is signed anew each time',
    access: 'anyone',
    params: z.object({ token: z.string().max(200) }),
    response: z.null(),
  },
  'GET /api/games/:id/demo': {
    summary: 'Redirects to a signed address of the free demo',
    access: 'anyone',
    limit: 'download',
    params: z.object({ id: Id }),
    response: z.null(),
  },
} satisfies CallTable
