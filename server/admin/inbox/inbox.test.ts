import type { ContactEntry } from '@nofiller/contract/admin/admin'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { buy } from '../../testing/buying.ts'
import type { Client } from '../../testing/client.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { allPages, csvRecords } from '../../testing/pages.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')

const inbox = async (state: string) => (await admin.get(`/api/admin/contacts?state=${state}`)).body
const mark = (id: string, answered: boolean) => admin.put(`/api/admin/contacts/${id}`, { answered })

it('a contact message stays open until it is answered, and can be reopened', async () => {
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

it('searches contact messages by text, sorts and pages them, and exports the result', async () => {
  const send = async (subject: string, message = 'Where is it?') => {
    await test.nobody.post('/api/contact', { email: 'kim@mail.test', subject, message })
  }
  for (const subject of ['=cmd', 'Receipt', '100%_odd']) await send(subject)
  const search = async (query: string) =>
    (await allPages<ContactEntry>(admin, `/api/admin/contacts?limit=2&${query}`)).map(
      ({ subject }) => subject,
    )
  expect(await search('q=KIM@mail')).toEqual(['100%_odd', 'Receipt', '=cmd'])
  expect(await search('q=kim@mail&sort=old')).toEqual(['=cmd', 'Receipt', '100%_odd'])
  expect(await search('q=0%25_')).toEqual(['100%_odd'])
  expect(await search('q=nothing')).toEqual([])

  const [receipt] = (await admin.get('/api/admin/contacts?q=receipt')).body
  await mark(receipt._id, true)
  expect(await search('q=kim@mail')).toEqual(['100%_odd', '=cmd'])
  expect(await search('q=kim@mail&state=all')).toHaveLength(3)
  const { text, headers } = await admin.get('/api/admin/contacts.csv?q=kim@mail&state=all&sort=old')
  expect(headers.get('content-disposition')).toBe('attachment; filename="inbox.csv"')
  expect(csvRecords(text).map(([, , email, subject, , , by]) => [email, subject, by])).toEqual([
    ['Email', 'Subject', 'Answered by'],
    ['kim@mail.test', "'=cmd", ''],
    ['kim@mail.test', 'Receipt', admin.username],
    ['kim@mail.test', '100%_odd', ''],
  ])
})

const QUESTION = { email: 'Lee@example.test', subject: 'Soundtrack', message: 'It will not unpack.\nWhy?' }

/** Sends a message and returns its id. */
async function sent(by: Client, question: typeof QUESTION): Promise<string> {
  await by.post('/api/contact', question)
  const { body } = await admin.get(`/api/admin/contacts?limit=1&q=${encodeURIComponent(question.subject)}`)
  return body[0]._id
}

it('emails a reply with the original message below it, stores it, and marks the message as answered', async () => {
  const id = await sent(test.nobody, QUESTION)
  const reply = { _id: uuid(), text: 'It was damaged.\nA new one is up.', markAnswered: true }
  expect((await admin.post(`/api/admin/contacts/${id}/reply`, { ...reply, text: ' ' })).status).toBe(422)
  const answers = await Promise.all([1, 2].map(() => admin.post(`/api/admin/contacts/${id}/reply`, reply)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])

  const mail = await eventually(async () => (await test.mailsTo('Lee@example.test'))[0])
  expect(mail.subject).toBe('Re: Soundtrack')
  expect(mail.replyTo).toMatchObject([{ address: test.store.config.SUPPORT_EMAIL }])
  expect(mail.headers.map(({ key }) => key)).not.toContain('auto-submitted')
  expect(mail.text).toContain('A new one is up.')
  expect(mail.text).toContain('> It will not unpack.\n> Why?')
  expect((await admin.get(`/api/admin/contacts/${id}`)).body).toMatchObject({
    message: { _id: id, answeredBy: admin.username },
    replies: [{ _id: reply._id, text: reply.text, sentBy: admin.username }],
  })
  expect((await admin.get(`/api/admin/audit?subjectId=${id}`)).body).toMatchObject([
    { action: 'contact_answered' },
    { action: 'contact_replied', subject: 'Soundtrack' },
  ])
  expect(await test.mailsTo('Lee@example.test')).toHaveLength(1)
})

it('a message leads to its writer, and the writer to their orders and messages', async () => {
  const june = await signedIn(test)
  const game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  const { orderId } = await buy(june, game)
  const written = await sent(june, { ...QUESTION, email: 'other@example.test', subject: 'Logged in' })
  const typed = await sent(test.nobody, { ...QUESTION, email: june.email.toUpperCase(), subject: 'Typed' })
  const stranger = await sent(test.nobody, { ...QUESTION, email: 'who@example.test', subject: 'A stranger' })

  const detail = async (id: string) => (await admin.get(`/api/admin/contacts/${id}`)).body
  expect(await detail(written)).toMatchObject({
    user: { _id: june.id },
    isCertain: true,
    orders: [{ orderId }],
    orderCount: 1,
  })
  expect(await detail(typed)).toMatchObject({ user: { _id: june.id }, isCertain: false })
  expect(await detail(stranger)).toMatchObject({ user: null, isCertain: false, orders: [], others: [] })
  const { messages } = (await admin.get(`/api/admin/users/${june.id}`)).body
  expect(messages.map(({ subject }: ContactEntry) => subject)).toEqual(['Typed', 'Logged in'])
})
