import type { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'
import type { Range } from '../../platform/storage/storage.ts'

const BLOCK_BYTES = 256 * 1024
/** What may still be read of one archive, or of several that are compared. */
export type ReadBudget = { bytes: number }
/** The list of 100,000 files with long paths takes half of this. */
export const readBudget = (): ReadBudget => ({ bytes: 32 * 1024 ** 2 })

/** Serves yauzl's small reads from blocks, with a limit in total on the size of a list of files. */
export class ArchiveReader extends RandomAccessReader {
  readonly #readRange: (range: Range) => Readable
  readonly #sizeBytes: number
  #block: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }
  readonly #budget: ReadBudget
  /** Why storage could not be read, which says nothing about the archive. */
  failure: unknown = null

  constructor(readRange: (range: Range) => Readable, sizeBytes: number, budget = readBudget()) {
    super()
    this.#budget = budget
    this.#readRange = readRange
    this.#sizeBytes = sizeBytes
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.bytesAt(position, length).then(
      (bytes) => callback(null, bytes.copy(buffer, offset)),
      (error) => callback(error),
    )
  }

  /** Fewer than `length` only at the end of the archive. */
  async bytesAt(position: number, length: number): Promise<Buffer> {
    const { start, bytes } = this.#block
    const isInBlock = position >= start && position + length <= start + bytes.length
    if (!isInBlock) await this.#load(position, Math.max(length, BLOCK_BYTES))
    const at = position - this.#block.start
    return this.#block.bytes.subarray(at, at + length)
  }

  /** Bytes outside the list, without a block around them. */
  async fewBytesAt(start: number, length: number): Promise<Buffer> {
    if (length === 0) return Buffer.alloc(0)
    const end = Math.min(start + length, this.#sizeBytes) - 1
    if (start > end) throw new Error('beyond the end of the archive')
    this.#budget.bytes -= end - start + 1
    if (this.#budget.bytes < 0) throw new Error('the list of files is too long')
    const chunks: Buffer[] = []
    try {
      for await (const chunk of this.#readRange({ start, end })) chunks.push(chunk)
    } catch (error) {
      this.failure = error
      throw error
    }
    return Buffer.concat(chunks)
  }

  async #load(start: number, length: number): Promise<void> {
    this.#block = { start, bytes: await this.fewBytesAt(start, length) }
  }
}
