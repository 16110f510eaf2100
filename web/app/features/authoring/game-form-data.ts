import type { FileEntry, GameForm, GamePictureField } from '@nofiller/contract/authoring'
import { centsOfText } from '@nofiller/contract/money'
import {
  type Draft,
  type FileRow,
  type FileSource,
  SINGLE_PICTURES,
  type SinglePicture,
} from './game-draft.ts'

/** The multipart body of `POST /api/games` for a form whose uploads are all complete (document 2 §7). */
export function gameFormData(draft: Draft, status: GameForm['status']): FormData {
  const form = new FormData()
  const put = (field: keyof GameForm, value: string | number | boolean) => form.append(field, String(value))
  put('status', status)
  for (const field of ['title', 'description', 'projectType', 'stage', 'category', 'isFree'] as const)
    put(field, draft[field])
  put('price', draft.isFree ? 0 : draft.price.trim())
  for (const tag of draft.tags) put('tags', tag)
  for (const [field, value] of Object.entries(draft.theme)) put(field as keyof typeof draft.theme, value) // its own keys
  put('gameFilesTempJson', JSON.stringify(draft.files.map((row) => fileEntry(row, draft.isFree))))
  putDemo(draft, put)
  putPictures(form, draft)
  return form
}

type Put = (field: keyof GameForm, value: string | boolean) => void

function fileEntry(row: FileRow, isFree: boolean): Partial<FileEntry> {
  const customPriceEnabled = row.customPriceEnabled && !isFree
  const cents = customPriceEnabled ? centsOfText(row.customPrice) : null
  return {
    ...(row.source.from === 'game'
      ? { _id: row.source.fileId }
      : { tempKey: tempKeyOf(row.source), filename: row.name, size: row.sizeBytes }),
    device: row.device,
    customPriceEnabled,
    customPrice: cents === null ? null : cents / 100,
  }
}

const tempKeyOf = (source: FileSource): string =>
  source.from === 'here' && source.upload.state === 'complete' ? source.upload.tempKey : ''

/** A free game has no demo (document 2 §5). */
function putDemo({ demo, isFree }: Draft, put: Put) {
  if (demo === null || isFree) put('removeDemo', true)
  else if (demo.source.from === 'here') put('demoTempKey', tempKeyOf(demo.source))
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
  const kept = draft.screenshots.flatMap((shot) => (shot.from === 'store' ? [shot.picture.url] : []))
  // A form cannot hold an empty list: one empty address keeps none.
  for (const url of kept.length > 0 ? kept : ['']) form.append('keepScreenshots', url)
  for (const shot of draft.screenshots) if (shot.from === 'here') putFile('screenshots', shot.file)
}
