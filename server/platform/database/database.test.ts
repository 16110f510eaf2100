import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, openTestStore, type TestStore } from '../../testing/store.ts'
import { isDatabaseAway } from './database.ts'
import { PREPARED } from './prepared-statements.ts'

let test: TestStore
beforeAll(async () => {
  test = await openTestStore()
})
afterAll(() => test.close())

it('R1 goes on when the database ends a connection that a call holds, and that call fails as one that may be tried again', async () => {
  const held = test.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(test.db)
    await eventually(() => test.logged.some((line) => line.includes('a database connection broke')))
    await sql`select 1`.execute(tx)
  })
  const error = await held.catch((reason: unknown) => reason)
  expect(isDatabaseAway(error)).toBe(true)
  expect((await test.nobody.get('/api/ready')).status).toBe(200)
})

it('plans a statement that says so once a connection, and no other', async () => {
  const planned = await test.db.transaction().execute(async (tx) => {
    const ask = (n: number) => sql<{ n: number }>`${PREPARED} select ${n}::integer as n`.execute(tx)
    expect([(await ask(1)).rows, (await ask(2)).rows]).toEqual([[{ n: 1 }], [{ n: 2 }]])
    await sql`select ${3}::integer as n`.execute(tx)
    const { rows } = await sql<{ statement: string; runs: number }>`
      select statement, generic_plans + custom_plans as runs from pg_prepared_statements
      where statement like '%::integer as n'`.execute(tx)
    return rows
  })
  expect(planned).toEqual([{ statement: '/* planned once */ select $1::integer as n', runs: 2 }])
})
