import { constants, inflateRawSync } from 'node:zlib'
import { type FoundWords, findingOf } from '@nofiller/contract/checks/finding-rules'
import { showCount } from '@nofiller/contract/text/digits'
import { showSize } from '@nofiller/contract/text/size'
import pLimit from 'p-limit'
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, type ZipFile } from 'yauzl'
import type { Storage } from '../../platform/storage/storage.ts'
import { ArchiveReader } from './archive-reader.ts'
import { type Placed, strayLink } from './entry-links.ts'
import { decodedName, hasHidden, leadsOutside, shownName } from './entry-name.ts'

const GIB = 1024 ** 3
const ENTRIES_MAX = 100_000
const UNPACKED_MAX = 100 * GIB
/** Deflate reaches 1,032; games stay far below this, and small archives of blank files harm nobody. */
const RATIO_MAX = 200
const RATIO_FROM = GIB
const LOCAL_HEADER_BYTES = 30
const END_BYTES = 22
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_HEAD_BYTES = 46
/** A count of two bytes wraps around here. */
const COUNT_WRAPS_AT = 65_536
const ZIP64_END_SIGNATURE = 0x06064b50
const ZIP64_END_HEAD_BYTES = 12
const ZIP64_LOCATOR_BYTES = 20
/** Each is a read of its own. A Mac program has some dozens. */
const LINKS_MAX = 2_000
const TARGET_MAX_BYTES = 4_096
const UTF8_FLAG = 0x800
/** The upper half of an entry's attributes: a Unix mode, with the kind of file. */
const KIND = 0o170000
const LINK = 0o120000

/** A list of 100,000 files takes a core for a while. */
export const oneArchiveAtATime = pLimit(1)

/** Why players could not unpack an archive, in words for a developer who knows nothing about archives. */
export type ArchiveProblem = FoundWords

const DAMAGED = findingOf('archive-damaged', {})
const ENCRYPTED = findingOf('archive-password', {})
const TOO_MANY = findingOf('archive-crowded', { count: showCount(ENTRIES_MAX) })
const tooLargeInside = (bytes: number) => findingOf('archive-bomb', { size: showSize(bytes) })

/** An archive's list of files, or why it cannot be unpacked. `listAt` is where the list begins. */
export type ArchiveList =
  | { problem: ArchiveProblem }
  | { problem: null; entries: readonly Entry[]; listAt: number }

/** Why players could not unpack a .zip or .apk safely; null when nothing was found. */
export async function archiveFinding(
  storage: Storage,
  key: string,
  sizeBytes: number,
): Promise<ArchiveProblem | null> {
  const reader = new ArchiveReader((range) => storage.read(key, range), sizeBytes)
  return (await readArchive(reader, sizeBytes)).problem
}

/**
 * Reads the list of files at an archive's end, by which archives are unpacked: neither the headers that precede each file, nor
 * the contents of files except symbolic links.
 * @throws only what the storage throws
 */
export async function readArchive(reader: ArchiveReader, sizeBytes: number): Promise<ArchiveList> {
  try {
    const archive = await fromRandomAccessReaderPromise(reader, sizeBytes, { decodeStrings: false })
    if (archive.entryCount > ENTRIES_MAX) return { problem: TOO_MANY }
    const listAt = Number(archive.readEntryCursor) // a number, whatever its type says
    const entries: Entry[] = []
    for await (const entry of archive.eachEntry()) entries.push(entry)
    const problem =
      findingAmong(entries, sizeBytes) ?? (await listFinding(archive, entries, reader, sizeBytes))
    return problem ? { problem } : { problem: null, entries, listAt }
  } catch (error) {
    if (reader.failure) throw reader.failure
    const isEncrypted = error instanceof Error && error.message.includes('encryption')
    return { problem: isEncrypted ? ENCRYPTED : DAMAGED }
  }
}

async function listFinding(
  archive: ZipFile,
  entries: readonly Entry[],
  reader: ArchiveReader,
  sizeBytes: number,
): Promise<ArchiveProblem | null> {
  if (await isCountWrapped(archive, reader)) return findingOf('archive-miscounted', {})
  if (!(await isListComplete(archive, reader, sizeBytes))) return DAMAGED
  return archive.entryCount === 0 ? findingOf('archive-empty', {}) : await linkFinding(entries, reader)
}

function findingAmong(entries: readonly Entry[], archiveBytes: number): ArchiveProblem | null {
  if (entries.some((entry) => entry.isEncrypted())) return ENCRYPTED
  for (const entry of entries) {
    const finding = nameFinding(entry)
    if (finding) return finding
  }
  const unpackedBytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (unpackedBytes > UNPACKED_MAX) return tooLargeInside(unpackedBytes)
  if (unpackedBytes > RATIO_FROM && unpackedBytes > RATIO_MAX * archiveBytes)
    return tooLargeInside(unpackedBytes)
  const places = entries.map(({ relativeOffsetOfLocalHeader: start, compressedSize }) => ({
    start,
    end: start + LOCAL_HEADER_BYTES + compressedSize,
  }))
  if (overlap(places)) return findingOf('archive-overlaps', {})
  return places.some(({ end }) => end > archiveBytes) ? DAMAGED : null
}

/** Whether the list goes on for as many files as a count of two bytes loses. */
async function isCountWrapped(archive: ZipFile, reader: ArchiveReader): Promise<boolean> {
  let at = Number(archive.readEntryCursor) // a number, whatever its type says
  for (let more = 0; ; more += 1) {
    const head = await reader.bytesAt(at, ENTRY_HEAD_BYTES)
    const isEntry = head.length === ENTRY_HEAD_BYTES && head.readUInt32LE(0) === ENTRY_SIGNATURE
    if (!isEntry) return more > 0 && more % COUNT_WRAPS_AT === 0
    at += ENTRY_HEAD_BYTES + head.readUInt16LE(28) + head.readUInt16LE(30) + head.readUInt16LE(32)
  }
}

function nameFinding(entry: Entry): ArchiveProblem | null {
  const { fileNameRaw } = entry
  const second = secondName(entry)
  if (leadsOutside(fileNameRaw)) return escapes(firstName(entry))
  if (second !== null && leadsOutside(Buffer.from(second))) return escapes(second)
  const veiled = [firstName(entry), second ?? ''].find(hasHidden)
  return veiled === undefined ? null : findingOf('archive-hidden', { name: shownName(veiled) })
}

const escapes = (name: string) => findingOf('archive-escapes', { name: shownName(name) })

/** A file's name in its likeliest letters. */
export const firstName = ({ generalPurposeBitFlag, fileNameRaw }: Entry): string =>
  generalPurposeBitFlag & UTF8_FLAG ? fileNameRaw.toString() : decodedName(fileNameRaw)

/** A file can have a second name in Unicode, which some programs unpack it by, and others do not. */
function secondName({ fileNameRaw, extraFields }: Entry): string | null {
  const [name, own] = [extraFields, []].map((fields) =>
    getFileNameLowLevel(UTF8_FLAG, fileNameRaw, fields, true),
  )
  return name === undefined || name === own ? null : name
}

/** By the links' targets once all is unpacked: a system follows them even out of the archive. */
async function linkFinding(entries: readonly Entry[], reader: ArchiveReader): Promise<ArchiveProblem | null> {
  const links = entries.filter(isLink)
  if (links.length === 0) return null
  if (links.length > LINKS_MAX) return findingOf('archive-links', { count: showCount(LINKS_MAX) })
  const placed: Placed[] = []
  for (const entry of entries)
    placed.push({
      path: decodedName(entry.fileNameRaw),
      target: isLink(entry) ? decodedName(await targetOf(entry, reader)) : null,
    })
  const found = strayLink(placed)
  return found && findingOf('archive-link', { name: shownName(found.path) })
}

export const isLink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & KIND) === LINK

/** A link's bytes are the path it leads to. @throws for one that is damaged, or longer than any system follows */
async function targetOf(entry: Entry, reader: ArchiveReader): Promise<Buffer> {
  const { relativeOffsetOfLocalHeader: start, compressedSize, compressionMethod } = entry
  if (compressedSize > TARGET_MAX_BYTES) throw new Error('the target of a link is too long')
  const packed = await reader.fewBytesAt(await dataAt(start, reader), compressedSize)
  return compressionMethod === 0 ? packed : inflateRawSync(packed, { maxOutputLength: TARGET_MAX_BYTES })
}

async function dataAt(start: number, reader: ArchiveReader): Promise<number> {
  const header = await reader.fewBytesAt(start, LOCAL_HEADER_BYTES)
  return start + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
}

const HEAD_BYTES = 4_096
/** Deflate makes at most so much of a head. */
const HEAD_UNPACKED_MAX = 8 * 1024 ** 2

/** The beginning of a file in an archive, from its first 4 kB as packed; empty when it is damaged or packed in a rare way. */
export async function headIn(entry: Entry, reader: ArchiveReader): Promise<Buffer> {
  const { relativeOffsetOfLocalHeader: start, compressedSize, compressionMethod } = entry
  try {
    const packed = await reader.fewBytesAt(await dataAt(start, reader), Math.min(compressedSize, HEAD_BYTES))
    if (compressionMethod === 0) return packed
    if (compressionMethod !== 8) return Buffer.alloc(0)
    // The input ends in the middle of a block.
    return inflateRawSync(packed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: HEAD_UNPACKED_MAX,
    }).subarray(0, HEAD_BYTES)
  } catch {
    if (reader.failure) throw reader.failure
    return Buffer.alloc(0)
  }
}

/**
 * Whether the list ends at its recorded end. Files after it, which the record's count omits, would be
 * visible to some programs and not to others; a count of two bytes also shows 65,536 files as 0.
 */
async function isListComplete(
  archive: ZipFile,
  reader: ArchiveReader,
  archiveBytes: number,
): Promise<boolean> {
  const listEnd = Number(archive.readEntryCursor) // a number, whatever its type says
  const endAt = archiveBytes - END_BYTES - archive.comment.length
  if (listEnd === endAt) return true
  const zip64End = await reader.bytesAt(listEnd, ZIP64_END_HEAD_BYTES)
  const restBytes = Number(zip64End.readBigUInt64LE(4))
  return (
    zip64End.readUInt32LE(0) === ZIP64_END_SIGNATURE &&
    listEnd + ZIP64_END_HEAD_BYTES + restBytes + ZIP64_LOCATOR_BYTES === endAt
  )
}

type Place = { start: number; end: number }

/** Files that share their bytes let a small archive unpack without end. */
function overlap(places: Place[]): boolean {
  places.sort((a, b) => a.start - b.start)
  return places.some(({ start }, at) => start < (places[at - 1]?.end ?? 0))
}
