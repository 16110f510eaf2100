import type { Entry } from 'yauzl'
import type { ProgramDevice, Programs } from '../platform/database/tables.ts'
import { headIn } from './archives/archive.ts'
import type { ArchiveReader } from './archives/archive-reader.ts'
import type { PackedFile } from './packed-files.ts'

/** The devices whose programs can be told by their bytes or names. */
export const PROGRAM_DEVICES = [
  'Windows',
  'Mac',
  'Linux',
  'Android',
  'Web',
] as const satisfies ProgramDevice[]

/** Each look is a read or two of its own. */
const LOOKS_MAX = 24

/** Looks for programs by their names, and by their first bytes where a name promises too little. */
export async function findPrograms(
  files: readonly PackedFile[],
  reader: ArchiveReader,
  archive: { name: string; listAt: number },
): Promise<Programs> {
  const apkLacks = /\.apk$/i.test(archive.name) ? await lackingIn(files, reader, archive.listAt) : null
  const [windows, mac, linux] = [
    named(files, /\.(?:bat|cmd|msi)$/i) || (await firstOf(files, /\.exe$/i, reader, isWindows)) !== null,
    await programOf(files, MAC, /\.(?:dmg|pkg)$/i, reader, isMac),
    await programOf(files, LINUX, /\.(?:deb|rpm|flatpakref|tar|tgz|tar\.\w{2,4})$/i, reader, isLinux),
  ]
  const android = apkLacks === null ? named(files, /\.(?:apk|xapk|apks)$/i) : apkLacks.length === 0
  const web = named(files, /^(?:[^/]+\/)?index\.html?$/i)
  const has = { Windows: windows, Mac: mac !== 'none', Linux: linux !== 'none', Android: android, Web: web }
  return {
    devices: PROGRAM_DEVICES.filter((device) => has[device]),
    hasPage: named(files, /\.html?$/i),
    unmarked: [
      ...(mac === 'unmarked' ? ['Mac' as const] : []),
      ...(linux === 'unmarked' ? ['Linux' as const] : []),
    ],
    apkLacks,
  }
}

/** Its name comes after the folder that makes a Mac program, which the Finder shows as one file. */
const MAC = /\.app\/Contents\/MacOS\/[^/]+$/i
/** Without an ending, as programs are named there, or with that of a script or a processor; no hidden folder, no Mac program. */
const LINUX =
  /^(?!.*(?:\.app\/|(?:^|\/)\.)).*?(?:^|\/)(?:[^/.]+|[^/]+\.(?:sh|x86_64|x86|x64|i686|amd64|arm64|aarch64|appimage|bin|run))$/i

const isWindows = (head: Buffer): boolean => {
  if (head.toString('latin1', 0, 2) !== 'MZ' || head.length < 0x40) return false
  const at = head.readUInt32LE(0x3c)
  return head.toString('latin1', at, at + 4) === 'PE\0\0'
}
/** Mach-O of one processor or of several, or a script. */
const isMac = (head: Buffer): boolean =>
  /^(?:feedface|feedfacf|cefaedfe|cffaedfe|cafebabe|2321)/.test(head.toString('hex', 0, 4))
const isLinux = (head: Buffer): boolean => /^(?:7f454c46|2321)/.test(head.toString('hex', 0, 4))

const named = (files: readonly PackedFile[], pattern: RegExp): boolean =>
  files.some(({ path }) => pattern.test(path))

/** The first file of a name and beginning; those near the top come first. */
async function firstOf(
  files: readonly PackedFile[],
  pattern: RegExp,
  reader: ArchiveReader,
  isProgram: (head: Buffer) => boolean,
): Promise<PackedFile | null> {
  const candidates = files.filter(({ path }) => pattern.test(path)).sort((a, b) => depthOf(a) - depthOf(b))
  for (const file of candidates.slice(0, LOOKS_MAX))
    if (isProgram(await headIn(file.entry, reader))) return file
  return null
}

const depthOf = ({ path }: PackedFile): number => path.split('/').length

/** Those that are marked as executable are looked at first, so that one look finds a program that starts. */
async function programOf(
  files: readonly PackedFile[],
  pattern: RegExp,
  installer: RegExp,
  reader: ArchiveReader,
  isProgram: (head: Buffer) => boolean,
): Promise<'none' | 'unmarked' | 'marked'> {
  const marked = files.filter(({ entry }) => isMarked(entry))
  if (await firstOf(marked, pattern, reader, isProgram)) return 'marked'
  if (named(files, installer)) return 'marked'
  const unmarked = files.filter(({ entry }) => !isMarked(entry))
  return (await firstOf(unmarked, pattern, reader, isProgram)) ? 'unmarked' : 'none'
}

/** By the Unix mode in the upper half of its attributes, which packers on Windows leave empty. */
const isMarked = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0o111) !== 0

const APK_PARTS: [RegExp, string][] = [
  [/^AndroidManifest\.xml$/, 'a manifest'],
  [/^classes\d*\.dex$/, 'its code'],
]
const SIGNING_BLOCK = 'APK Sig Block 42'

/** A signature of the first version is among the files, a later one in a block before the list of files. */
async function lackingIn(
  files: readonly PackedFile[],
  reader: ArchiveReader,
  listAt: number,
): Promise<string[]> {
  const missing = APK_PARTS.filter(([pattern]) => !named(files, pattern)).map(([, words]) => words)
  const isSigned =
    named(files, /^META-INF\/[^/]+\.(?:RSA|DSA|EC)$/i) || (await hasSigningBlock(reader, listAt))
  return isSigned ? missing : [...missing, 'a signature']
}

async function hasSigningBlock(reader: ArchiveReader, listAt: number): Promise<boolean> {
  const { length } = SIGNING_BLOCK
  if (listAt < length) return false
  return (await reader.fewBytesAt(listAt - length, length)).toString('latin1') === SIGNING_BLOCK
}
