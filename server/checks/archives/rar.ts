import { type FoundWords, findingOf } from '@nofiller/contract/checks/finding-rules'
import type { Storage } from '../../platform/storage/storage.ts'
import { ArchiveReader } from './archive-reader.ts'

const SIGNATURE_4_BYTES = 7
const SIGNATURE_5_BYTES = 8
/** Before its first file an archive has a few blocks at most, such as a comment. */
const BLOCKS_MAX = 20
const BLOCK_BYTES_MAX = 64 * 1024

/** The data of a RAR archive before its first file. */
type Head = { isPart: boolean; isEncrypted: boolean }

/** The part number and archive in a file's name, as packers name split archives; null for any other. */
export function partOf(name: string): { archive: string; part: number } | null {
  const [, archive = '', part = ''] = /^(.*)\.part(\d{1,4})\.rar$/i.exec(name) ?? []
  return part === '' ? null : { archive: archive.toLowerCase(), part: Number(part) }
}

/** Why players could not unpack a RAR archive; null without a problem. */
export function rarFinding({ isPart, isEncrypted }: Head, name: string): FoundWords | null {
  if (isEncrypted) return findingOf('rar-password', {})
  return isPart && partOf(name) === null ? findingOf('rar-part', {}) : null
}

/** Reads the blocks before the first file, and that file's own; what cannot be read says nothing. */
export async function rarHead(storage: Pick<Storage, 'read'>, key: string, sizeBytes: number): Promise<Head> {
  const reader = new ArchiveReader((range) => storage.read(key, range), sizeBytes)
  try {
    const signature = await reader.bytesAt(0, SIGNATURE_5_BYTES)
    return signature[6] === 1
      ? await headOf(reader, SIGNATURE_5_BYTES, block5)
      : await headOf(reader, SIGNATURE_4_BYTES, block4)
  } catch {
    if (reader.failure) throw reader.failure
    return { isPart: false, isEncrypted: false }
  }
}

/** A block: its data, whether it is a file's, and where the next one starts. */
type Block = Head & { isFile: boolean; nextAt: number }

async function headOf(
  reader: ArchiveReader,
  firstAt: number,
  readBlock: (bytes: Buffer) => Block,
): Promise<Head> {
  const head: Head = { isPart: false, isEncrypted: false }
  let at = firstAt
  for (let count = 0; count < BLOCKS_MAX; count += 1) {
    const block = readBlock(await reader.bytesAt(at, BLOCK_BYTES_MAX))
    head.isPart ||= block.isPart
    head.isEncrypted ||= block.isEncrypted
    if (block.isFile || head.isEncrypted) break
    at += block.nextAt
  }
  return head
}

const ARCHIVE_4 = 0x73
const FILE_4 = 0x74

/** RAR 1.5 to 4: checksum, type, flags, size, and the size of the following data if a flag says so. */
function block4(bytes: Buffer): Block {
  const type = bytes.readUInt8(2)
  const flags = bytes.readUInt16LE(3)
  const size = bytes.readUInt16LE(5)
  const hasData = type === FILE_4 || (flags & 0x8000) !== 0
  return {
    isFile: type === FILE_4,
    isPart: type === ARCHIVE_4 && (flags & 0x0001) !== 0,
    isEncrypted:
      (type === ARCHIVE_4 && (flags & 0x0080) !== 0) || (type === FILE_4 && (flags & 0x0004) !== 0),
    nextAt: size + (hasData ? bytes.readUInt32LE(7) : 0),
  }
}

const CHECKSUM_5_BYTES = 4
const MAIN_5 = 1
const FILE_5 = 2
const ENCRYPTION_5 = 4
const HAS_EXTRA_5 = 0x0001
const HAS_DATA_5 = 0x0002
const IS_VOLUME_5 = 0x0001
const ENCRYPTED_FILE_5 = 1

/** RAR 5: its numbers have variable length. */
function block5(bytes: Buffer): Block {
  const numbers = numbersIn(bytes, CHECKSUM_5_BYTES)
  const headerBytes = numbers.next()
  const endAt = numbers.at() + headerBytes
  const type = numbers.next()
  const flags = numbers.next()
  const extraBytes = flags & HAS_EXTRA_5 ? numbers.next() : 0
  const dataBytes = flags & HAS_DATA_5 ? numbers.next() : 0
  return {
    isFile: type === FILE_5,
    isPart: type === MAIN_5 && (numbers.next() & IS_VOLUME_5) !== 0,
    isEncrypted:
      type === ENCRYPTION_5 ||
      (type === FILE_5 && recordsIn(bytes, endAt - extraBytes, endAt).includes(ENCRYPTED_FILE_5)),
    nextAt: endAt + dataBytes,
  }
}

/** The types of the records that follow each other in a header's extra area. */
function recordsIn(bytes: Buffer, startAt: number, endAt: number): number[] {
  const types: number[] = []
  for (let at = startAt; at < endAt; ) {
    const numbers = numbersIn(bytes, at)
    const recordBytes = numbers.next()
    at = numbers.at() + recordBytes
    types.push(numbers.next())
  }
  return types
}

/** Reads numbers with seven bits per byte, the lowest first; the last byte has no eighth bit. */
function numbersIn(bytes: Buffer, startAt: number) {
  let at = startAt
  return {
    at: () => at,
    next(): number {
      let value = 0
      for (let place = 1; ; place *= 128) {
        const byte = bytes.readUInt8(at)
        at += 1
        value += (byte & 0x7f) * place
        if (byte < 0x80) return value
      }
    },
  }
}
