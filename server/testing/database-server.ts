/** Before all tests: one PostgreSQL server, and in it a database of the newest schema from which each test file gets a copy. */
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { migrate } from '../platform/database/migrate.ts'
import { databaseUrl, TEMPLATE } from './database.ts'

/** The tests' data is thrown away, so nothing needs to reach the disk. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(await folderOfDatabases(), 'nofiller-test-db-'))
  await chmod(folder, 0o755) // the server runs as another user when the tests run as root
  const server = await startEmbeddedPostgres(join(folder, 'db'), SETTINGS)
  await makeTemplate(server.url)
  project.provide('databaseServer', server.url)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Linux's file system in memory, where making a database costs a fraction of the processor time that it costs on disk. */
const IN_MEMORY = '/dev/shm'
/** The databases of the files that run at once take less than half of it. */
const MEMORY_BYTES = 4 * 1024 ** 3

/** In memory where there is enough of it, otherwise on disk: a container is often given 64 MB. */
async function folderOfDatabases(): Promise<string> {
  const room = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return Math.min(room, process.availableMemory()) >= MEMORY_BYTES ? IN_MEMORY : tmpdir()
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const url = databaseUrl(serverUrl, TEMPLATE)
  await migrate(url)
  const boss = new PgBoss({ connectionString: url, schema: 'jobs' })
  await boss.start()
  await boss.stop({ graceful: false })
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}
