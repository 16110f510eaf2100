import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { PRIVATE_FILE } from '../platform/private-files.ts'

export type ArchiveEntry = { path: string; text: AsyncIterable<string | Buffer> }
export type EntryHash = { path: string; sha256: string }

/**
 * Writes a ZIP file, one entry after another, each read as fast as it is written. The last entry is made from the SHA-256
 * of all before it.
 */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<ArchiveEntry>,
  lastEntry: (hashes: EntryHash[]) => ArchiveEntry,
): Promise<void> {
  const zip = new ZipFile()
  const written = pipeline(
    zip.outputStream,
    createWriteStream(path, { flags: 'w', flush: true, mode: PRIVATE_FILE }),
  )
  const addAll = async () => {
    const hashes: EntryHash[] = []
    for await (const entry of entries)
      hashes.push({
        path: entry.path,
        sha256: await Promise.race([addEntry(zip, entry), failureOf(written)]),
      })
    await addEntry(zip, lastEntry(hashes))
    zip.end()
  }
  try {
    await addAll()
  } catch (error) {
    // yazl pipes into it, and only its reader needs the exact type.
    ;(zip.outputStream as Readable).destroy()
    await written.catch(() => undefined)
    throw error
  }
  await written
}

/** Ends only when the file cannot be written. */
const failureOf = (written: Promise<void>): Promise<never> =>
  written.then(() => {
    throw new Error('the archive ended before its entries')
  })

/** @returns the entry's SHA-256, once all of it was taken */
function addEntry(zip: ZipFile, { path, text }: ArchiveEntry): Promise<string> {
  const hash = createHash('sha256')
  return new Promise((resolve, reject) => {
    const hashed = async function* () {
      for await (const piece of text) {
        hash.update(piece)
        yield piece
      }
    }
    const bytes = Readable.from(hashed(), { objectMode: false })
    bytes.once('error', reject)
    bytes.once('end', () => resolve(hash.digest('hex')))
    zip.addReadStream(bytes, path)
  })
}
