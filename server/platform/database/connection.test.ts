import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/store.ts'
import { onConnection } from './connection.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

it('a broken connection fails the next statement, but not the process', async () => {
  const broken = onConnection({ connectionString: database.url }, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const broke = new Promise((resolve) => client.once('end', resolve))
    await onConnection({ connectionString: database.url }, (other) =>
      other.query('select pg_terminate_backend($1)', [rows[0].pid]),
    )
    await broke
    return client.query('select 1')
  })
  await expect(broken).rejects.toThrow('not queryable')
})

it('closes its connection whether the work succeeds or fails', async () => {
  const failed = onConnection({ connectionString: database.url, application_name: 'short' }, async () => {
    throw new Error('no luck')
  })
  await expect(failed).rejects.toThrow('no luck')
  await eventually(async () => {
    const left = `select from pg_stat_activity where application_name = 'short'`
    const { rows } = await onConnection({ connectionString: database.url }, (client) => client.query(left))
    return rows.length === 0
  })
})
