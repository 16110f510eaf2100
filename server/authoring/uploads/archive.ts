import { cutText } from '@nofiller/contract/text/characters'
import { showSize } from '@nofiller/contract/text/size'
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, type ZipFile } from 'yauzl'
import type { Storage } from '../../platform/storage/storage.ts'
import { ArchiveReader } from './archive-reader.ts'

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
/** A count of two bytes begins anew here. */
const COUNT_WRAPS_AT = 65_536
const ZIP64_END_SIGNATURE = 0x06064b50
const ZIP64_END_HEAD_BYTES = 12
const ZIP64_LOCATOR_BYTES = 20
const NAME_SHOWN = 40

const DAMAGED =
  'This archive is incomplete or damaged: its file list cannot be read. Pack your game again as one .zip file.'
const EMPTY = 'This archive is empty. Pack your game again and upload the new file.'
const ENCRYPTED =
  'This archive is protected by a password that players do not have. Pack your game again without one.'
const TOO_MANY = `This archive contains more than ${ENTRIES_MAX.toLocaleString('en')} files. Combine some of them, or split your game into several archives.`
const COUNTED_WRONG =
  'This archive has more than 65,535 files, but counts fewer, as a Mac’s Compress does. Combine some files, or pack your game with “zip -r” in Terminal or with Keka.'
const OVERLAPPING =
  'This archive is damaged: some of its files overlap. Pack your game again and upload the new file.'
const outside = (name: string) =>
  `This archive would unpack outside its own folder: "${cutText(name, NAME_SHOWN)}". Pack your game again with plain paths, without "..", "\\" or a drive letter.`
const tooLargeInside = (unpackedBytes: number) =>
  `This archive unpacks to ${showSize(unpackedBytes)}, far more than its own size. Remove blank or repeated data and pack your game again.`

/**
 * What keeps players from unpacking a .zip or .apk safely, as a sentence for a developer who knows nothing of archives;
 * null when nothing was found. Reads the list of files at its end, by which archives are unpacked: neither the headers that
 * stand before each file, nor what is in the files.
 */
export async function archiveFinding(
  storage: Storage,
  key: string,
  sizeBytes: number,
): Promise<string | null> {
  const reader = new ArchiveReader((range) => storage.read(key, range), sizeBytes)
  try {
    const archive = await fromRandomAccessReaderPromise(reader, sizeBytes, { decodeStrings: false })
    if (archive.entryCount > ENTRIES_MAX) return TOO_MANY
    const finding = await findingAmong(archive.eachEntry(), sizeBytes)
    if (finding) return finding
    if (await isCountWrapped(archive, reader)) return COUNTED_WRONG
    if (!(await isListWhole(archive, reader, sizeBytes))) return DAMAGED
    return archive.entryCount === 0 ? EMPTY : null
  } catch (error) {
    if (reader.failure) throw reader.failure
    return error instanceof Error && error.message.includes('encryption') ? ENCRYPTED : DAMAGED
  }
}

async function findingAmong(entries: AsyncIterable<Entry>, archiveBytes: number): Promise<string | null> {
  const places: Place[] = []
  let unpackedBytes = 0
  for await (const entry of entries) {
    if (entry.isEncrypted()) return ENCRYPTED
    const wayOut = namesOf(entry).find(leadsOutside)
    if (wayOut !== undefined) return outside(wayOut)
    unpackedBytes += entry.uncompressedSize
    const start = entry.relativeOffsetOfLocalHeader
    places.push({ start, end: start + LOCAL_HEADER_BYTES + entry.compressedSize })
  }
  if (unpackedBytes > UNPACKED_MAX) return tooLargeInside(unpackedBytes)
  if (unpackedBytes > RATIO_FROM && unpackedBytes > RATIO_MAX * archiveBytes)
    return tooLargeInside(unpackedBytes)
  return overlap(places) ? OVERLAPPING : places.some(({ end }) => end > archiveBytes) ? DAMAGED : null
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

/**
 * Whether the list ends where its end is recorded. Files behind it, of which the number in that record says nothing, would be
 * seen by some programs and not by others; a number of two bytes also says 0 of 65,536 files.
 */
async function isListWhole(archive: ZipFile, reader: ArchiveReader, archiveBytes: number): Promise<boolean> {
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

/** A file can have a second name in Unicode, which some programs unpack it by, and others do not. */
const namesOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string[] =>
  [extraFields, []].map((fields) => getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, fields, true))

/** Also what only Windows takes for a way out: what is one on any system is one here. */
const leadsOutside = (name: string): boolean =>
  /^[/\\]|^[a-z]:|\\|\0/i.test(name) || name.split('/').includes('..')

type Place = { start: number; end: number }

/** Files that share their bytes let a small archive unpack without end. */
function overlap(places: Place[]): boolean {
  places.sort((a, b) => a.start - b.start)
  return places.some(({ start }, at) => start < (places[at - 1]?.end ?? 0))
}
