import type { ContactEntry } from '@nofiller/contract/admin'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allPages, csvRecords } from '../testing/pages.ts'
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

it('finds messages by their text, sorts them by time, pages them, and exports what was found', async () => {
  const send = async (subject: string, message = 'Where is it?') => {
    await test.nobody.post('/api/contact', { email: 'kim@mail.test', subject, message })
  }
  for (const subject of ['=cmd', 'Receipt', '100%_odd']) await send(subject)
  const found = async (query: string) =>
    (await allPages<ContactEntry>(admin, `/api/admin/contacts?limit=2&${query}`)).map(
      ({ subject }) => subject,
    )
  expect(await found('q=KIM@mail')).toEqual(['100%_odd', 'Receipt', '=cmd'])
  expect(await found('q=kim@mail&sort=old')).toEqual(['=cmd', 'Receipt', '100%_odd'])
  expect(await found('q=0%25_')).toEqual(['100%_odd'])
  expect(await found('q=nothing')).toEqual([])

  const [receipt] = (await admin.get('/api/admin/contacts?q=receipt')).body
  await mark(receipt._id, true)
  expect(await found('q=kim@mail')).toEqual(['100%_odd', '=cmd'])
  expect(await found('q=kim@mail&state=all')).toHaveLength(3)
  const { text, headers } = await admin.get('/api/admin/contacts.csv?q=kim@mail&state=all&sort=old')
  expect(headers.get('content-disposition')).toBe('attachment; filename="inbox.csv"')
  expect(csvRecords(text).map(([, , email, subject, , , by]) => [email, subject, by])).toEqual([
    ['Email', 'Subject', 'Answered by'],
    ['kim@mail.test', "'=cmd", ''],
    ['kim@mail.test', 'Receipt', admin.username],
    ['kim@mail.test', '100%_odd', ''],
  ])
})
