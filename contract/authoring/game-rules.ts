/** The rules of the game form, used by the browser's form and by the server (requirements 5.1). No zod: the browser loads this. */
import { DEVICES } from '../catalog/devices.ts'
import { CONTENT_CATEGORIES, PROJECT_TYPES, STAGES } from '../catalog/game-kinds.ts'
import { AMOUNT_TEXT, amountProblem, centsOfText } from '../pricing/amount.ts'
import { MAX_PRICE_CENTS } from '../pricing/money.ts'
import { cutText } from '../text/characters.ts'
import { comparedText } from '../text/compared-text.ts'
import { lineProblem } from '../text/plain-text.ts'
import { lengthProblem } from '../text/text-length.ts'
import { isHexColor, THEME_COLORS, type Theme } from './theme.ts'

export const TITLE_MAX = 120
export const DESCRIPTION_MAX = 100_000
export const TAGS_MAX = 10
export const TAG_LENGTH_MAX = 15
export const SCREENSHOTS_MAX = 5
export const FILES_MAX = 25
export const STRONGEST_SCENE_MAX = 1_000
/** In UTF-8: file systems allow 255, and some need a part of them. */
export const FILE_NAME_BYTES_MAX = 240
/** Larger files are sent as resumable uploads. */
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
  priceDecimals: AMOUNT_TEXT.decimals,
  priceAmount: AMOUNT_TEXT.none,
  files: 'Please upload at least one game file',
  filesMax: 'You can only add up to 25 files.',
  upload: 'Upload a file and wait for it to finish',
  device: 'Select a device',
  fileKind: 'Only .zip, .apk, .rar and image files are allowed.',
  partAlone:
    'This is one part of a split RAR archive. Upload all of its parts, or pack your game as one archive.',
  firstFile: 'The first file cannot have its own price',
  picture: 'Only image files are allowed.',
  color: 'Use a color like #1a2b3c',
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
  /** As typed, in dollars. */
  price: string
  hasCard: boolean
  hasCover: boolean
  files: readonly {
    uploaded: boolean
    device: string
    /** As typed, in dollars. */
    customPrice: string
    customPriceEnabled: boolean
  }[]
  theme: Theme
}

/** What separates tags: the commas of Latin, Arabic, Chinese and Japanese keyboards. */
export const TAG_SEPARATOR = /[,،，、]/

/** Tags as they are stored: trimmed, cut to 15 characters, without those that read alike. */
export function cleanTags(typed: readonly string[]): string[] {
  const unique = new Map<string, string>()
  for (const tag of typed.flatMap((each) => each.split(TAG_SEPARATOR))) {
    const clean = cutText(tag.trim().replace(/\s+/g, ' '), TAG_LENGTH_MAX).trim()
    const key = comparedText(clean)
    if (key && !unique.has(key)) unique.set(key, clean)
  }
  return [...unique.values()]
}

/** Whether a description shows nothing: an editor's empty paragraphs count as empty, a picture does not. */
export const isEmptyHtml = (html: string): boolean =>
  !/<img\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''

/** The types of a game's file, by its extension. */
export const FILE_ENDINGS = ['zip', 'apk', 'rar', 'jpg', 'jpeg', 'png', 'gif', 'webp'] as const

/** A file's extension in lower case without its dot; empty when there is none. */
export const endingOf = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Why a file name is not allowed; null when it is. */
export const fileNameProblem = (name: string): string | null =>
  FILE_ENDINGS.some((ending) => ending === endingOf(name))
    ? null
    : `${name} cannot be uploaded. ${GAME_TEXT.fileKind}`

/**
 * The problems of a game, a sentence per field; empty when it can be saved. A file is `files.0`, with `files.0.device` and
 * `files.0.customPrice`.
 */
export function gameProblems(game: GameDraft): Record<string, string> {
  const problems: Record<string, string> = {}
  if (game.title.trim() === '') problems.title = GAME_TEXT.title
  const wrongTitle = lineProblem(game.title, TITLE_MAX)
  if (wrongTitle) problems.title = wrongTitle
  if (isEmptyHtml(game.description)) problems.description = GAME_TEXT.description
  const wrongDescription = lengthProblem(game.description, DESCRIPTION_MAX, GAME_TEXT.descriptionLong)
  if (wrongDescription) problems.description = wrongDescription
  if (!PROJECT_TYPES.some((type) => type === game.projectType)) problems.projectType = GAME_TEXT.projectType
  if (!STAGES.some((stage) => stage === game.stage)) problems.stage = GAME_TEXT.stage
  if (!game.hasCard) problems.cardImage = GAME_TEXT.card
  if (!game.hasCover) problems.coverImage = GAME_TEXT.cover
  if (!CONTENT_CATEGORIES.some((category) => category === game.category))
    problems.category = GAME_TEXT.category
  if (game.tags.length === 0) problems.tags = GAME_TEXT.tags
  if (game.tags.length > TAGS_MAX) problems.tags = GAME_TEXT.tagsMax
  const wrongTag = game.tags
    .map((tag) => lineProblem(tag, TAG_LENGTH_MAX))
    .find((problem) => problem !== null)
  if (wrongTag) problems.tags = wrongTag
  const price = game.isFree ? null : priceProblem(game.price)
  if (price) problems.price = price
  Object.assign(problems, fileProblems(game.files), themeProblems(game.theme))
  return problems
}

/** Why a typed price is invalid; null when it is valid. */
export function priceProblem(typed: string): string | null {
  const cents = centsOfText(typed)
  if (cents === null) return amountProblem(typed)
  if (cents > MAX_PRICE_CENTS) return GAME_TEXT.priceMax
  return cents <= 0 ? GAME_TEXT.priceZero : null
}

function fileProblems(files: GameDraft['files']): Record<string, string> {
  if (files.length === 0) return { files: GAME_TEXT.files }
  if (files.length > FILES_MAX) return { files: GAME_TEXT.filesMax }
  return Object.fromEntries(
    files.flatMap((file, at) =>
      Object.entries(rowProblems(file, at)).flatMap(([field, problem]) =>
        problem ? [[field, problem]] : [],
      ),
    ),
  )
}

function rowProblems(file: GameDraft['files'][number], at: number): Record<string, string | null> {
  const hasPrice = file.customPriceEnabled && at > 0
  return {
    [`files.${at}`]: fileProblem(file, at),
    [`files.${at}.device`]: isDevice(file.device) ? null : GAME_TEXT.device,
    [`files.${at}.customPrice`]: hasPrice ? priceProblem(file.customPrice) : null,
  }
}

function fileProblem({ uploaded, customPriceEnabled }: GameDraft['files'][number], at: number) {
  if (!uploaded) return GAME_TEXT.upload
  return at === 0 && customPriceEnabled ? GAME_TEXT.firstFile : null
}

function themeProblems(theme: Theme): Record<string, string> {
  const colors = THEME_COLORS.filter((field) => !isHexColor(theme[field])).map((field) => [
    field,
    GAME_TEXT.color,
  ])
  const alpha =
    theme.previewBgAlpha >= 0 && theme.previewBgAlpha <= 1 ? [] : [['previewBgAlpha', GAME_TEXT.alpha]]
  return Object.fromEntries([...colors, ...alpha])
}

const isDevice = (value: string): boolean => DEVICES.some((device) => device === value)
