import { GAME_TEXT, gameProblems } from '@nofiller/contract/authoring/game-rules'
import { DEFAULT_THEME, type Theme } from '@nofiller/contract/authoring/theme'
import type { Game, GameFile, Picture } from '@nofiller/contract/catalog/catalog'
import { centsOfText } from '@nofiller/contract/pricing/amount'
import { dollarsOf, MAX_PRICE_CENTS } from '@nofiller/contract/pricing/money'
import type { LeftUpload, Upload } from '../files/upload.ts'
import { type Answers, answersOf } from '../warnings/answers.ts'

/** A picture of the form: none, a stored one, or a chosen one that is sent with the form. */
export type PictureChoice =
  | { from: 'nowhere' }
  | { from: 'store'; picture: Picture }
  | { from: 'here'; file: File }

/** The file of a picture that is sent with the form. */
export const chosenFile = (choice: PictureChoice): File | null =>
  choice.from === 'here' ? choice.file : null

/** `alt` says what it shows, for those who cannot see it. */
export type Screenshot = { id: string; alt: string } & Exclude<PictureChoice, { from: 'nowhere' }>

/**
 * A file being uploaded. `before` comes from a saved draft, which holds no files of this size: it is complete,
 * or continues once the same file is chosen again.
 */
export type Incoming = { from: 'here'; file: File; upload: Upload } | { from: 'before'; upload: LeftUpload }

/** The future build of an existing file of the game. */
type Replacement = { name: string; sizeBytes: number } & Incoming

/** A file of the form: an existing one, perhaps with a new build, or one being uploaded. */
export type FileSource =
  | { from: 'game'; fileId: string; build: Build | null; replacement?: Replacement }
  | Incoming

/** The store's data of a file's current build: its hash, once computed, and when it was saved. */
export type Build = Pick<GameFile, 'sha256' | 'updatedAt'>

export type FileRow = {
  id: string
  name: string
  sizeBytes: number
  source: FileSource
  device: string
  customPriceEnabled: boolean
  /** As typed, in dollars. */
  customPrice: string
}

export type Demo = { name: string; sizeBytes: number; source: FileSource }

export const SINGLE_PICTURES = [
  'cardImage',
  'coverImage',
  'pageBgImage',
  'buyButtonImage',
  'demoButtonImage',
] as const
export type SinglePicture = (typeof SINGLE_PICTURES)[number]

/** All data of the game form. */
export type Draft = {
  title: string
  description: string
  projectType: string
  stage: string
  category: string
  tags: string[]
  /** As typed, in dollars. */
  price: string
  isFree: boolean
  payWhatYouWant: boolean
  pictures: Record<SinglePicture, PictureChoice>
  screenshots: Screenshot[]
  files: FileRow[]
  demo: Demo | null
  theme: Theme
  contentWarnings: Answers
  statesAdults: boolean
  strongestScene: string
}

const NONE: PictureChoice = { from: 'nowhere' }

export const emptyDraft = (): Draft => ({
  title: '',
  description: '',
  projectType: '',
  stage: '',
  category: '',
  tags: [],
  price: '',
  isFree: false,
  payWhatYouWant: false,
  pictures: {
    cardImage: NONE,
    coverImage: NONE,
    pageBgImage: NONE,
    buyButtonImage: NONE,
    demoButtonImage: NONE,
  },
  screenshots: [],
  files: [],
  demo: null,
  theme: { ...DEFAULT_THEME },
  contentWarnings: {},
  statesAdults: false,
  strongestScene: '',
})

/** The form of an existing game. */
export function draftOf(game: Game): Draft {
  const stored = (picture: Picture | null): PictureChoice =>
    picture === null ? NONE : { from: 'store', picture }
  return {
    title: game.title,
    description: game.description,
    projectType: game.projectType,
    stage: game.stage,
    category: game.category,
    tags: game.tags,
    price: game.isFree ? '0' : (game.sale?.listPrice ?? game.price).toFixed(2),
    isFree: game.isFree,
    payWhatYouWant: game.payWhatYouWant,
    pictures: {
      cardImage: stored(game.cardPicture),
      coverImage: stored(game.coverImage),
      pageBgImage: stored(game.pageBgImage),
      buyButtonImage: stored(game.buyButtonImage),
      demoButtonImage: stored(game.demoButtonImage),
    },
    screenshots: game.screenshots.map((picture) => ({
      id: picture.url,
      alt: picture.alt,
      from: 'store',
      picture,
    })),
    files: game.gameFiles.map((file) => ({
      id: file._id,
      name: file.name,
      sizeBytes: file.size,
      source: {
        from: 'game',
        fileId: file._id,
        build: { sha256: file.sha256, updatedAt: file.updatedAt },
      },
      device: file.device,
      customPriceEnabled: file.customPriceEnabled,
      customPrice: file.customPrice?.toFixed(2) ?? '',
    })),
    demo: game.demoFile && {
      name: game.demoFile.name,
      sizeBytes: game.demoFile.size,
      source: { from: 'game', fileId: '', build: null },
    },
    theme: themeOf(game),
    contentWarnings: answersOf(game.contentWarnings),
    statesAdults: Boolean(game.reviewerNotes?.adultsStatedAt),
    strongestScene: game.reviewerNotes?.strongestScene ?? '',
  }
}

const themeOf = (game: Game): Theme => ({
  pageBg: game.pageBg,
  textColor: game.textColor,
  linkColor: game.linkColor,
  previewBg: game.previewBg,
  previewBgAlpha: game.previewBgAlpha,
  buyButtonColor: game.buyButtonColor,
  demoButtonColor: game.demoButtonColor,
  buttonTextColor: game.buttonTextColor,
})

/** The pictures of a form that are not stored yet. */
export const chosenFiles = ({ pictures, screenshots }: Pick<Draft, 'pictures' | 'screenshots'>): File[] =>
  [...SINGLE_PICTURES.map((field) => pictures[field]), ...screenshots].flatMap((choice) =>
    choice.from === 'here' ? [choice.file] : [],
  )

/** A typed price, at most the highest one (requirements 5.3). */
export function clampPrice(text: string): { text: string; problem: string | null } {
  const isTooHigh = (centsOfText(text) ?? 0) > MAX_PRICE_CENTS
  return isTooHigh
    ? { text: String(dollarsOf(MAX_PRICE_CENTS)), problem: GAME_TEXT.priceMax }
    : { text, problem: null }
}

/** The upload of a form's file; null for an existing file without a new build. */
export const incomingOf = (source: FileSource): Incoming | null =>
  source.from === 'game' ? (source.replacement ?? null) : source

/** Whether the store has all of a file, including its new build. */
export function isUploaded(source: FileSource): boolean {
  const incoming = incomingOf(source)
  return incoming === null || incoming.upload.state === 'complete'
}

/** The uploads that the store knows and stores for this form alone. */
export const tempKeysOf = ({ files, demo }: Pick<Draft, 'files' | 'demo'>): string[] =>
  [...files, ...(demo ? [demo] : [])].flatMap(({ source }) => incomingOf(source)?.upload.tempKey ?? [])

function isOnItsWay({ source }: { source: FileSource }): boolean {
  const incoming = incomingOf(source)
  return incoming?.from === 'here' && ['waiting', 'uploading', 'paused'].includes(incoming.upload.state)
}

/** How many files of a form are being uploaded or wait for that. */
export const uploadsRunning = (draft: Draft): number =>
  [...draft.files, ...(draft.demo ? [draft.demo] : [])].filter(isOnItsWay).length

/** The files of a form that failed to upload, and what to do; null when none failed. A free game needs no demo. */
export function failureOf({ files, demo, isFree }: Draft): string | null {
  const [first, ...others] = [...files, ...(demo && !isFree ? [demo] : [])].flatMap((file) => {
    const incoming = incomingOf(file.source)
    if (incoming?.upload.state !== 'error') return []
    return file.source.from === 'game' ? (file.source.replacement?.name ?? []) : file.name
  })
  if (first === undefined) return null
  if (others.length === 0) return `${first} could not be uploaded. Retry it or remove it.`
  const further = others.length === 1 ? others[0] : `${others.length} other files`
  return `${first} and ${further} could not be uploaded. Retry or remove them.`
}

/** Why a form cannot be saved, a sentence per field: the contract's rules, and a demo that failed to upload. */
export function problemsOf(draft: Draft): Record<string, string> {
  const problems = gameProblems({
    ...draft,
    hasCard: draft.pictures.cardImage.from !== 'nowhere',
    hasCover: draft.pictures.coverImage.from !== 'nowhere',
    files: draft.files.map((file) => ({
      uploaded: isUploaded(file.source),
      device: file.device,
      customPriceEnabled: file.customPriceEnabled,
      customPrice: file.customPrice,
    })),
  })
  const hasBrokenDemo = !draft.isFree && draft.demo !== null && !isUploaded(draft.demo.source)
  return hasBrokenDemo ? { ...problems, demoFile: GAME_TEXT.upload } : problems
}
