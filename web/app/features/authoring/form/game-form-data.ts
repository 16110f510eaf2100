import type {
  FileEntry,
  GameForm,
  GamePictureField,
  ScreenshotEntry,
} from '@nofiller/contract/authoring/authoring'
import { centsOfText } from '@nofiller/contract/pricing/amount'
import { sentResponses } from '../warnings/answers.ts'
import {
  type Draft,
  type FileRow,
  type FileSource,
  incomingOf,
  SINGLE_PICTURES,
  type SinglePicture,
} from './game-draft.ts'

/**
 * The multipart body of `POST /api/games` for a form whose uploads are all complete (requirements 5.14). With `basedOn`, the
 * `updatedAt` of the edited game, the store refuses it when the game has changed since.
 */
export function gameFormData(draft: Draft, status: GameForm['status'], basedOn: string | null): FormData {
  const form = new FormData()
  const put = (field: keyof GameForm, value: string | number | boolean) => form.append(field, String(value))
  put('status', status)
  if (basedOn !== null) put('basedOn', basedOn)
  for (const field of [
    'title',
    'description',
    'projectType',
    'stage',
    'category',
    'isFree',
    'payWhatYouWant',
    'statesAdults',
    'strongestScene',
  ] as const)
    put(field, draft[field])
  put('price', draft.isFree ? 0 : draft.price.trim())
  for (const tag of draft.tags) put('tags', tag)
  for (const [field, value] of Object.entries(draft.theme)) put(field as keyof typeof draft.theme, value) // its own keys
  put('gameFilesTempJson', JSON.stringify(draft.files.map((row) => fileEntry(row, draft.isFree))))
  put('contentWarningsJson', JSON.stringify(sentResponses(draft.contentWarnings)))
  putDemo(draft, put)
  putPictures(form, draft)
  return form
}

type Put = (field: keyof GameForm, value: string | boolean) => void

/** A file as it is sent: where it comes from, its device and its price. */
export function fileEntry(row: FileRow, isFree: boolean): Partial<FileEntry> {
  const customPriceEnabled = row.customPriceEnabled && !isFree
  const cents = customPriceEnabled ? centsOfText(row.customPrice) : null
  return {
    ...(row.source.from === 'game' && { _id: row.source.fileId }),
    ...uploadOf(row),
    device: row.device,
    customPriceEnabled,
    customPrice: cents === null ? null : cents / 100,
  }
}

/** The upload that becomes a file, or the new build of one. */
function uploadOf(row: FileRow): Partial<FileEntry> {
  const tempKey = tempKeyOf(row.source)
  if (tempKey === null) return {}
  const { name, sizeBytes } =
    row.source.from === 'game' && row.source.replacement ? row.source.replacement : row
  return { tempKey, filename: name, size: sizeBytes }
}

function tempKeyOf(source: FileSource): string | null {
  const upload = incomingOf(source)?.upload
  return upload?.state === 'complete' ? upload.tempKey : null
}

/** A free game has no demo (requirements 5.4). */
function putDemo({ demo, isFree }: Draft, put: Put) {
  if (demo === null || isFree) return put('removeDemo', true)
  const tempKey = tempKeyOf(demo.source)
  if (tempKey !== null) put('demoTempKey', tempKey)
}

const REMOVERS: Partial<Record<SinglePicture, keyof GameForm>> = {
  pageBgImage: 'removePageBgImage',
  buyButtonImage: 'removeBuyButtonImage',
  demoButtonImage: 'removeDemoButtonImage',
}

function putPictures(form: FormData, draft: Draft) {
  const putFile = (field: GamePictureField, file: File) => form.append(field, file, file.name)
  for (const field of SINGLE_PICTURES) {
    const choice = draft.pictures[field]
    const remover = REMOVERS[field]
    if (choice.from === 'here') putFile(field, choice.file)
    if (choice.from === 'nowhere' && remover) form.append(remover, 'true')
  }
  const chosen = draft.screenshots.flatMap((shot) => (shot.from === 'here' ? [shot.file] : []))
  for (const file of chosen) putFile('screenshots', file)
  const entries = draft.screenshots.map(
    (shot): ScreenshotEntry =>
      shot.from === 'store'
        ? { url: shot.picture.url, alt: shot.alt }
        : { part: chosen.indexOf(shot.file), alt: shot.alt },
  )
  form.append('screenshotsJson' satisfies keyof GameForm, JSON.stringify(entries))
}
