import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../testing/database.ts'
import { eventually, useTestStore } from '../../testing/store.ts'
import { connect, connectThroughPooler, isDatabaseDown, SESSION } from './database.ts'
import { PREPARED } from './prepared-statements.ts'

const test = useTestStore()

it('R1 a connection that the database closes during a call fails that call as retryable, and the store goes on', async () => {
  const held = test.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await test.sql`select pg_terminate_backend(${rows[0]?.pid})`
    await eventually(() => test.logged.some((line) => line.includes('a database connection broke')))
    await sql`select 1`.execute(tx)
  })
  const error = await held.catch((reason: unknown) => reason)
  expect(isDatabaseDown(error)).toBe(true)
  expect((await test.nobody.get('/api/ready')).status).toBe(200)
})

it('prepares a marked statement once for each connection, and no other statement', async () => {
  const planned = await test.db.transaction().execute(async (tx) => {
    const ask = (n: number) => sql<{ n: number }>`${PREPARED} select ${n}::integer as n`.execute(tx)
    expect([(await ask(1)).rows, (await ask(2)).rows]).toEqual([[{ n: 1 }], [{ n: 2 }]])
    await sql`select ${3}::integer as n`.execute(tx)
    const { rows } = await sql<{ statement: string; runs: number }>`
      select statement, generic_plans + custom_plans as runs from pg_prepared_statements
      where statement like '%::integer as n'`.execute(tx)
    return rows
  })
  expect(planned).toEqual([{ statement: '/* prepared */ select $1::integer as n', runs: 2 }])
})

it('prepares everything that goes through the prepared database once for each connection', async () => {
  const planned = await test.store.preparedDb.transaction().execute(async (tx) => {
    for (const token of ['one', 'another'])
      await tx.selectFrom('payment_pages').select('order_id').where('token', '=', token).execute()
    const { rows } = await sql<{ runs: number }>`
      select generic_plans + custom_plans as runs from pg_prepared_statements
      where statement like '%payment_pages%' and statement not like '%pg_prepared_statements%'`.execute(tx)
    return rows
  })
  expect(planned).toEqual([{ runs: 2 }])
})

it('prepared statements still work after a newer version has added a column', async () => {
  const { url, drop } = await freshDatabase()
  const { preparedDb, close } = connect(url, { error: () => undefined })
  await preparedDb.connection().execute(async (db) => {
    const all = () => db.selectFrom('payment_pages').selectAll().limit(1).execute()
    const one = () => db.selectFrom('payment_pages').select('token').limit(1).execute()
    await Promise.all([all(), one()])
    await sql`alter table payment_pages add column of_a_newer_version text`.execute(db)
    await Promise.all([all(), one()])
  })
  await close()
  await drop()
})

it('accepts a pooler with the right session settings, uses no named statements on it, and explains why it refuses another', async () => {
  const { url, drop } = await freshDatabase()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const log = { error: () => undefined }
  await expect(connectThroughPooler(url, log)).rejects.toThrow(
    /without statement_timeout, lock_timeout,.* connect_query='set statement_timeout = ''5s''; /,
  )
  const { rows } = await admin.query('select current_database() as name')
  for (const [name, value] of Object.entries(SESSION))
    await admin.query(`alter database ${rows[0].name} set ${name} = '${value}'`)
  const { db, close } = await connectThroughPooler(url, log)
  const prepared = await db.transaction().execute(async (tx) => {
    await sql`${PREPARED} select 1`.execute(tx)
    return (await sql`select name from pg_prepared_statements where name <> ''`.execute(tx)).rows
  })
  expect(prepared).toEqual([])
  await close()
  await admin.end()
  await drop()
})
