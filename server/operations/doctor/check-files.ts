import { randomBytes } from 'node:crypto'
import { mkdir, statfs } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../../config.ts'
import { brokenTexts } from '../../content/every-text.ts'
import { HttpError, isDiskFull } from '../../platform/http/errors/errors.ts'
import { type Storage, writeOnce } from '../../platform/storage/storage.ts'
import { bad, good, type Outcome, warn } from './finding.ts'

const FULL_WARN = 0.8
const FULL_BAD = 0.95
const GIB = 1024 ** 3

/** Writes an object, reads it back, tries to write over it, and removes it. */
export async function checkStorage(
  open: () => Promise<Storage>,
  { where, dataDir }: { where: string; dataDir: string },
): Promise<Outcome> {
  const key = `probes/${randomBytes(12).toString('hex')}`
  const bytes = randomBytes(1_000)
  try {
    const storage = await open()
    await storage.check()
    await storage.write(key, bytes)
    try {
      if (!(await buffer(storage.read(key))).equals(bytes))
        return bad(`Files in ${where} come back changed: do not use it for the store.`)
      if (await writeOnce(storage, key, Buffer.from('second')))
        return bad(
          `${where} writes over files in spite of "If-None-Match: *": the store needs one that answers 412, or files could be changed after they were checked.`,
        )
    } finally {
      await storage.remove(key)
    }
  } catch (error) {
    if (isDiskFull(error) || (error instanceof HttpError && error.status === FULL_STATUS))
      return fullDisk(await checkDisk(dataDir), where)
    return bad(`Files cannot be written and read in ${where} (${reasonOf(error)}): ${STORAGE_CURE}`)
  }
  return good(`Files are written once and read back in ${where}.`)
}

const STORAGE_CURE =
  "let the store's user own DATA_DIR, or, for an object store, correct S3_* and the rights of its key."

const FULL_STATUS = 507

/** The disk's own finding, which says it once; a quota may be full on a disk that is not. */
const fullDisk = (disk: Outcome, where: string): Outcome =>
  disk.state === 'bad'
    ? disk
    : bad(`There is no room left in ${where}: ${DISK_CURE}, before uploads and sales fail.`)

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? `${error.code}` : ''
  return code && !error.message.startsWith(code) ? `${code}: ${error.message}` : error.message
}

/** Whether the disk of the data folder has room. */
export async function checkDisk(folder: string): Promise<Outcome> {
  await mkdir(folder, { recursive: true })
  const { blocks, bavail, bsize } = await statfs(folder)
  return diskOutcome({ totalBytes: blocks * bsize, freeBytes: bavail * bsize }, folder)
}

const DISK_CURE = 'remove old backups first, then give it more room, or move files to an object store'

/** The rating of a disk's free space. */
export function diskOutcome(
  { totalBytes, freeBytes }: { totalBytes: number; freeBytes: number },
  folder: string,
): Outcome {
  const full = totalBytes === 0 ? 0 : 1 - freeBytes / totalBytes
  const fact = `The disk of ${folder} is ${Math.floor(100 * full)}% full, with ${(freeBytes / GIB).toFixed(1)} GiB left`
  if (full >= FULL_BAD) return bad(`${fact}: ${DISK_CURE}, before uploads and sales fail.`)
  return full >= FULL_WARN ? warn(`${fact}: ${DISK_CURE}.`) : good(`${fact}.`)
}

/** Whether all pages can be made of their texts, the owner's own among them. */
export async function checkTexts(config: Config): Promise<Outcome> {
  const problems = await brokenTexts(config)
  if (problems.length > 0)
    return bad(
      `A text cannot be shown, so its page fails: ${problems.join(' · ')}. Correct it, see content/README.md.`,
    )
  return good('All texts can be shown.')
}
