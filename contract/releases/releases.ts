import { z } from 'zod'
import { FileEntry } from '../authoring/authoring.ts'
import { type CallTable, Dollars, Done, Id, IsoTime, ShortPage, ShowOnce } from '../call.ts'
import type { GameCard } from '../catalog/catalog.ts'
import { DEVICES } from '../catalog/devices.ts'
import { Finding } from '../checks/findings.ts'
import { lineProblem } from '../text/plain-text.ts'
import { unitsMax } from '../text/text-length.ts'
import { ruledText, writtenText } from '../text/written-text.ts'
import {
  labelProblem,
  OWNER_NOTICES,
  RELEASE_LIMITS,
  RELEASE_STATES,
  RELEASE_TEXT,
  SAVES_KINDS,
} from './release-rules.ts'
import { AUDIENCES } from './windows.ts'

const Label = ruledText(labelProblem)

/** One line of plain text. */
const line = (max: number) => ruledText((text) => lineProblem(text, max))

/** What a release says; it can be edited after it went live. */
const ReleaseNotes = z.object({
  summary: line(RELEASE_LIMITS.summary).default(''),
  notes: z
    .string()
    .max(unitsMax(RELEASE_LIMITS.notes))
    .default('')
    .describe('HTML as in a description, without h1'),
  knownProblems: writtenText({ max: RELEASE_LIMITS.knownProblems }).default(''),
  saves: z.enum(SAVES_KINDS).default('unknown').describe('Which older saves it loads'),
  savesFrom: Id.nullable().default(null).describe('For `from`: the oldest release whose saves it loads'),
  savesNote: line(RELEASE_LIMITS.savesNote).default(''),
})
export type ReleaseNotes = z.infer<typeof ReleaseNotes>

/** A draft as the form sends it. A file that is left out stays as it is. */
export const ReleaseDraft = ReleaseNotes.extend({
  label: Label.optional().describe('Without one, the next number'),
  notify: z.enum(OWNER_NOTICES).default('site'),
  files: z
    .array(FileEntry.extend({ buildId: Id.optional().describe('A build that the draft has already') }))
    .max(RELEASE_LIMITS.files, RELEASE_TEXT.tooManyFiles)
    .default([]),
})
export type ReleaseDraft = z.infer<typeof ReleaseDraft>

const ReleaseFile = z.object({
  fileId: Id,
  buildId: Id,
  name: z.string(),
  kind: z.enum(['file', 'demo']),
  device: z.enum(DEVICES),
  size: z.number().int(),
  sha256: z.string().nullable(),
})
export type ReleaseFile = z.infer<typeof ReleaseFile>

/** A live release as everybody may see it. */
export const Release = z.object({
  id: Id,
  label: z.string(),
  releasedAt: IsoTime,
  summary: z.string(),
  notes: z.string(),
  notesEditedAt: IsoTime.nullable(),
  knownProblems: z.string(),
  saves: z.enum(SAVES_KINDS),
  savesFrom: z.string().nullable().describe('The label of that release'),
  savesNote: z.string(),
  files: z.array(ReleaseFile),
})
export type Release = z.infer<typeof Release>

/** What the page of a game's releases begins with. */
export type ReleasesPage = {
  game: GameCard
  /** Not so for a game that is found by its address alone: its pages are kept out of search engines. */
  isListed: boolean
  releases: Release[]
  /** Whether the newest release is among them. */
  isFirst: boolean
  total: number
  /** The cursor of the following releases, for `after`. */
  next: string | null
  /** When the first of them was released. */
  since: string | null
}

/** A step of a release that opens in steps. */
export const ReleaseStep = z.object({ audience: z.enum(AUDIENCES), opensAt: IsoTime })
export type ReleaseStep = z.infer<typeof ReleaseStep>

/** A release as its developer sees it, in any state. */
export const OwnRelease = Release.extend({
  state: z.enum(RELEASE_STATES),
  releasedAt: IsoTime.nullable(),
  savesFromId: Id.nullable(),
  createdAt: IsoTime,
  opensAt: IsoTime.nullable().describe('When owners get it; null for what is no time ahead'),
  steps: z
    .array(ReleaseStep)
    .describe('Whom it opens to, in order; none for a release that opens to all owners at once'),
  nextStep: ReleaseStep.nullable().describe('The next of them, while it is scheduled or opening'),
  replacedAt: IsoTime.nullable().describe('When the last of its builds was followed by another'),
  withdrawnAt: IsoTime.nullable(),
  withdrawnReason: z.string().nullable(),
  notify: z.enum(OWNER_NOTICES),
  ownersShare: z
    .number()
    .describe('Of the owners who downloaded, the part whose last download it was; 0 to 1'),
  files: z.array(
    ReleaseFile.extend({
      problem: z.string().nullable(),
      isChecked: z.boolean(),
      findings: z.array(Finding).describe('Of the checks, until it is live'),
      customPrice: Dollars.nullable(),
    }),
  ),
})
export type OwnRelease = z.infer<typeof OwnRelease>

/** Steps as a form sends them; only the first can be now. */
const Steps = z
  .array(
    z.object({
      audience: z.enum(AUDIENCES),
      opensAt: z.iso.datetime().nullable().default(null).describe('Null for now'),
    }),
  )
  .min(1)
  .max(AUDIENCES.length)

const Reason = writtenText({ min: 1, max: RELEASE_LIMITS.reason, tooShort: RELEASE_TEXT.reason })

const GameParams = z.object({ id: Id })
const ReleaseParams = z.object({ releaseId: Id })

export const releaseCalls = {
  'GET /api/games/:id/releases': {
    summary:
      "A public game's releases, or for its owners those of any game, the newest first; `Link` names the next page",
    access: 'anyone',
    cached: true,
    params: GameParams,
    query: ShortPage.extend({ show: ShowOnce }),
    response: z.array(Release),
  },
  'GET /api/games/:id/latest': {
    summary: 'What is newest, for a notice inside a game',
    access: 'anyone',
    limit: 'view',
    cached: true,
    params: GameParams,
    query: z.object({ channel: z.string().max(40).optional().describe('A device: `windows`, `linux-demo`') }),
    response: z.object({
      label: z.string(),
      releasedAt: IsoTime,
      files: z.array(
        z.object({ channel: z.string(), size: z.number().int(), sha256: z.string().nullable() }),
      ),
    }),
  },
  'GET /api/dev/games/:id/releases': {
    summary:
      "All releases of one of the caller's games, drafts too, the newest first; `Link` names the next page",
    access: 'developer',
    params: GameParams,
    query: ShortPage,
    response: z.array(OwnRelease),
  },
  'POST /api/games/:id/releases': {
    summary: 'Start a release as a draft; its uploads are taken',
    access: 'developer',
    limit: 'save',
    params: GameParams,
    body: ReleaseDraft,
    response: OwnRelease,
  },
  'GET /api/releases/:releaseId': {
    summary: "One release of one of the caller's games",
    access: 'developer',
    params: ReleaseParams,
    response: OwnRelease,
  },
  'PUT /api/releases/:releaseId': {
    summary: 'Change a draft',
    access: 'developer',
    limit: 'draft',
    params: ReleaseParams,
    body: ReleaseDraft,
    response: OwnRelease,
  },
  'DELETE /api/releases/:releaseId': {
    summary: 'Delete a draft and the builds that only it holds',
    access: 'developer',
    limit: 'save',
    params: ReleaseParams,
    response: Done,
  },
  'PATCH /api/releases/:releaseId/notes': {
    summary: 'Edit what a live release says; the edit is dated',
    access: 'developer',
    limit: 'save',
    params: ReleaseParams,
    body: ReleaseNotes,
    response: OwnRelease,
  },
  'POST /api/releases/:releaseId/live': {
    summary:
      'Publish a release now, at a time, or in steps: all of its builds at once (409 `window_promised` for steps that differ from what supporters were sold)',
    access: 'developer',
    limit: 'save',
    params: ReleaseParams,
    body: z.object({
      opensAt: z.iso.datetime().optional(),
      steps: Steps.describe('In place of one time').optional(),
    }),
    response: OwnRelease,
  },
  'PUT /api/releases/:releaseId/steps': {
    summary:
      'Change the steps of a published release that are ahead; supporters are told the reason of what opens later or less long before owners (409 `window_promised` for longer than was sold)',
    access: 'developer',
    limit: 'save',
    params: ReleaseParams,
    body: z.object({
      steps: Steps.describe('All of them; those that have opened as they are'),
      reason: writtenText({ max: RELEASE_LIMITS.reason }).default(''),
    }),
    response: OwnRelease,
  },
  'DELETE /api/releases/:releaseId/live': {
    summary: 'Take back the schedule of a release that is not live yet',
    access: 'developer',
    limit: 'save',
    params: ReleaseParams,
    response: OwnRelease,
  },
  'POST /api/releases/:releaseId/withdraw': {
    summary: 'Take a live release out; the one before it is live again',
    access: 'developer',
    limit: 'save',
    params: ReleaseParams,
    body: z.object({ reason: Reason }),
    response: OwnRelease,
  },
  'POST /api/releases/:releaseId/rollback': {
    summary: 'A new release with the builds of an older one; nothing is uploaded',
    access: 'developer',
    limit: 'save',
    params: ReleaseParams,
    body: z.object({ label: Label.optional(), reason: Reason }),
    response: OwnRelease,
  },
} satisfies CallTable
