import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { eventually, useTestStore } from '../../testing/store.ts'

const test = useTestStore()

const listening = sql`datname = current_database() and query = 'listen "catalogue_changed"'`
const listeners = async (): Promise<number> =>
  (await test.sql`select from pg_stat_activity where ${listening}`).length

it('receives changes again after its connection broke, over one connection', async () => {
  let heard = 0
  test.store.catalogChanged.onChange(() => {
    heard += 1
  })
  for (let broken = 1; broken <= 2; broken += 1) {
    await test.sql`select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`
    await eventually(() => heard === 2 * broken) // once when it broke, once when it is restored
  }
  const before = heard
  await test.db.transaction().execute((tx) => test.store.catalogChanged.announce(tx))
  await eventually(() => heard > before)
  expect({ heard: heard - before, listeners: await listeners() }).toEqual({ heard: 1, listeners: 1 })
})
