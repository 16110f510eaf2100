import type { Entry } from 'yauzl'
import { firstName } from './archives/archive.ts'

/** A file of an archive, by its path with plain slashes. */
export type PackedFile = { path: string; entry: Entry }

/** The files of a list, without its folders. */
export const filesAmong = (entries: readonly Entry[]): PackedFile[] =>
  entries
    .map((entry) => ({ path: firstName(entry).replaceAll('\\', '/'), entry }))
    .filter(({ path }) => !path.endsWith('/'))

/** The paths without the one folder around all of them, which is often named after the version. */
export function pathsIn(files: readonly PackedFile[]): string[] {
  const [first] = files
  const folder = first?.path.includes('/') ? `${first.path.split('/', 1)[0]}/` : ''
  const isAround = folder !== '' && files.every(({ path }) => path.startsWith(folder))
  return files.map(({ path }) => (isAround ? path.slice(folder.length) : path))
}
