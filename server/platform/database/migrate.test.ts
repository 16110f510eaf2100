import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../testing/database.ts'
import { openTestStore } from '../../testing/store.ts'
import { migrate, migrationsLeft } from './migrate.ts'

const NEWER = '9999_of_a_newer_version'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})

it('R15 the previous version starts on a database that the next version has migrated', async () => {
  await client.query('insert into kysely_migration (name, timestamp) values ($1, now()::text)', [NEWER])
  expect(await migrationsLeft(database.url)).toEqual({ pending: [], unknown: [NEWER] })
  const test = await openTestStore({ database })
  expect((await test.nobody.get('/api/games')).status).toBe(200)
  expect(test.logged.join()).toContain('This database is of a newer version, which added')
  expect(await migrationsLeft(database.url)).toEqual({ pending: [], unknown: [NEWER] })
  await client.end()
  await test.close()
})

it('refuses to mix the migrations of two versions that each have unknown ones', async () => {
  const other = await freshDatabase()
  const connected = new pg.Client({ connectionString: other.url })
  await connected.connect()
  await connected.query('insert into kysely_migration (name, timestamp) values ($1, now()::text)', [NEWER])
  await connected.query('delete from kysely_migration where name like $1', ['0111%'])
  await connected.query('insert into migration_versions values ($1, $2)', [NEWER, '9.9.9'])
  await expect(migrate(other.url)).rejects.toThrow(
    `This database is of a newer version (9.9.9), which added ${NEWER}; this version is `,
  )
  await connected.end()
  await other.drop()
})
