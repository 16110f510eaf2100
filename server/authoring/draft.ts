import {
  FileEntries,
  type GameForm,
  type GamePictureField,
  ScreenshotEntries,
  type ScreenshotEntry,
} from '@nofiller/contract/authoring'
import { GAME_TEXT, gameProblems } from '@nofiller/contract/game-rules'
import { DEFAULT_THEME } from '@nofiller/contract/theme'
import { unprocessable } from '../platform/http/errors.ts'
import type { FilePart } from '../platform/http/multipart.ts'
import type { Account } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import {
  type NewBuild,
  newBuildOf,
  uploadProblem,
  uploadProblems,
  type WantedFile,
  wantedFiles,
} from './files.ts'
import { type WantedGame, wantedGame } from './form.ts'
import { readJsonField } from './json-field.ts'
import { currentFiles, type OwnGameRow } from './own-game.ts'
import { screenshotsProblem, wantedScreenshots } from './screenshots.ts'
import { findUploads, type Upload } from './take-upload.ts'

export type PicturePart = FilePart & { field: GamePictureField }

/** A game as the form wants it, with everything that it refers to looked up. */
export type Draft = {
  form: GameForm
  game: WantedGame
  files: WantedFile[]
  demo: WantedDemo
  /** Null leaves them to what the form brings. */
  screenshots: ScreenshotEntry[] | null
}

type WantedDemo = 'as it is' | 'none' | 'missing' | NewBuild

/** Looks up what a form refers to. @param before the game that it changes */
export async function draftOf(
  store: Store,
  author: Account,
  before: OwnGameRow | null,
  form: GameForm,
): Promise<Draft> {
  const entries = readJsonField('gameFilesTempJson', form.gameFilesTempJson, FileEntries)
  const tempKeys = [form.demoTempKey, ...entries.map((entry) => entry.tempKey)]
  const uploads = await findUploads(
    store,
    author.id,
    tempKeys.filter((key) => key !== undefined),
  )
  const current = before ? await currentFiles(store.db, before.id) : []
  const fileIds = new Set(current.map((file) => file.id))
  const game = wantedGame(form, before?.theme ?? DEFAULT_THEME)
  return {
    form,
    game,
    files: wantedFiles(entries, fileIds, uploads, game.isFree),
    demo: wantedDemo(form, uploads),
    screenshots:
      form.screenshotsJson === undefined
        ? null
        : readJsonField('screenshotsJson', form.screenshotsJson, ScreenshotEntries),
  }
}

/** A free game needs no demo (document 2 §5). */
function wantedDemo(form: GameForm, uploads: ReadonlyMap<string, Upload>): WantedDemo {
  if (form.isFree) return 'none'
  if (!form.demoTempKey) return form.removeDemo ? 'none' : 'as it is'
  const upload = uploads.get(form.demoTempKey)
  return upload ? { upload, name: upload.name } : 'missing'
}

/** Holds a draft against the rules of document 2 §5. @throws HttpError 422 with a sentence a field */
export function refuseProblems(
  { game, files, demo, screenshots }: Draft,
  pictures: readonly PicturePart[],
  before: OwnGameRow | null,
): void {
  const has = (field: GamePictureField) => pictures.some((picture) => picture.field === field)
  const problems = {
    ...uploadProblems(files),
    ...demoProblems(demo, files),
    ...pictureProblems(screenshots, pictures, before),
    ...gameProblems({
      ...game,
      hasCard: has('cardImage') || Boolean(before?.card),
      hasCover: has('coverImage') || Boolean(before?.cover),
      files: files.map((file) => ({ ...file, uploaded: file.source.from !== 'nowhere' })),
    }),
    ...(!game.isCleaned && { description: GAME_TEXT.descriptionDeep }),
  }
  if (Object.keys(problems).length > 0) throw unprocessable(problems)
}

function demoProblems(demo: WantedDemo, files: readonly WantedFile[]): Record<string, string> {
  if (demo === 'missing') return { demoTempKey: GAME_TEXT.upload }
  if (typeof demo === 'string') return {}
  const isFileToo = files.some((file) => newBuildOf(file)?.upload.tempKey === demo.upload.tempKey)
  const problem = isFileToo ? GAME_TEXT.upload : uploadProblem(demo)
  return problem ? { demoTempKey: problem } : {}
}

/** Screenshots up to their number, every other picture once: nothing is encoded that no game will show. */
function pictureProblems(
  listed: ScreenshotEntry[] | null,
  pictures: readonly PicturePart[],
  before: OwnGameRow | null,
): Record<string, string> {
  const added = pictures.filter((picture) => picture.field === 'screenshots').length
  const wanted = wantedScreenshots(listed, before?.screenshots ?? [], added)
  const problem = screenshotsProblem(wanted, added)
  const fields = pictures.map((picture) => picture.field).filter((field) => field !== 'screenshots')
  const twice = fields.filter((field, at) => fields.indexOf(field) !== at)
  return {
    ...Object.fromEntries(twice.map((field) => [field, 'Choose one picture.'])),
    ...(problem && { screenshots: problem }),
  }
}
