import { z } from 'zod'
import { type CallTable, Done, Id } from '../call.ts'
import { Game } from '../catalog/catalog.ts'
import { unitsMax } from '../text/text-length.ts'
import { writtenText } from '../text/written-text.ts'
import { ALT_TEXT_MAX, FILES_MAX, STRONGEST_SCENE_MAX, TAG_LENGTH_MAX, TITLE_MAX } from './game-rules.ts'

/**
 * One entry of `gameFilesTempJson`: keeps a file of the game (`_id`), adds an upload (`tempKey`), or, with both, makes the
 * upload the new build of that file.
 */
export const FileEntry = z.object({
  _id: Id.optional(),
  tempKey: z.string().max(100).optional(),
  filename: z.string().max(1_000).optional(),
  device: z.string().max(20).default(''),
  customPriceEnabled: z.boolean().default(false),
  customPrice: z.number().nullable().default(null),
  size: z.number().int().nonnegative().optional(),
})
export type FileEntry = z.infer<typeof FileEntry>

const AltText = z.string().max(unitsMax(ALT_TEXT_MAX)).default('')

/** One entry of `screenshotsJson`: an existing screenshot of the game (`url`), or the nth `screenshots` part of the form. */
export const ScreenshotEntry = z.union([
  z.object({ url: z.string().max(300), alt: AltText }),
  z.object({ part: z.number().int().nonnegative(), alt: AltText }),
])
export type ScreenshotEntry = z.infer<typeof ScreenshotEntry>
export const ScreenshotEntries = z.array(ScreenshotEntry)

const truth = z.enum(['true', 'false', 'on', '']).transform((value) => value === 'true' || value === 'on')
const color = z.string().trim().max(20)

/** The text fields of the game form. Rules with their own sentences are in `gameProblems`. */
export const GameForm = z.object({
  status: z.enum(['draft', 'published']),
  title: z.string().max(unitsMax(TITLE_MAX)).default(''),
  description: z.string().max(1_000_000).default(''),
  projectType: z.string().max(40).default(''),
  stage: z.string().max(40).default(''),
  category: z.string().max(10).default(''),
  tags: z
    .array(z.string().max(unitsMax(TAG_LENGTH_MAX)))
    .max(100)
    .default([]),
  price: z.string().max(40).default(''),
  isFree: truth.default(false),
  payWhatYouWant: truth.default(false).describe('Buyers may pay more than the price'),
  pageBg: color.optional(),
  textColor: color.optional(),
  linkColor: color.optional(),
  previewBg: color.optional(),
  previewBgAlpha: z.coerce.number().optional(),
  buyButtonColor: color.optional(),
  demoButtonColor: color.optional(),
  buttonTextColor: color.optional(),
  gameFilesTempJson: z.string().max(100_000).default('[]'),
  demoTempKey: z.string().max(100).optional().describe('Takes an upload as the demo'),
  removeDemo: truth.default(false),
  screenshotsJson: z
    .string()
    .max(100_000)
    .optional()
    .describe('All screenshots in order; without it new ones take the place of the old'),
  contentWarningsJson: z
    .string()
    .max(100_000)
    .optional()
    .describe(
      'What the game warns of, by theme: `{"gore":{"level":"none"}}`; a theme that is left out stays as it is',
    ),
  statesAdults: truth
    .optional()
    .describe('Everyone in a sexual scene is, and looks, 18 or older; left out, it stays as it is'),
  strongestScene: writtenText({ max: STRONGEST_SCENE_MAX })
    .optional()
    .describe('How to reach the strongest scene, for who looks at the game; left out, it stays as it is'),
  basedOn: z.iso
    .datetime()
    .optional()
    .describe('`updatedAt` of the game that was edited: 409 if it has changed since'),
  removePageBgImage: truth.default(false),
  removeBuyButtonImage: truth.default(false),
  removeDemoButtonImage: truth.default(false),
})
export type GameForm = z.infer<typeof GameForm>

/** The file parts of the game form. */
export const GAME_PICTURES = [
  'cardImage',
  'coverImage',
  'screenshots',
  'pageBgImage',
  'buyButtonImage',
  'demoButtonImage',
] as const
export type GamePictureField = (typeof GAME_PICTURES)[number]

/** The demo as a part of the form, instead of an upload's `demoTempKey`. */
export const DEMO_PART = 'demoFile'

export const FileEntries = z.array(FileEntry).max(FILES_MAX + 1)

export const authoringCalls = {
  'POST /api/games': {
    summary: 'Create a game, as a draft or published',
    access: 'developer',
    limit: 'save',
    form: GameForm,
    largeParts: [DEMO_PART],
    response: Game,
  },
  'POST /api/games/:id': {
    summary: 'Change a game',
    access: 'developer',
    limit: 'save',
    params: z.object({ id: Id }),
    form: GameForm,
    largeParts: [DEMO_PART],
    response: Game,
  },
  'POST /api/games/:id/archive': {
    summary: 'Put a game away: unpublished, and out of the list; owners keep it',
    access: 'developer',
    limit: 'save',
    params: z.object({ id: Id }),
    response: Done,
  },
  'DELETE /api/games/:id/archive': {
    summary: 'Bring a game back as it was before it was put away',
    access: 'developer',
    limit: 'save',
    params: z.object({ id: Id }),
    response: Done,
  },
  'POST /api/upload/temp-file': {
    summary: 'An address to PUT one file to; the game form then takes it by its temp key',
    access: 'developer',
    limit: 'upload',
    body: z.object({
      filename: z.string().min(1).max(5_000).describe('Longer than 240 bytes, it is shortened'),
      contentType: z
        .string()
        .max(200)
        .regex(/^[\w.+-]+\/[\w.+-]+$/)
        .default('application/octet-stream'),
      size: z.number().int().positive().optional(),
      gameId: Id.optional().describe(
        'The game that will take it: 413 `storage_full` at once where it does not fit',
      ),
      resumable: z
        .boolean()
        .default(false)
        .describe('The address speaks tus 1.0 (HEAD, PATCH) instead of taking one PUT; needs `size`'),
    }),
    response: z.object({
      tempKey: z.string(),
      uploadUrl: z.string(),
      headers: z.record(z.string(), z.string()),
      protocol: z.enum(['put', 'tus']).describe('`tus` for a resumable upload, else one PUT'),
    }),
  },
  'GET /api/upload/temp-file/:tempKey': {
    summary: 'How far an upload has come that no game has taken yet',
    access: 'developer',
    limit: 'upload-state',
    params: z.object({ tempKey: z.string().max(100) }),
    response: z.object({
      name: z.string(),
      size: z.number().int().nullable().describe('Bytes, when they were said or have all come'),
      isComplete: z.boolean(),
      finding: z.string().nullable().describe('Why no game can take this file, as a sentence'),
      uploadUrl: z.string().nullable().describe('A fresh address to go on at, for a resumable one'),
    }),
  },
  'DELETE /api/upload/temp-file/:tempKey': {
    summary: 'Give up an upload that no game has taken',
    access: 'developer',
    params: z.object({ tempKey: z.string().max(100) }),
    response: Done,
  },
  'POST /api/upload/desc-image': {
    summary: 'Store a picture for a description',
    access: 'developer',
    limit: 'upload',
    form: z.object({ title: z.string().max(unitsMax(TITLE_MAX)).default('') }),
    response: z.object({ url: z.string() }),
  },
} satisfies CallTable
