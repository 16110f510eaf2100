/** pg_dump and pg_restore, of the server's major version or a newer one. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Where Debian keeps the programs of each major version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'

/**
 * Starts a PostgreSQL program. Its input and output are streams; `ended` rejects with its error output.
 * @param major of the server
 * @throws Error when no such program is new enough
 */
export function startTool(
  name: 'pg_dump' | 'pg_restore',
  major: number,
  databaseUrl: string,
  parameters: string[],
): ChildProcess & { ended: Promise<void> } {
  const { url, password } = withoutPassword(databaseUrl)
  const env = { ...process.env, ...(password !== null && { PGPASSWORD: password }) } // argv is for all to read
  const child = spawn(toolPath(name, major), [...parameters, `--dbname=${url}`], { env })
  return Object.assign(child, { ended: endOf(child, name) })
}

async function endOf(child: ChildProcess, name: string): Promise<void> {
  const [words, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'close')])
  if (code !== 0) throw new Error(`${name} failed: ${words.trim()}`)
}

function toolPath(name: string, major: number): string {
  const versions = majorsIn(DEBIAN_FOLDER).map((version) => join(DEBIAN_FOLDER, String(version), 'bin', name))
  const program = [name, ...versions].find((path) => majorOf(path) >= major)
  if (!program)
    throw new Error(
      `${name} of PostgreSQL ${major} or newer is missing: install it, on Debian with "apt-get install postgresql-client-${major}".`,
    )
  return program
}

function majorsIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger).sort()
  } catch {
    return []
  }
}

const majorOf = (path: string): number =>
  Number(/ (\d+)\./.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? 0)

function withoutPassword(url: string): { url: string; password: string | null } {
  const [, before, password] = /^(\w+:\/\/[^:@/]*):([^@/]*)@/.exec(url) ?? []
  if (before === undefined || password === undefined) return { url, password: null }
  return {
    url: `${before}${url.slice(before.length + password.length + 1)}`,
    password: decodeURIComponent(password),
  }
}
