/** The folders of the store's texts: the built-in ones, and the owner's, which replace those with the same path. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { missingAsNull } from '../platform/storage/disk.ts'

const BUILT_IN = fileURLToPath(new URL('../../content/', import.meta.url))

type Where = Pick<Config, 'contentDir'>

/** @returns the text at a path such as `terms.md`, and the file it was read from */
export async function readText(
  { contentDir }: Where,
  path: string,
): Promise<{ source: string; file: string }> {
  const own = join(contentDir, path)
  const source = await readFile(own, 'utf8').catch(missingAsNull)
  if (source !== null) return { source, file: own }
  const builtIn = join(BUILT_IN, path)
  return { source: await readFile(builtIn, 'utf8'), file: builtIn }
}

/** The names of the texts in a folder. An empty file of the owner's removes a built-in one. */
export async function textsIn({ contentDir }: Where, folder: string): Promise<string[]> {
  const own = await namesIn(join(contentDir, folder))
  const builtIn = await namesIn(join(BUILT_IN, folder))
  const empty = await Promise.all(
    own.map(async (name) => (await stat(join(contentDir, folder, name))).size === 0),
  )
  return [...own.filter((_, at) => !empty[at]), ...builtIn.filter((name) => !own.includes(name))].sort()
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(missingAsNull)) ?? []
