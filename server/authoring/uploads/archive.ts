import { inflateRawSync } from 'node:zlib'
import { showCount } from '@nofiller/contract/text/digits'
import { showSize } from '@nofiller/contract/text/size'
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

const DAMAGED =
  'This archive is incomplete or damaged: its file list cannot be read. Pack your game again as one .zip file.'
const EMPTY = 'This archive is empty. Pack your game again and upload the new file.'
const ENCRYPTED =
  'This archive is protected by a password that players do not have. Pack your game again without one.'
const TOO_MANY = `This archive contains more than ${showCount(ENTRIES_MAX)} files. Combine some of them, or split your game into several archives.`
const COUNTED_WRONG =
  'This archive has more than 65,535 files, but counts fewer, as a Mac’s Compress does. Combine some files, or pack your game with “zip -r” in Terminal or with Keka.'
const OVERLAPPING =
  'This archive is damaged: some of its files overlap. Pack your game again and upload the new file.'
const TOO_MANY_LINKS = `This archive contains more than ${showCount(LINKS_MAX)} symbolic links. Pack your game again with the files themselves.`
const outside = (name: string) =>
  `This archive would unpack outside its own folder: "${shownName(name)}". Pack your game again with plain paths, without ".." or a drive letter.`
const hidden = (name: string) =>
  `A name in this archive has hidden characters: "${shownName(name)}". Rename that file and pack your game again.`
const stray = (name: string) =>
  `A symbolic link in this archive leads to nothing in it: "${shownName(name)}". Pack your game again without it.`
const tooLargeInside = (unpackedBytes: number) =>
  `This archive unpacks to ${showSize(unpackedBytes)}, far more than its own size. Remove blank or repeated data and pack your game again.`

/**
 * Why players could not unpack a .zip or .apk safely, as a sentence for a developer who knows nothing about archives;
 * null when nothing was found. Reads the list of files at its end, by which archives are unpacked: neither the headers that
 * precede each file, nor the contents of files except symbolic links.
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
    const entries: Entry[] = []
    for await (const entry of archive.eachEntry()) entries.push(entry)
    const finding = findingAmong(entries, sizeBytes)
    if (finding) return finding
    if (await isCountWrapped(archive, reader)) return COUNTED_WRONG
    if (!(await isListComplete(archive, reader, sizeBytes))) return DAMAGED
    return archive.entryCount === 0 ? EMPTY : await linkFinding(entries, reader)
  } catch (error) {
    if (reader.failure) throw reader.failure
    return error instanceof Error && error.message.includes('encryption') ? ENCRYPTED : DAMAGED
  }
}

function findingAmong(entries: readonly Entry[], archiveBytes: number): string | null {
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

function nameFinding(entry: Entry): string | null {
  const { fileNameRaw } = entry
  const second = secondName(entry)
  if (leadsOutside(fileNameRaw)) return outside(firstName(entry))
  if (second !== null && leadsOutside(Buffer.from(second))) return outside(second)
  const veiled = [firstName(entry), second ?? ''].find(hasHidden)
  return veiled === undefined ? null : hidden(veiled)
}

const firstName = ({ generalPurposeBitFlag, fileNameRaw }: Entry): string =>
  generalPurposeBitFlag & UTF8_FLAG ? fileNameRaw.toString() : decodedName(fileNameRaw)

/** A file can have a second name in Unicode, which some programs unpack it by, and others do not. */
function secondName({ fileNameRaw, extraFields }: Entry): string | null {
  const [name, own] = [extraFields, []].map((fields) =>
    getFileNameLowLevel(UTF8_FLAG, fileNameRaw, fields, true),
  )
  return name === undefined || name === own ? null : name
}

/** By the links' targets once all is unpacked: a system follows them even out of the archive. */
async function linkFinding(entries: readonly Entry[], reader: ArchiveReader): Promise<string | null> {
  const links = entries.filter(isLink)
  if (links.length === 0) return null
  if (links.length > LINKS_MAX) return TOO_MANY_LINKS
  const placed: Placed[] = []
  for (const entry of entries)
    placed.push({
      path: decodedName(entry.fileNameRaw),
      target: isLink(entry) ? decodedName(await targetOf(entry, reader)) : null,
    })
  const found = strayLink(placed)
  return found && stray(found.path)
}

const isLink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & KIND) === LINK

/** A link's bytes are the path it leads to. @throws for one that is damaged, or longer than any system follows */
async function targetOf(entry: Entry, reader: ArchiveReader): Promise<Buffer> {
  const { relativeOffsetOfLocalHeader: start, compressedSize, compressionMethod } = entry
  if (compressedSize > TARGET_MAX_BYTES) throw new Error('the target of a link is too long')
  const header = await reader.fewBytesAt(start, LOCAL_HEADER_BYTES)
  const dataAt = start + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = await reader.fewBytesAt(dataAt, compressedSize)
  return compressionMethod === 0 ? packed : inflateRawSync(packed, { maxOutputLength: TARGET_MAX_BYTES })
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
