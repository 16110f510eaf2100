import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, signedIn } from '../testing/people.ts'
import { openTestStore, type TestStore } from '../testing/store.ts'

let test: TestStore
let admin: Person
beforeAll(async () => {
  test = await openTestStore()
  admin = await signedIn(test, 'admin')
})
afterAll(() => test.close())

const inbox = async (state: string) => (await admin.get(`/api/admin/contacts?state=${state}`)).body
const mark = (id: string, answered: boolean) =>
  admin.send('PUT', `/api/admin/contacts/${id}`, {
    body: JSON.stringify({ answered }),
    headers: { 'content-type': 'application/json' },
  })

it('keeps contact messages until they are answered, and takes that back', async () => {
  for (const subject of ['First', 'Second'])
    await test.nobody.post('/api/contact', { email: 'june@example.test', subject, message: 'Why?' })
  const [second, first] = await inbox('open')
  expect([second.subject, first.subject]).toEqual(['Second', 'First'])
  expect(first).toMatchObject({
    email: 'june@example.test',
    message: 'Why?',
    answeredAt: null,
    answeredBy: null,
  })

  expect((await mark(first._id, true)).body).toMatchObject({ answeredBy: admin.username })
  await mark(first._id, true)
  expect((await inbox('open')).map(({ subject }: { subject: string }) => subject)).toEqual(['Second'])
  expect(await inbox('answered')).toMatchObject([{ subject: 'First' }])
  expect((await mark(first._id, false)).body).toMatchObject({ answeredAt: null, answeredBy: null })
  expect(await inbox('open')).toHaveLength(2)
  expect((await admin.get(`/api/admin/audit?subjectId=${first._id}`)).body).toMatchObject([
    { action: 'contact_reopened' },
    { action: 'contact_answered', subject: 'First' },
  ])
})

it('answers 404 for a message that is gone', async () => {
  expect((await mark('0192f0c0-0000-7000-8000-000000000000', true)).status).toBe(404)
})
