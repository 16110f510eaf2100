import type { FileEntry } from '@nofiller/contract/authoring/authoring'
import { GAME_TEXT } from '@nofiller/contract/authoring/game-rules'
import type { Device } from '@nofiller/contract/catalog/devices'
import { centsOf } from '@nofiller/contract/pricing/money'
import { partOf } from '../../checks/archives/rar.ts'
import { nameFits } from '../../platform/file-type.ts'
import { conflict } from '../../platform/http/errors/errors.ts'
import { cleanFileName } from '../uploads/file-name.ts'
import type { Upload } from '../uploads/take-upload.ts'

/** An upload that is to become a build of a file, and the name under which it is downloaded. */
export type NewBuild = { upload: Upload; name: string }

/** Where a file row's bytes come from; `nowhere` when the developer may not use the given key. */
type Source =
  | { from: 'game'; fileId: string }
  | { from: 'upload'; build: NewBuild }
  | { from: 'replacement'; fileId: string; build: NewBuild }
  | { from: 'nowhere' }

export type FileInput = {
  source: Source
  device: string
  customPriceEnabled: boolean
  /** In dollars, as sent. */
  customPrice: number | null
}

/** The form's file rows with their sources. Each counts once; the files of a free game have no prices (requirements 5.4). */
export function fileInputsOf(
  entries: readonly FileEntry[],
  fileIds: ReadonlySet<string>,
  uploads: ReadonlyMap<string, Upload>,
  isFree: boolean,
): FileInput[] {
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
      customPrice: customPriceEnabled ? entry.customPrice : null,
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

/** The uploaded build of a form’s file; null when the form keeps the current one. */
export const newBuildOf = ({ source }: FileInput): NewBuild | null =>
  source.from === 'upload' || source.from === 'replacement' ? source.build : null

/** Problems of a form's uploads by field: `files.0`, `files.1`, … */
export const uploadProblems = (files: readonly FileInput[]): Record<string, string> =>
  Object.fromEntries(
    files.flatMap((file, at) => {
      const build = newBuildOf(file)
      const problem = build && (uploadProblem(build) ?? partProblem(build, files))
      return problem ? [[`files.${at}`, problem]] : []
    }),
  )

/** Why the store refuses an upload: its bytes, a mismatching name, or a problem in its archive. */
export const uploadProblem = ({ upload, name }: NewBuild): string | null =>
  upload.type !== null && nameFits(name, upload.type) ? upload.finding : GAME_TEXT.fileKind

/** Players cannot unpack one part of a split archive. What belongs to the parts that a game has already is not asked. */
function partProblem({ upload, name }: NewBuild, files: readonly FileInput[]): string | null {
  const own = upload.isPart ? partOf(name) : null
  if (own === null || files.some(({ source }) => source.from === 'game' || source.from === 'replacement'))
    return null
  const parts = files
    .flatMap((file) => partOf(newBuildOf(file)?.name ?? '') ?? [])
    .filter(({ archive }) => archive === own.archive)
    .map(({ part }) => part)
    .sort((one, other) => one - other)
  const isComplete = parts.length > 1 && parts.every((part, at) => part === at + 1)
  return isComplete ? null : GAME_TEXT.partAlone
}

type FileListing = { device: Device; customPriceCents: number | null; position: number }
export type FilePlan = {
  /**
   * `leftBase`: it was part of the base and now has a price of its own; who owned the base keeps it.
   * `build` replaces its present one.
   */
  retained: ({ fileId: string; leftBase: boolean; build: NewBuild | null } & FileListing)[]
  added: ({ build: NewBuild } & FileListing)[]
  withdrawnIds: string[]
}

export const gameChanged = () => conflict('game_changed', 'This game was changed elsewhere. Reload the page.')

/**
 * The changes to a game's files. Nothing is deleted: a file left out is withdrawn (requirements 5.12).
 * @throws HttpError 409 `game_changed` when a retained file is no longer among the current ones
 */
export function planFiles(
  current: readonly { id: string; customPriceCents: number | null }[],
  files: readonly FileInput[],
): FilePlan {
  const before = new Map(current.map((file) => [file.id, file]))
  const plan: FilePlan = { retained: [], added: [], withdrawnIds: [] }
  for (const [position, input] of files.entries()) {
    const { source, device, customPrice } = input
    const customPriceCents = customPrice === null ? null : centsOf(customPrice)
    const listing = { device: device as Device, customPriceCents, position } // gameProblems has refused other devices
    if (source.from === 'nowhere') continue
    if (source.from === 'upload') {
      plan.added.push({ build: source.build, ...listing })
      continue
    }
    const file = before.get(source.fileId)
    if (!file) throw gameChanged()
    const leftBase = file.customPriceCents === null && customPriceCents !== null
    plan.retained.push({ fileId: file.id, leftBase, build: newBuildOf(input), ...listing })
  }
  const retainedIds = new Set(plan.retained.map((file) => file.fileId))
  plan.withdrawnIds = current.filter((file) => !retainedIds.has(file.id)).map((file) => file.id)
  return plan
}
