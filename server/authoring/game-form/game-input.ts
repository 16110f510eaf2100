import {
  FileEntries,
  type GameForm,
  type GamePictureField,
  ScreenshotEntries,
  type ScreenshotEntry,
} from '@nofiller/contract/authoring/authoring'
import { GAME_TEXT, gameProblems } from '@nofiller/contract/authoring/game-rules'
import { DEFAULT_THEME } from '@nofiller/contract/authoring/theme'
import { currentFiles, type OwnGameRow } from '../../catalog/own-game.ts'
import type { ThemePolicy } from '../../catalog/theme-policy.ts'
import type { Account } from '../../platform/caller.ts'
import type { FilePart } from '../../platform/http/bodies/multipart.ts'
import { unprocessable } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { screenshotEntriesOf, screenshotsProblem } from '../pictures/screenshots.ts'
import { findUploads, type Upload } from '../uploads/take-upload.ts'
import {
  type FileInput,
  fileInputsOf,
  type NewBuild,
  newBuildOf,
  uploadProblem,
  uploadProblems,
} from './files.ts'
import { type GameFields, gameFieldsOf } from './form.ts'
import { readJsonField } from './json-field.ts'
import { reviewerNotesProblems } from './reviewer-notes.ts'
import { type WarningInput, warningInputsOf, warningProblems } from './warnings.ts'

export type PicturePart = FilePart & { field: GamePictureField }

/** A game form's input with all its references looked up. */
export type Draft = {
  form: GameForm
  game: GameFields
  files: FileInput[]
  demo: DemoInput
  /** Null leaves them to what the form brings. */
  screenshots: ScreenshotEntry[] | null
  warnings: WarningInput[]
}

type DemoInput = 'as it is' | 'none' | 'missing' | NewBuild

/** Parses a form and looks up its references. @param before the game that it changes */
export async function readDraft(
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
  const game = gameFieldsOf(form, before?.theme ?? DEFAULT_THEME)
  return {
    form,
    game,
    files: fileInputsOf(entries, fileIds, uploads, game.isFree),
    demo: demoInputOf(form, uploads),
    screenshots:
      form.screenshotsJson === undefined
        ? null
        : readJsonField('screenshotsJson', form.screenshotsJson, ScreenshotEntries),
    warnings: warningInputsOf(form.contentWarningsJson),
  }
}

/** A free game needs no demo (requirements 5.4). */
function demoInputOf(form: GameForm, uploads: ReadonlyMap<string, Upload>): DemoInput {
  if (form.isFree) return 'none'
  if (!form.demoTempKey) return form.removeDemo ? 'none' : 'as it is'
  const upload = uploads.get(form.demoTempKey)
  return upload ? { upload, name: upload.name } : 'missing'
}

/** Holds a draft against the rules of requirements 5.1. @throws HttpError 422 with a sentence a field */
export function refuseProblems(
  { form, game, files, demo, screenshots, warnings }: Draft,
  pictures: readonly PicturePart[],
  before: OwnGameRow | null,
  policy: ThemePolicy,
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
      price: form.price,
      files: files.map((file) => ({
        ...file,
        uploaded: file.source.from !== 'nowhere',
        customPrice: String(file.customPrice ?? ''),
      })),
    }),
    ...warningProblems(warnings, policy),
    ...reviewerNotesProblems(form),
    ...(!game.isCleaned && { description: GAME_TEXT.descriptionDeep }),
  }
  if (Object.keys(problems).length > 0) throw unprocessable(problems)
}

function demoProblems(demo: DemoInput, files: readonly FileInput[]): Record<string, string> {
  if (demo === 'missing') return { demoTempKey: GAME_TEXT.upload }
  if (typeof demo === 'string') return {}
  const isFileToo = files.some((file) => newBuildOf(file)?.upload.tempKey === demo.upload.tempKey)
  const alone = demo.upload.isPart ? GAME_TEXT.partAlone : null
  const problem = isFileToo ? GAME_TEXT.upload : (uploadProblem(demo) ?? alone)
  return problem ? { demoTempKey: problem } : {}
}

/** Screenshots up to their number, every other picture once: nothing is encoded that no game will show. */
function pictureProblems(
  listed: ScreenshotEntry[] | null,
  pictures: readonly PicturePart[],
  before: OwnGameRow | null,
): Record<string, string> {
  const added = pictures.filter((picture) => picture.field === 'screenshots').length
  const entries = screenshotEntriesOf(listed, before?.screenshots ?? [], added)
  const problem = screenshotsProblem(entries, added)
  const fields = pictures.map((picture) => picture.field).filter((field) => field !== 'screenshots')
  const twice = fields.filter((field, at) => fields.indexOf(field) !== at)
  return {
    ...Object.fromEntries(twice.map((field) => [field, 'Choose only one image.'])),
    ...(problem && { screenshots: problem }),
  }
}
