import { endingOf } from '@nofiller/contract/authoring/game-rules'
import type { ArchiveContents, BuildContents } from '../platform/database/tables.ts'
import { fileTypeOf } from '../platform/file-type.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { readArchive } from './archives/archive.ts'
import { ArchiveReader, type ReadBudget, readBudget } from './archives/archive-reader.ts'
import { shownName } from './archives/entry-name.ts'
import { rarFinding, rarHead } from './archives/rar.ts'
import { engineOf } from './engine.ts'
import { filesAmong, type PackedFile, pathsIn } from './packed-files.ts'
import { findPrograms } from './programs.ts'
import { leftoversAmong, secretsAmong } from './unwanted-files.ts'

type Bytes = Pick<Storage, 'read'>
export type StoredBuild = { name: string; storageKey: string; sizeBytes: number }

/**
 * Reads the list at the end of an archive and the first 4 kB of a few files in it; nothing is unpacked.
 * @throws only what the storage throws
 */
export async function readContents(
  storage: Bytes,
  build: StoredBuild,
  before: StoredBuild | null,
): Promise<BuildContents> {
  const { storageKey: key, sizeBytes, name } = build
  const budget = readBudget()
  const reader = readerOf(storage, build, budget)
  const type = fileTypeOf(await reader.fewBytesAt(0, Math.min(TYPE_BYTES, sizeBytes)))
  if (type === 'rar')
    return { problem: rarFinding(await rarHead(storage, key, sizeBytes), name), archive: null }
  if (type !== 'zip') return { problem: null, archive: null }
  const list = await readArchive(reader, sizeBytes)
  if (list.problem) return { problem: list.problem, archive: null }
  const { entries, listAt } = list
  const files = filesAmong(entries)
  const programs = await findPrograms(files, reader, { name, listAt })
  return {
    problem: null,
    archive: {
      programs,
      archiveWithin: archiveWithin(files),
      engine: await engineOf(files, reader),
      leftovers: leftoversAmong(files),
      secrets: await secretsAmong(files, reader),
      before: before && (await comparedWith(readerOf(storage, before, budget), before, files)),
    },
  }
}

const TYPE_BYTES = 16

const readerOf = (storage: Bytes, { storageKey, sizeBytes }: StoredBuild, budget: ReadBudget) =>
  new ArchiveReader((range) => storage.read(storageKey, range), sizeBytes, budget)

const TEXTS = ['txt', 'md', 'nfo', 'pdf', 'url', 'rtf', 'html']
const ARCHIVES = ['zip', 'rar', '7z']

/** The one archive beside which there are texts at most. */
function archiveWithin(files: readonly PackedFile[]): string | null {
  const others = files.filter(
    ({ path }) => !TEXTS.includes(endingOf(path)) && !/(?:^|\/)(?:__MACOSX\/|\.DS_Store$)/.test(path),
  )
  const [only] = others
  if (only === undefined || others.length > 1 || !ARCHIVES.includes(endingOf(only.path))) return null
  return shownName(only.path.split('/').at(-1) ?? '')
}

async function comparedWith(
  reader: ArchiveReader,
  before: StoredBuild,
  files: readonly PackedFile[],
): Promise<ArchiveContents['before']> {
  const list = await readArchive(reader, before.sizeBytes)
  if (list.problem) return null
  const now = new Set(pathsIn(files))
  const paths = pathsIn(filesAmong(list.entries))
  const gone = paths.filter((path) => !now.has(path)).length
  return { sizeBytes: before.sizeBytes, files: paths.length, gone }
}
