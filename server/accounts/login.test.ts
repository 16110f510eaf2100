import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, signedIn } from '../testing/people.ts'
import { eventually, openTestStore, type TestStore } from '../testing/store.ts'

let test: TestStore
beforeAll(async () => {
  test = await openTestStore({ settings: { RATE_LIMIT_SCALE: '1' } })
})
afterAll(() => test.close())

it('G2 counts tries made at once like tries made in turn', async () => {
  const june = await signedIn(test)
  const passwords = [...Array.from({ length: 39 }, () => 'wrong-password'), PASSWORD]
  const answers = await Promise.all(
    passwords.map((password) => test.nobody.post('/api/login', { email: june.email, password })),
  )
  const statuses = answers.map((answer) => answer.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

it('A9 opens no session for one who is suspended while the password is compared', async () => {
  const june = await signedIn(test)
  const suspended = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const suspending = test.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('accounts')
      .set({ suspended_at: sql<Date>`now()` })
      .where('id', '=', june.id)
      .execute()
    begun.resolve()
    await suspended.promise
  })
  await begun.promise
  const login = test.nobody.post('/api/login', { email: june.email, password: PASSWORD })
  await eventually(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db)
    return rows.length > 0
  })
  suspended.resolve()
  await suspending
  expect((await login).status).toBe(401)
})
