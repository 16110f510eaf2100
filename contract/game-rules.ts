/** The rules of the game form, used by the browser's form and by the server (document 2 §5). No zod: the browser loads this. */
import { DEVICES, type Device } from './devices.ts'
import { CONTENT_CATEGORIES, PROJECT_TYPES, STAGES } from './game-kinds.ts'
import { MAX_PRICE_CENTS } from './money.ts'
import { isHexColour, THEME_COLOURS, type Theme } from './theme.ts'

export const TITLE_MAX = 120
export const DESCRIPTION_MAX = 100_000
export const TAGS_MAX = 10
export const TAG_LENGTH_MAX = 15
export const SCREENSHOTS_MAX = 5
export const FILES_MAX = 25
export const FILE_NAME_MAX = 200
/** Files above this are sent in a way that can go on after a cut. */
export const RESUMABLE_FROM_BYTES = 64 * 1024 * 1024
export const ALT_TEXT_MAX = 200
export const PICTURE_BYTES_MAX = 10 * 1024 * 1024

export const GAME_TEXT = {
  title: 'Title is required',
  description: 'Description is required',
  descriptionLong: 'Description is too long',
  descriptionDeep: 'This description is nested too deeply. Simplify its HTML.',
  projectType: 'Please select a project type',
  stage: 'Please select a stage',
  card: 'Card image is required',
  cover: 'Cover image is required',
  category: 'Please choose SFW or NSFW',
  tags: 'Please add at least one tag',
  tagsMax: 'You can only add up to 10 tags.',
  priceMax: 'Price cannot exceed $1000',
  priceZero: 'Set a price above $0 or mark the game as free',
  priceDecimals: 'Use at most two decimals',
  files: 'Please upload at least one game file',
  filesMax: 'You can only add up to 25 files.',
  upload: 'Upload a file and wait for it to finish',
  device: 'Select a device',
  firstFile: 'The first file cannot have a price of its own',
  picture: 'Only image files are allowed.',
  colour: 'Use a colour like #1a2b3c',
  alpha: 'Use a value from 0 to 1',
  freeWarning: 'Anyone can download your game for free',
  demoWarning: 'Anyone can download the demo',
} as const

export type GameDraft = {
  title: string
  description: string
  projectType: string
  stage: string
  category: string
  tags: readonly string[]
  isFree: boolean
  /** Null when the field holds no amount or one with more than two decimals. */
  priceCents: number | null
  hasCard: boolean
  hasCover: boolean
  files: readonly {
    uploaded: boolean
    device: string
    customPriceCents: number | null
    customPriceEnabled: boolean
  }[]
  theme: Theme
}

/** Tags as they are kept: trimmed, cut to 15 characters, duplicates (whatever the case) ignored. */
export function cleanTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>()
  for (const tag of tags) {
    const clean = tag.trim().replace(/\s+/g, ' ').slice(0, TAG_LENGTH_MAX).trim()
    if (clean && !kept.has(clean.toLowerCase())) kept.set(clean.toLowerCase(), clean)
  }
  return [...kept.values()]
}

/** Whether a description shows nothing: an editor's empty paragraphs count as empty, a picture does not. */
export const isEmptyHtml = (html: string): boolean =>
  !/<img\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''

/** What is wrong with a game, a sentence a field; empty when it can be saved. Files are `files.0`, `files.1`, … */
export function gameProblems(game: GameDraft): Record<string, string> {
  const problems: Record<string, string> = {}
  if (game.title.trim() === '') problems.title = GAME_TEXT.title
  if (isEmptyHtml(game.description)) problems.description = GAME_TEXT.description
  if (game.description.length > DESCRIPTION_MAX) problems.description = GAME_TEXT.descriptionLong
  if (!PROJECT_TYPES.some((type) => type === game.projectType)) problems.projectType = GAME_TEXT.projectType
  if (!STAGES.some((stage) => stage === game.stage)) problems.stage = GAME_TEXT.stage
  if (!game.hasCard) problems.cardImage = GAME_TEXT.card
  if (!game.hasCover) problems.coverImage = GAME_TEXT.cover
  if (!CONTENT_CATEGORIES.some((category) => category === game.category))
    problems.category = GAME_TEXT.category
  if (game.tags.length === 0) problems.tags = GAME_TEXT.tags
  if (game.tags.length > TAGS_MAX) problems.tags = GAME_TEXT.tagsMax
  const price = priceProblem(game)
  if (price) problems.price = price
  Object.assign(problems, fileProblems(game.files), themeProblems(game.theme))
  return problems
}

function priceProblem(game: GameDraft): string | null {
  if (game.isFree) return null
  if (game.priceCents === null) return GAME_TEXT.priceDecimals
  if (game.priceCents > MAX_PRICE_CENTS) return GAME_TEXT.priceMax
  return game.priceCents <= 0 ? GAME_TEXT.priceZero : null
}

function fileProblems(files: GameDraft['files']): Record<string, string> {
  if (files.length === 0) return { files: GAME_TEXT.files }
  if (files.length > FILES_MAX) return { files: GAME_TEXT.filesMax }
  return Object.fromEntries(
    files.flatMap((file, at) => {
      const problem = fileProblem(file, at)
      return problem ? [[`files.${at}`, problem]] : []
    }),
  )
}

function fileProblem(file: GameDraft['files'][number], at: number): string | null {
  if (!file.uploaded) return GAME_TEXT.upload
  if (!isDevice(file.device)) return GAME_TEXT.device
  if (!file.customPriceEnabled) return null
  if (at === 0) return GAME_TEXT.firstFile
  if (file.customPriceCents === null || file.customPriceCents <= 0) return GAME_TEXT.priceZero
  return file.customPriceCents > MAX_PRICE_CENTS ? GAME_TEXT.priceMax : null
}

function themeProblems(theme: Theme): Record<string, string> {
  const colours = THEME_COLOURS.filter((field) => !isHexColour(theme[field])).map((field) => [
    field,
    GAME_TEXT.colour,
  ])
  const alpha =
    theme.previewBgAlpha >= 0 && theme.previewBgAlpha <= 1 ? [] : [['previewBgAlpha', GAME_TEXT.alpha]]
  return Object.fromEntries([...colours, ...alpha])
}

const isDevice = (value: string): value is Device => DEVICES.some((device) => device === value)
