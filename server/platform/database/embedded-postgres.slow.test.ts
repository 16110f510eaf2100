import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

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

/** Starts the server in a process of its own, which is then killed. */
async function startAndDie(): Promise<void> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url).href)})
    await startEmbeddedPostgres(${JSON.stringify(join(folder, 'db'))})
    process.kill(process.pid, 'SIGKILL')`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch(() => null)
}

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(question).finally(() => client.end())
  return rows
}

it('starts on an empty folder, as UTF-8, and keeps what is committed over an orderly stop', async () => {
  const server = await startEmbeddedPostgres(join(folder, 'db'))
  await ask(server.url, `create table kept (word text); insert into kept values ('Zwölf')`)
  expect(await ask(server.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
  await server.stop()
  const again = await startEmbeddedPostgres(join(folder, 'db'))
  expect(await ask(again.url, 'select word from kept')).toEqual([{ word: 'Zwölf' }])
  await again.stop()
})

it('takes over a server that a killed store left running', async () => {
  await startAndDie()
  const taken = await startEmbeddedPostgres(join(folder, 'db'))
  expect(taken.isOurs).toBe(true)
  expect(await ask(taken.url, 'select word from kept')).toHaveLength(1)
  await taken.stop()
})

it('does not stop a server that another store has open', async () => {
  const first = await startEmbeddedPostgres(join(folder, 'db'))
  const second = await startEmbeddedPostgres(join(folder, 'db'))
  expect([first.isOurs, second.isOurs]).toEqual([true, false])
  await second.stop()
  expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
})

it('starts once when two begin on an empty folder', async () => {
  const empty = join(folder, 'both')
  const both = await Promise.all([startEmbeddedPostgres(empty), startEmbeddedPostgres(empty)])
  expect(both.map((server) => server.isOurs).sort()).toEqual([false, true])
  for (const server of both) await server.stop()
})

it('starts again after the server itself was killed', async () => {
  const { url } = await startEmbeddedPostgres(join(folder, 'db'))
  await ask(url, `insert into kept values ('committed')`)
  const pid = Number((await readFile(join(folder, 'db', 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  const again = await startEmbeddedPostgres(join(folder, 'db'))
  expect(await ask(again.url, `select word from kept where word = 'committed'`)).toHaveLength(1)
  await again.stop()
})
