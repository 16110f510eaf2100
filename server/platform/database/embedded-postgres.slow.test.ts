import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  expect(again.wasRunning).toBe(false)
  expect(await ask(again.url, 'select word from kept')).toEqual([{ word: 'Zwölf' }])
})

it('takes over a server that a killed store left running', async () => {
  const taken = await startEmbeddedPostgres(join(folder, 'db'))
  expect(taken.wasRunning).toBe(true)
  expect(await ask(taken.url, 'select word from kept')).toHaveLength(1)
})

it('starts again after the server itself was killed', async () => {
  const { url } = await startEmbeddedPostgres(join(folder, 'db'))
  await ask(url, `insert into kept values ('committed')`)
  const pid = Number((await readFile(join(folder, 'db', 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  const again = await startEmbeddedPostgres(join(folder, 'db'))
  expect(await ask(again.url, `select word from kept where word = 'committed'`)).toHaveLength(1)
})
