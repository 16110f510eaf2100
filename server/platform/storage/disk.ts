import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, link, mkdir, open, opendir, readdir, stat, unlink } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { conflict, isDiskFull, storageFull } from '../http/errors/errors.ts'
import { PRIVATE_FILE, privateFolder } from '../private-files.ts'
import type { AddressSigner } from './signed-address.ts'
import { isPrivate, isStorageKey, type Range, type Storage } from './storage.ts'

/** Small enough that a hundred slow downloads cost little, large enough to be fast (security D11). */
const READ_BUFFER_BYTES = 128 * 1024

export type DiskStorage = Storage & {
  pathOf(key: string): string
  /** The folder of incomplete bytes; files untouched for a day are swept. */
  staging: string
  /** Like `write`, from a stream; its length may be unknown. */
  receive(key: string, bytes: Readable): Promise<void>
  /** Like `write`, from a complete, flushed file on the same disk, which stays where it is. */
  adopt(path: string, key: string): Promise<void>
}

/** Objects as files below `folder`. Bytes appear only when complete: written in staging, flushed, linked, folder flushed (security D5). */
export async function diskStorage(folder: string, signer: AddressSigner): Promise<DiskStorage> {
  const staging = join(folder, '.aside') // the folder's original name: uploads in progress are there
  await privateFolder(staging)
  for (const path of await privateFoldersIn(folder)) await privateFolder(path)

  const pathOf = (key: string): string => {
    if (!isStorageKey(key)) throw new Error('not a storage key')
    return join(folder, key)
  }

  const adopt = async (part: string, key: string): Promise<void> => {
    const path = pathOf(key)
    try {
      await (isPrivate(key) ? privateFolder : openFolder)(dirname(path))
      await link(part, path) // refuses to replace an existing file
      await flushFolder(dirname(path))
    } catch (error) {
      throw asHttpError(error)
    }
  }

  const receive = async (key: string, bytes: Readable): Promise<void> => {
    const part = join(staging, randomBytes(12).toString('hex'))
    try {
      await pipeline(bytes, createWriteStream(part, { flags: 'wx', flush: true, mode: modeOf(key) }))
      await adopt(part, key)
    } catch (error) {
      throw asHttpError(error)
    } finally {
      await unlink(part).catch(ignoreMissing)
    }
  }

  return {
    pathOf,
    staging,
    receive,
    adopt,
    write: (key, bytes) => receive(key, Readable.from([bytes])),
    presignPut: async (grant) => ({
      url: signer.put(grant),
      headers: { 'content-type': grant.contentType },
    }),
    presignGet: async (grant) => signer.get(grant),
    list: (below = '') => keysBelow(folder, below),
    sizeOf: (key) => stat(pathOf(key)).then((info) => info.size, missingAsNull),
    read: (key: string, range?: Range) =>
      createReadStream(pathOf(key), { ...range, highWaterMark: READ_BUFFER_BYTES }),
    remove: (key) => unlink(pathOf(key)).catch(ignoreMissing),
    sweep: (before) => sweepFolder(staging, before),
    check: () => access(staging, constants.R_OK | constants.W_OK),
  }
}

/** An object's file mode; what nginx may read depends on the umask. */
export const modeOf = (key: string): number => (isPrivate(key) ? PRIVATE_FILE : 0o666)

const openFolder = async (path: string): Promise<void> => void (await mkdir(path, { recursive: true }))

/** Objects that an earlier version may have left open to other users. */
async function privateFoldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && /^[a-z0-9-]+$/.test(entry.name) && isPrivate(`${entry.name}/`))
    .map(({ name }) => join(folder, name))
}

async function* keysBelow(folder: string, below: string): AsyncIterable<string> {
  const entries = await opendir(join(folder, below), { recursive: true }).catch(missingAsNull)
  for await (const entry of entries ?? []) {
    const key = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')
    if (entry.isFile() && isStorageKey(key)) yield key // files in staging have no such name
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Removes the files of a folder that were untouched since `before`. Returns how many. */
export async function sweepFolder(folder: string, before: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const info = await stat(path).catch(missingAsNull)
    if (!info || info.mtime > before) continue
    await unlink(path).catch(ignoreMissing)
    removed += 1
  }
  return removed
}

/** The response to a sender for an error of the file system. */
export function asHttpError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'EEXIST') return conflict('already_uploaded', 'This address has already been used.')
  return isDiskFull(error) ? storageFull() : error
}

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** For `.catch`: null when a file or folder does not exist; any other error is thrown. */
export function missingAsNull(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

/** For `.catch`: ignores that a file or folder does not exist; any other error is thrown. */
export function ignoreMissing(error: unknown): void {
  missingAsNull(error)
}
