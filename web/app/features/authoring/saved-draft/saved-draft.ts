import type { ResponseBody } from '@nofiller/contract/calls'
import type { Game } from '@nofiller/contract/catalog/catalog'
import { eachText } from '@nofiller/contract/text/each-text'
import { ApiError } from '../../../api/api-error.ts'
import { goesOn, type LeftUpload } from '../files/upload.ts'
import {
  type Draft,
  draftOf,
  emptyDraft,
  type FileRow,
  type FileSource,
  type Incoming,
  type PictureChoice,
  problemsOf,
  type Screenshot,
  SINGLE_PICTURES,
  type SinglePicture,
} from '../form/game-draft.ts'
import { gameFormData } from '../form/game-form-data.ts'
import { previewGame } from '../preview/preview-game.ts'

/** A chosen picture is stored beside the texts, so it is not rewritten with every word: `at` is its index there. */
type ExistingPicture = Exclude<PictureChoice, { from: 'here' }> | { from: 'chosen'; at: number }
type ExistingScreenshot = { id: string; alt: string } & Exclude<ExistingPicture, { from: 'nowhere' }>

/** A form as it is stored in the browser; its uploads do not contain their files. */
type SavedTexts = Omit<Draft, 'pictures' | 'screenshots'> & {
  pictures: Record<SinglePicture, ExistingPicture>
  screenshots: ExistingScreenshot[]
}

/** An unsaved form: when it was stored (ms since 1970), and `updatedAt` of the game that it changes. */
/** As stored: `keptAt` is when, in ms; drafts of earlier releases hold it under this name. */
export type SavedDraft = { keptAt: number; basedOn: string | null; texts: SavedTexts; pictures: File[] }

const CHOOSE_AGAIN = 'Choose the file again.'

/** The stored part of a form, `pictures` being its chosen ones in order (`chosenFiles`). */
export function textsOf(draft: Draft, pictures: readonly File[]): SavedTexts {
  const saved = (choice: PictureChoice): ExistingPicture =>
    choice.from === 'here' ? { from: 'chosen', at: pictures.indexOf(choice.file) } : choice
  return {
    ...draft,
    pictures: eachPicture((field) => saved(draft.pictures[field])),
    screenshots: draft.screenshots.map((shot) =>
      shot.from === 'here'
        ? { id: shot.id, alt: shot.alt, from: 'chosen', at: pictures.indexOf(shot.file) }
        : shot,
    ),
    files: draft.files.map((row) => ({ ...row, source: left(row.source) })),
    demo: draft.demo && { ...draft.demo, source: left(draft.demo.source) },
  }
}

/** The same source without the file itself, which is too large to store. */
function left(source: FileSource): FileSource {
  if (source.from !== 'game') return { from: 'before', upload: leftOf(source) }
  if (!source.replacement) return source
  const { name, sizeBytes } = source.replacement
  return {
    ...source,
    replacement: { name, sizeBytes, from: 'before', upload: leftOf(source.replacement) },
  }
}

function leftOf(incoming: Incoming): LeftUpload {
  if (incoming.from === 'before') return incoming.upload
  const { upload, file } = incoming
  if (upload.state === 'complete') return upload
  const { tempKey } = upload
  if (tempKey === undefined) return { state: 'error', message: CHOOSE_AGAIN }
  if (!goesOn(file)) return gone(tempKey)
  const { name, size, lastModified } = file
  const sentBytes = 'sentBytes' in upload ? upload.sentBytes : 0
  return { state: 'paused', tempKey, sentBytes, totalBytes: size, file: { name, size, lastModified } }
}

const gone = (tempKey: string): LeftUpload => ({ state: 'error', message: CHOOSE_AGAIN, tempKey })

/**
 * The stored form. Its references to the store are updated from `game`: a file or a picture that the game
 * no longer has is left out, and so is a part that could not be shown.
 */
export function draftFrom({ texts: stored, pictures }: SavedDraft, game: Game | null): Draft {
  const now = game === null ? emptyDraft() : draftOf(game)
  const texts = eachText(stored, (text) => text.replace(HALF, ''))
  const single = (field: SinglePicture): PictureChoice => {
    const saved = texts.pictures[field]
    if (saved.from === 'nowhere') return saved
    const file = saved.from === 'chosen' ? pictures[saved.at] : undefined
    return file ? { from: 'here', file } : now.pictures[field]
  }
  const screenshot = (saved: ExistingScreenshot): Screenshot[] => {
    if (saved.from === 'store')
      return now.screenshots.some(({ id }) => id === saved.picture.url) ? [saved] : []
    const file = pictures[saved.at]
    return file ? [{ id: saved.id, alt: saved.alt, from: 'here', file }] : []
  }
  const parts: { [Field in keyof Draft]?: () => Draft[Field] } = {
    pictures: () => eachPicture(single),
    screenshots: () => texts.screenshots.flatMap(screenshot),
    files: () => texts.files.flatMap((row) => rowNow(row, now.files)),
    demo: () => (texts.demo?.source.from === 'game' ? now.demo : texts.demo),
  }
  const partOf = (field: keyof Draft) => ({ [field]: (parts[field] ?? (() => Reflect.get(texts, field)))() })
  return (Object.keys(now) as (keyof Draft)[]).reduce(
    (draft, field) => withPart(draft, () => partOf(field)),
    now,
  )
}

/** Half of an emoji, left by fields that counted code units. */
const HALF = /\p{Cs}/gu

/** A draft with a part of a stored one; without the part when it is missing or the form could not show or send it. */
function withPart(draft: Draft, read: () => Partial<Draft>): Draft {
  try {
    const part = read()
    const [[field, value] = ['']] = Object.entries(part)
    if (kindOf(value) !== kindOf(Reflect.get(draft, field))) return draft
    const restored = { ...draft, ...part }
    problemsOf(restored)
    previewGame(restored, { developer: NOBODY, devName: '' }, () => null)
    gameFormData(restored, 'draft', null)
    return restored
  } catch {
    return draft
  }
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)
const NOBODY = { _id: '', username: '', displayName: null }

/** A stored row; an existing file gets its current data, with the entered changes. */
function rowNow(row: FileRow, current: readonly FileRow[]): FileRow[] {
  const { source } = row
  if (source.from !== 'game') return [row]
  const now = current.find((each) => each.source.from === 'game' && each.source.fileId === source.fileId)
  if (now?.source.from !== 'game') return []
  const { name, sizeBytes } = now
  const { replacement } = source
  return [{ ...row, name, sizeBytes, source: replacement ? { ...now.source, replacement } : now.source }]
}

const eachPicture = <Value>(makeValue: (field: SinglePicture) => Value): Record<SinglePicture, Value> =>
  Object.fromEntries(SINGLE_PICTURES.map((field) => [field, makeValue(field)])) as Record<
    SinglePicture,
    Value
  > // all of its keys

type Progress = ResponseBody<'GET /api/upload/temp-file/:tempKey'>
/** Asks the store for an upload's progress. */
export type AskProgress = (tempKey: string) => Promise<Progress>

/** The form with its uploads as the store has them; for a missing one the file must be chosen again. */
export async function withUploadsChecked(draft: Draft, ask: AskProgress): Promise<Draft> {
  const files = draft.files.map(async (row) => ({ ...row, source: await checkedSource(row.source, ask) }))
  return {
    ...draft,
    files: await Promise.all(files),
    demo: draft.demo && { ...draft.demo, source: await checkedSource(draft.demo.source, ask) },
  }
}

async function checkedSource(source: FileSource, ask: AskProgress): Promise<FileSource> {
  if (source.from === 'before') return { from: 'before', upload: await checked(source.upload, ask) }
  if (source.from !== 'game' || source.replacement?.from !== 'before') return source
  const { replacement } = source
  return { ...source, replacement: { ...replacement, upload: await checked(replacement.upload, ask) } }
}

async function checked(upload: LeftUpload, ask: AskProgress): Promise<LeftUpload> {
  if (upload.state === 'error') return upload
  const { tempKey } = upload
  try {
    const progress = await ask(tempKey)
    if (progress.finding !== null) return { state: 'error', message: progress.finding, tempKey }
    if (progress.isComplete) return { state: 'complete', tempKey }
    return progress.uploadUrl !== null && upload.state === 'paused' ? upload : gone(tempKey)
  } catch (error) {
    // For an upload whose state is unknown, saving will report a problem.
    return error instanceof ApiError && error.status === 404 ? gone(tempKey) : upload
  }
}
