import { expect, it, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { aStore, eventually, useTestStore } from '../testing/store.ts'
import { purgeContacts } from './contact.ts'
import { contactMail } from './emails.ts'

const test = useTestStore({ settings: { SUPPORT_EMAIL: 'help@store.example' } })

const MESSAGE = { email: 'June@example.test', subject: 'A question', message: 'Dear store,\nwhy?\n\nJune' }
const send = (changes: object = {}) => test.nobody.post('/api/contact', { ...MESSAGE, ...changes })
const stored = () => test.store.db.selectFrom('contact_messages').selectAll().orderBy('id').execute()

it('stores a message and emails it to support, who can reply to the sender', async () => {
  expect(await send()).toMatchObject({ status: 200, body: { ok: true } })
  expect(await stored()).toEqual([expect.objectContaining(MESSAGE)])
  const mail = await eventually(async () => (await test.mailsTo('help@store.example'))[0])
  expect(mail.subject).toBe('Contact: A question')
  expect(mail.replyTo).toEqual([{ name: '', address: 'June@example.test' }])
  expect(mail.text).toContain('Dear store,\nwhy?\n\nJune')
  expect(mail.html).toContain('Dear store,<br>why?<br><br>June')
  expect(mail.headers.map(({ key }) => key)).not.toContain('auto-submitted') // a help desk opens no case for such email
})

it('stores no message and sends no email when either of them fails', async () => {
  const before = (await stored()).length
  const queue = vi.spyOn(test.store.mail, 'queue').mockRejectedValueOnce(new Error('planted'))
  expect((await send()).status).toBe(500)
  expect(await stored()).toHaveLength(before)
  queue.mockRestore()
})

it('names every invalid field with the message of the form', async () => {
  expect(await send({ email: 'no address', subject: '', message: 'm'.repeat(2_001) })).toMatchObject({
    status: 422,
    body: {
      fields: {
        email: 'Please enter a valid email address.',
        subject: 'Please fill in all required fields.',
        message: 'A message has at most 2000 characters.',
      },
    },
  })
})

it('A7 adds no header of the sender to the email', () => {
  const config = readConfig({ SECRET_KEY: 'k'.repeat(32) })
  const mail = contactMail(config, {
    email: 'june@example.test',
    subject: 'Hello\r\nBcc: other@example.test',
    message: '<img src="https://evil.example/pixel">',
  })
  expect(mail).toMatchObject({ to: config.SUPPORT_EMAIL, subject: 'Contact: Hello Bcc: other@example.test' })
  expect(mail.html).not.toContain('<img')
})

it('A7 emails support only, whatever the subject contains', async () => {
  await send({ subject: 'Planted\r\nBcc: other@example.test\r\nTo: third@example.test' })
  const mail = await eventually(async () =>
    (await test.mailsTo('help@store.example')).find(({ subject }) => subject?.includes('Planted')),
  )
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail.to).toHaveLength(1)
  expect(await test.mailsTo('third@example.test')).toEqual([])
})

it('G2 accepts five messages an hour from an address', async () => {
  const strict = await aStore({ settings: { RATE_LIMIT_SCALE: '1' } })
  const answers = []
  for (let sent = 0; sent < 6; sent += 1) answers.push(await strict.nobody.post('/api/contact', MESSAGE))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(answers[5]?.body.error).toBe('Too many requests. Please try again later.')
})

it('keeps messages for 180 days', async () => {
  const { db } = test.store
  await send()
  const [oldest, ...rest] = await stored()
  await db
    .updateTable('contact_messages')
    .set({ created_at: new Date(Date.now() - 181 * 86_400_000) } as object) // set by the database otherwise
    .where('id', '=', oldest?.id ?? '')
    .execute()
  await purgeContacts(db)
  expect((await stored()).map(({ id }) => id)).toEqual(rest.map(({ id }) => id))
})
