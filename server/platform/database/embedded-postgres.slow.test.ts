import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../testing/store.ts'
import { onConnection } from './connection.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

/** Recovery of a server is slow on a busy machine. */
const TIMEOUT_MS = 120_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nofiller-embedded-'))
  await chmod(folder, 0o755)
})
afterAll(async () => {
  const left = await startEmbeddedPostgres(join(folder, 'db'))
  await left.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the server in a separate process, which is then killed. */
async function startAndDie(): Promise<void> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url).href)})
    await startEmbeddedPostgres(${JSON.stringify(join(folder, 'db'))})
    process.kill(process.pid, 'SIGKILL')`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch(() => null)
}

async function ask(url: string, question: string): Promise<unknown[]> {
  const { rows } = await onConnection({ connectionString: url }, (client) => client.query(question))
  return rows
}

const postmasterPid = async () =>
  Number((await readFile(join(folder, 'db', 'postmaster.pid'), 'utf8')).split('\n')[0])

it('starts on an empty folder as UTF-8, and keeps committed data when it stops', async () => {
  const server = await startEmbeddedPostgres(join(folder, 'db'))
  await ask(server.url, `create table sample (word text); insert into sample values ('Zwölf')`)
  expect(await ask(server.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
  await server.stop()
  const again = await startEmbeddedPostgres(join(folder, 'db'))
  expect(await ask(again.url, 'select word from sample')).toEqual([{ word: 'Zwölf' }])
  await again.stop()
})

it('takes over a server that a killed store left running', async () => {
  await startAndDie()
  const taken = await startEmbeddedPostgres(join(folder, 'db'))
  expect(taken.isOurs).toBe(true)
  expect(await ask(taken.url, 'select word from sample')).toHaveLength(1)
  await taken.stop()
})

it('does not stop a server that another store uses', async () => {
  const first = await startEmbeddedPostgres(join(folder, 'db'))
  const second = await startEmbeddedPostgres(join(folder, 'db'))
  expect([first.isOurs, second.isOurs]).toEqual([true, false])
  await second.stop()
  expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
})

it('starts one server when two stores start on an empty folder', async () => {
  const empty = join(folder, 'both')
  const both = await Promise.all([startEmbeddedPostgres(empty), startEmbeddedPostgres(empty)])
  expect(both.map((server) => server.isOurs).sort()).toEqual([false, true])
  for (const server of both) await server.stop()
})

it('starts again after both its owner and the server were killed', async () => {
  const first = await startEmbeddedPostgres(join(folder, 'db'))
  await ask(first.url, `insert into sample values ('committed')`)
  await first.stop()
  await startAndDie()
  process.kill(await postmasterPid(), 'SIGKILL')
  const again = await startEmbeddedPostgres(join(folder, 'db'))
  expect(await ask(again.url, `select word from sample where word = 'committed'`)).toHaveLength(1)
  await again.stop()
})

it('its owner starts the server again whenever it is killed', async () => {
  const server = await startEmbeddedPostgres(join(folder, 'db'))
  for (let kill = 0; kill < 2; kill += 1) {
    process.kill(await postmasterPid(), 'SIGKILL')
    await eventually(() => ask(server.url, `select word from sample`).catch(() => null), TIMEOUT_MS)
  }
  // The server answers shortly before its owner has claimed it again.
  const claims = `select from pg_locks where locktype = 'advisory' and granted`
  await eventually(async () => (await ask(server.url, claims)).length === 1, TIMEOUT_MS)
  const other = await startEmbeddedPostgres(join(folder, 'db'))
  expect(other.isOurs).toBe(false)
  await server.stop()
  await expect(ask(server.url, 'select 1')).rejects.toThrow()
})

it('its owner starts the server again when it is killed during its start', async () => {
  const server = await startEmbeddedPostgres(join(folder, 'db'))
  const first = await postmasterPid()
  process.kill(first, 'SIGKILL')
  const second = await eventually(async () => {
    const pid = await postmasterPid().catch(() => first) // the file is deleted and created again meanwhile
    return pid === first ? null : pid
  }, TIMEOUT_MS)
  process.kill(second, 'SIGKILL')
  await eventually(() => ask(server.url, 'select word from sample').catch(() => null), TIMEOUT_MS)
  await server.stop()
})

it('refuses a folder of another major version of PostgreSQL with an explanation, and leaves it unchanged', async () => {
  const old = join(folder, 'old')
  await mkdir(old, { mode: 0o755 })
  await writeFile(join(old, 'PG_VERSION'), '9\n')
  await expect(startEmbeddedPostgres(old)).rejects.toThrow(
    /was made by PostgreSQL 9, but this version of the store brings PostgreSQL \d+,.*mv \S+old \S+old-9$/,
  )
  expect(await readdir(old)).toEqual(['PG_VERSION'])
})
