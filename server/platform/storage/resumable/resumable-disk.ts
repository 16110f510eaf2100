import { type FileHandle, open, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { HttpError, notFound } from '../../http/errors/errors.ts'
import { asHttpError, codeOf, type DiskStorage, ignoreMissing, missingAsNull, modeOf } from '../disk.ts'
import type { PartStore, Unfinished } from './resumable.ts'

/** Bytes are flushed at this interval; a crash loses at most this many. */
const FLUSH_EVERY_BYTES = 32 * 1024 ** 2

/**
 * Unfinished uploads as files in the staging folder, each with a note of its size and flushed length. The note and not the
 * file's length decides where an upload continues: after a power failure a file may be longer than its written data
 * (security D5).
 */
export function diskParts(storage: DiskStorage, flushEveryBytes = FLUSH_EVERY_BYTES): PartStore {
  // Keys contain no `+`, so two keys never map to one file name.
  const partOf = (key: string) => join(storage.staging, key.replaceAll('/', '+'))
  const noteOf = (key: string) => `${partOf(key)}.note`

  const note = async (key: string, unfinished: Unfinished): Promise<void> => {
    const staging = `${noteOf(key)}.new`
    try {
      await writeFile(staging, JSON.stringify(unfinished), { flush: true })
      await rename(staging, noteOf(key))
    } catch (error) {
      await unlink(staging).catch(ignoreMissing)
      throw error
    }
  }

  const find = async (key: string): Promise<Unfinished | null> => {
    const [part, text] = await Promise.all([
      stat(partOf(key)).catch(missingAsNull),
      readFile(noteOf(key), 'utf8').catch(missingAsNull),
    ])
    return part && text ? (JSON.parse(text) as Unfinished) : null // written by `note` alone, and complete
  }

  const remove = async (key: string): Promise<void> => {
    await unlink(partOf(key)).catch(ignoreMissing)
    await unlink(noteOf(key)).catch(ignoreMissing)
  }

  const publish = async (key: string): Promise<void> => {
    await storage.adopt(partOf(key), key).catch(ignoreStored)
    await remove(key)
  }

  /** Flushes the bytes, then the note; removes the note when the file was removed meanwhile. */
  const flush = async (part: FileHandle, key: string, unfinished: Unfinished): Promise<void> => {
    await part.datasync()
    await note(key, unfinished)
    if ((await part.stat()).nlink > 0) return
    await remove(key)
    throw gone()
  }

  const receive = async (part: FileHandle, key: string, bytes: Readable, offset: number) => {
    const unfinished = await find(key)
    if (!unfinished) throw gone()
    let end = offset
    let flushed: Promise<unknown> = Promise.resolve()
    let flushFrom = offset + flushEveryBytes
    const flushAll = async () => {
      await flushed.catch(() => undefined) // or again now
      await flush(part, key, { ...unfinished, receivedBytes: end })
    }
    try {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        await writeAll(part, chunk, end)
        end += chunk.length
        if (end < flushFrom) continue
        flushFrom = end + flushEveryBytes
        await flushed
        flushed = flush(part, key, { ...unfinished, receivedBytes: end }) // while more is written
        flushed.catch(() => undefined) // thrown where it is awaited
      }
    } catch (error) {
      await flushAll().catch(() => undefined) // the earlier error says more
      throw error
    }
    await flushAll()
    return { end, isComplete: end === unfinished.sizeBytes }
  }

  const write = async (key: string, bytes: Readable, offset: number): Promise<number> => {
    const part = await open(partOf(key), 'r+')
    const { end, isComplete } = await receive(part, key, bytes, offset).finally(() => part.close())
    if (isComplete) await publish(key)
    return end
  }

  return {
    find,
    remove,

    open: async ({ key, sizeBytes }) => {
      try {
        await writeFile(partOf(key), '', { flag: 'wx', mode: modeOf(key) })
        await note(key, { sizeBytes, receivedBytes: 0 }).catch(async (error) => {
          await remove(key)
          throw error
        })
      } catch (error) {
        throw asHttpError(error)
      }
    },

    write: (key, bytes, offset) =>
      write(key, bytes, offset).catch((error) => {
        throw codeOf(error) === 'ENOENT' ? gone() : asHttpError(error)
      }),
  }
}

/** The upload was cancelled, by this call or by a concurrent one. */
const gone = () => notFound('Unknown upload.')

async function writeAll(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length; )
    written += (await file.write(chunk, written, chunk.length - written, position + written)).bytesWritten
}

/** A crash between linking and removing leaves both files. */
function ignoreStored(error: unknown): void {
  if (!(error instanceof HttpError) || error.code !== 'already_uploaded') throw error
}
