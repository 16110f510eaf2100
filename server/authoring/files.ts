import { FileEntries, type FileEntry } from '@nofiller/contract/authoring'
import type { Device } from '@nofiller/contract/devices'
import { centsOf } from '@nofiller/contract/money'
import { zodProblem } from '../platform/http/error-answer.ts'
import { badRequest, conflict } from '../platform/http/errors.ts'
import { cleanFileName } from './file-name.ts'
import { nameFits } from './file-type.ts'
import type { Upload } from './take-upload.ts'

export const FILE_TYPE_PROBLEM = 'Only .zip, .apk, .rar and image files are allowed.'

/** Where a wanted file comes from: a file of the game, an upload, or nowhere that the developer may take from. */
type Source =
  | { from: 'game'; fileId: string }
  | { from: 'upload'; upload: Upload; name: string }
  | { from: 'nowhere' }

export type WantedFile = {
  source: Source
  device: string
  customPriceEnabled: boolean
  customPriceCents: number | null
}

/** `gameFilesTempJson`, parsed. @throws HttpError 400 or 422 */
export function readEntries(json: string): FileEntry[] {
  const parsed = FileEntries.safeParse(parseJson(json))
  if (!parsed.success) throw zodProblem(parsed.error.issues)
  return parsed.data
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw badRequest('bad_request', 'Bad file selection', { gameFilesTempJson: 'This is not JSON.' })
  }
}

/** The form's file rows with their sources. A source counts once; a free game has no prices of its own (document 2 §5). */
export function wantedFiles(
  entries: readonly FileEntry[],
  fileIds: ReadonlySet<string>,
  uploads: ReadonlyMap<string, Upload>,
  isFree: boolean,
): WantedFile[] {
  const used = new Set<string>()
  return entries.map((entry) => {
    const key = entry._id ?? entry.tempKey ?? ''
    const isSecond = used.has(key)
    used.add(key)
    const customPriceEnabled = entry.customPriceEnabled && !isFree
    return {
      source: isSecond ? { from: 'nowhere' } : sourceOf(entry, fileIds, uploads),
      device: entry.device,
      customPriceEnabled,
      customPriceCents: customPriceEnabled && entry.customPrice !== null ? centsOf(entry.customPrice) : null,
    }
  })
}

function sourceOf(
  entry: FileEntry,
  fileIds: ReadonlySet<string>,
  uploads: ReadonlyMap<string, Upload>,
): Source {
  if (entry._id !== undefined)
    return fileIds.has(entry._id) ? { from: 'game', fileId: entry._id } : { from: 'nowhere' }
  const upload = uploads.get(entry.tempKey ?? '')
  if (!upload) return { from: 'nowhere' }
  return { from: 'upload', upload, name: cleanFileName(entry.filename ?? upload.name) }
}

/** Uploads whose bytes are not what the store takes, or not what their name says: `files.0`, `files.1`, … */
export const fileTypeProblems = (files: readonly WantedFile[]): Record<string, string> =>
  Object.fromEntries(
    files.flatMap(({ source }, at) =>
      source.from === 'upload' && !isAccepted(source) ? [[`files.${at}`, FILE_TYPE_PROBLEM]] : [],
    ),
  )

export const isAccepted = ({ upload, name }: { upload: Upload; name: string }): boolean =>
  upload.type !== null && nameFits(name, upload.type)

type Shelf = { device: Device; customPriceCents: number | null; position: number }
export type FilePlan = {
  /** `leftBase`: it was part of the base and now has a price of its own; who owned the base keeps it. */
  kept: ({ fileId: string; leftBase: boolean } & Shelf)[]
  added: ({ upload: Upload; name: string } & Shelf)[]
  withdrawnIds: string[]
}

/**
 * What becomes of a game's files. Nothing is deleted: a file left out is withdrawn (decisions §4).
 * @throws HttpError 409 `game_changed` when a wanted file is no longer among the current ones
 */
export function planFiles(
  current: readonly { id: string; customPriceCents: number | null }[],
  wanted: readonly WantedFile[],
): FilePlan {
  const before = new Map(current.map((file) => [file.id, file]))
  const plan: FilePlan = { kept: [], added: [], withdrawnIds: [] }
  wanted.forEach(({ source, device, customPriceCents }, position) => {
    const shelf = { device: device as Device, customPriceCents, position } // gameProblems has refused other devices
    if (source.from === 'upload') plan.added.push({ upload: source.upload, name: source.name, ...shelf })
    if (source.from !== 'game') return
    const file = before.get(source.fileId)
    if (!file) throw conflict('game_changed', 'This game was changed elsewhere. Reload the page.')
    const leftBase = file.customPriceCents === null && customPriceCents !== null
    plan.kept.push({ fileId: file.id, leftBase, ...shelf })
  })
  const keptIds = new Set(plan.kept.map((file) => file.fileId))
  plan.withdrawnIds = current.filter((file) => !keptIds.has(file.id)).map((file) => file.id)
  return plan
}
