import type { FileEntry } from '@nofiller/contract/authoring'
import type { Device } from '@nofiller/contract/devices'
import { centsOf } from '@nofiller/contract/money'
import { conflict } from '../platform/http/errors.ts'
import { cleanFileName } from './file-name.ts'
import { nameFits } from './file-type.ts'
import type { Upload } from './take-upload.ts'

const FILE_TYPE_PROBLEM = 'Only .zip, .apk, .rar and image files are allowed.'

/** An upload that is to become a build of a file, and the name under which it is downloaded. */
export type NewBuild = { upload: Upload; name: string }

/** Where a wanted file comes from; `nowhere` is what the developer may not take from. */
type Source =
  | { from: 'game'; fileId: string }
  | { from: 'upload'; build: NewBuild }
  | { from: 'replacement'; fileId: string; build: NewBuild }
  | { from: 'nowhere' }

export type WantedFile = {
  source: Source
  device: string
  customPriceEnabled: boolean
  customPriceCents: number | null
}

/** The form's file rows with their sources. Each counts once; the files of a free game have no prices (document 2 §5). */
export function wantedFiles(
  entries: readonly FileEntry[],
  fileIds: ReadonlySet<string>,
  uploads: ReadonlyMap<string, Upload>,
  isFree: boolean,
): WantedFile[] {
  const used = new Set<string>()
  return entries.map((entry) => {
    const keys = [entry._id, entry.tempKey].filter((key) => key !== undefined)
    const isSecond = keys.some((key) => used.has(key))
    for (const key of keys) used.add(key)
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
  const { _id: fileId, tempKey, filename } = entry
  if (fileId !== undefined && !fileIds.has(fileId)) return { from: 'nowhere' }
  if (fileId !== undefined && tempKey === undefined) return { from: 'game', fileId }
  const upload = uploads.get(tempKey ?? '')
  if (!upload) return { from: 'nowhere' }
  const build = { upload, name: cleanFileName(filename ?? upload.name) }
  return fileId === undefined ? { from: 'upload', build } : { from: 'replacement', fileId, build }
}

export const newBuildOf = ({ source }: WantedFile): NewBuild | null =>
  source.from === 'upload' || source.from === 'replacement' ? source.build : null

/** What is wrong with the uploads among a form's files: `files.0`, `files.1`, … */
export const uploadProblems = (files: readonly WantedFile[]): Record<string, string> =>
  Object.fromEntries(
    files.flatMap((file, at) => {
      const build = newBuildOf(file)
      const problem = build && uploadProblem(build)
      return problem ? [[`files.${at}`, problem]] : []
    }),
  )

/** Why the store does not take an upload: its bytes, or that its name says otherwise, or what was found in its archive. */
export const uploadProblem = ({ upload, name }: NewBuild): string | null =>
  upload.type !== null && nameFits(name, upload.type) ? upload.finding : FILE_TYPE_PROBLEM

type Shelf = { device: Device; customPriceCents: number | null; position: number }
export type FilePlan = {
  /**
   * `leftBase`: it was part of the base and now has a price of its own; who owned the base keeps it.
   * `build` replaces its present one.
   */
  kept: ({ fileId: string; leftBase: boolean; build: NewBuild | null } & Shelf)[]
  added: ({ build: NewBuild } & Shelf)[]
  withdrawnIds: string[]
}

export const gameChanged = () => conflict('game_changed', 'This game was changed elsewhere. Reload the page.')

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
  for (const [position, wantedFile] of wanted.entries()) {
    const { source, device, customPriceCents } = wantedFile
    const shelf = { device: device as Device, customPriceCents, position } // gameProblems has refused other devices
    if (source.from === 'nowhere') continue
    if (source.from === 'upload') {
      plan.added.push({ build: source.build, ...shelf })
      continue
    }
    const file = before.get(source.fileId)
    if (!file) throw gameChanged()
    const leftBase = file.customPriceCents === null && customPriceCents !== null
    plan.kept.push({ fileId: file.id, leftBase, build: newBuildOf(wantedFile), ...shelf })
  }
  const keptIds = new Set(plan.kept.map((file) => file.fileId))
  plan.withdrawnIds = current.filter((file) => !keptIds.has(file.id)).map((file) => file.id)
  return plan
}
