import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The store's version. A copy without git, such as a container, may have its commit in the file `.commit`. */
export type Version = { version: string; commit: string | null; date: string | null }

let own: Version | null = null

/** For the running store: looked up once. */
export function ownVersion(): Version {
  own ??= versionOf(ROOT)
  return own
}

/** @param root the folder of a store */
export function versionOf(root: string): Version {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, commit = null, date = null] = /^([0-9a-f]{7,40}) (\d{4}-\d\d-\d\d)$/.exec(commitOf(root)) ?? []
  return { version: String(version), commit, date }
}

/** As `git log --format='%h %cs'` prints it; empty when unknown. */
function commitOf(root: string): string {
  const note = join(root, '.commit')
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  const folder = join(root, '.git')
  if (!existsSync(folder)) return ''
  const asked = ['--git-dir', folder, 'log', '-1', '--abbrev=12', '--format=%h %cs']
  return spawnSync('git', asked, { encoding: 'utf8' }).stdout?.trim() ?? ''
}

/** `0.4.0 (1f2e3d4c5b6a of 2026-11-26)` */
export const showVersion = ({ version, commit, date }: Version): string =>
  commit === null ? version : `${version} (${commit} of ${date})`
