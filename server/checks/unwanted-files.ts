import type { Leftover } from '../platform/database/tables.ts'
import { headIn } from './archives/archive.ts'
import type { ArchiveReader } from './archives/archive-reader.ts'
import { shownName } from './archives/entry-name.ts'
import type { PackedFile } from './packed-files.ts'

/** Debug symbols are worth a word when they are more than this part of a download. */
const SYMBOLS_FROM = 0.1

const LEFTOVERS: { what: string; pattern: RegExp; from?: number }[] = [
  { what: 'a .git folder', pattern: /(?:^|\/)\.git\// },
  { what: 'a .svn folder', pattern: /(?:^|\/)\.svn\// },
  { what: 'a .env file', pattern: /(?:^|\/)\.env$/ },
  { what: 'a __MACOSX folder', pattern: /(?:^|\/)__MACOSX\// },
  { what: 'debug symbols (.pdb)', pattern: /\.pdb$/i, from: SYMBOLS_FROM },
  { what: 'saves of your own', pattern: /\.save$|(?:^|\/)saves\/persistent$/i },
]

/** Files that players do not need, by what they are, with their packed bytes. */
export function leftoversAmong(files: readonly PackedFile[]): Leftover[] {
  const all = bytesOf(files)
  return LEFTOVERS.flatMap(({ what, pattern, from = 0 }) => {
    const found = files.filter(({ path }) => pattern.test(path))
    const sizeBytes = bytesOf(found)
    return found.length > 0 && sizeBytes >= from * all ? [{ what, sizeBytes }] : []
  })
}

const bytesOf = (files: readonly PackedFile[]): number =>
  files.reduce((sum, { entry }) => sum + entry.compressedSize, 0)

const SECRETS = /(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)|\.npmrc|[^/]+\.(?:keystore|jks|p12|pfx|ppk))$/i
/** Many games bring the certificates of authorities along, which are public. */
const MAYBE_SECRET = /\.(?:pem|key)$/i
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/
const LOOKS_MAX = 20
const NAMED_MAX = 3

/** The names of files with keys and passwords, the first few. */
export async function secretsAmong(files: readonly PackedFile[], reader: ArchiveReader): Promise<string[]> {
  const secrets = files.filter(({ path }) => SECRETS.test(path))
  for (const file of files.filter(({ path }) => MAYBE_SECRET.test(path)).slice(0, LOOKS_MAX))
    if (PRIVATE_KEY.test((await headIn(file.entry, reader)).toString('latin1'))) secrets.push(file)
  return secrets.slice(0, NAMED_MAX).map(({ path }) => shownName(path))
}
