import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, signedIn } from '../testing/people.ts'
import { openTestStore, type TestStore } from '../testing/store.ts'

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
