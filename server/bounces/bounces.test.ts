import { afterAll, beforeEach, expect, it } from 'vitest'
import { sendNews } from '../news/send-news.ts'
import { type MailFault, mailServer } from '../testing/fakes/mail-server.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'

const SECRET = 'a secret of thirty-two characters'

let issues = 0
const emails = await mailServer()
afterAll(emails.close)
const test = useTestStore({
  settings: {
    SMTP_URL: emails.url,
    MAIL_BOUNCE_SECRET: SECRET,
    JOB_POLL_SECONDS: '0.5',
    LOG_LEVEL: 'fatal',
  },
})
beforeEach(() => emails.failBy(() => null))

async function subscriber(): Promise<Person> {
  const june = await signedIn(test)
  await june.put('/api/settings', { notifyUpdates: true })
  return june
}

/** As the mail relay reports it. */
const report = (message: unknown, secret = SECRET) =>
  test.nobody.post('/api/webhooks/mail', message, { authorization: `Bearer ${secret}` })
const bounced = (who: Person) => report({ event: 'bounce', email: who.email })
const bouncedAt = async (who: Person) => (await who.get('/api/account/bounce')).body.bouncedAt
const received = ({ email }: Person): number => emails.received.get(email) ?? 0

const news = async () => {
  await sendNews(test.store, `Issue ${++issues}\n\nTwo games came out.`, 'As planned')
  await test.drain()
}
/** Mails that are no news, such as receipts. */
async function queue(who: Person, count: number): Promise<void> {
  const mail = { to: who.email, subject: 'Your receipt', text: 'Text', html: '<p>Text</p>' }
  for (let one = 0; one < count; one += 1)
    await test.db.transaction().execute((tx) => test.store.mail.queue(tx, mail))
  await test.drain()
}
const failFor = (who: Person, fault: MailFault) =>
  emails.failBy((address) => (address === who.email ? fault : null))
/** The pause before another try grows; here it is over at once. */
const retryUntilNoneIsLeft = () =>
  eventually(async () => {
    await test.sql`update jobs.job set start_after = now() where name = 'send-mail' and state = 'retry'`
    const rows =
      await test.sql`select from jobs.job where name = 'send-mail' and state in ('created', 'retry', 'active')`
    return rows.length === 0
  })

it('Y14 a bounce stops the news at once, and other emails are tried three times in seven days', async () => {
  const june = await subscriber()
  expect(await bouncedAt(june)).toBeNull()
  expect((await bounced(june)).status).toBe(200)
  expect(await bouncedAt(june)).toMatch(/Z$/)
  await news()
  expect(received(june)).toBe(0)
  await queue(june, 5)
  expect(received(june)).toBe(3)
  await bounced(june)
  await queue(june, 1)
  expect(received(june)).toBe(3)
  await test.sql`update mail_bounces set tries_since = now() - interval '8 days' where account_id = ${june.id}`
  await queue(june, 5)
  expect(received(june)).toBe(6)
})

it('Y14 an address that the mail server refuses is tried three more times, and then no longer', async () => {
  const june = await subscriber()
  failFor(june, 'refuse')
  const before = emails.faults
  await queue(june, 1)
  await retryUntilNoneIsLeft()
  expect(emails.faults - before).toBe(4)
  expect(await bouncedAt(june)).toMatch(/Z$/)
})

it('Y14 an address that was refused and then accepts an email gets news again', async () => {
  const june = await subscriber()
  failFor(june, 'refuse')
  await queue(june, 1)
  expect(await bouncedAt(june)).toMatch(/Z$/)
  emails.failBy(() => null)
  await retryUntilNoneIsLeft()
  expect(await bouncedAt(june)).toBeNull()
  await news()
  expect(received(june)).toBe(2)
})

it.each(['greylist', 'policy', 'hang up'] as const)(
  'Y14 a mail server’s "%s" is not counted against an address',
  async (fault) => {
    const june = await subscriber()
    failFor(june, fault)
    await queue(june, 1)
    emails.failBy(() => null)
    expect(await bouncedAt(june)).toBeNull()
    await retryUntilNoneIsLeft()
    expect(received(june)).toBe(1)
  },
)

it('Y14 a complaint withdraws the consent to news once, and stops no other email', async () => {
  const june = await subscriber()
  const complaint = { event: 'complaint', email: june.email.toUpperCase() }
  await Promise.all([report(complaint), report(complaint)])
  expect((await june.get('/api/whoami')).body.notifyUpdates).toBe(false)
  const consents = await test.sql<{ withdrawn_through: string | null }>`
    select withdrawn_through from news_consents where account_id = ${june.id}`
  expect(consents).toEqual([{ withdrawn_through: 'complaint' }])
  await news()
  await queue(june, 5)
  expect(received(june)).toBe(5)
})

it('Y14 people see that their email bounces, and can have it tried again', async () => {
  const june = await subscriber()
  await bounced(june)
  await june.send('DELETE', '/api/account/bounce')
  expect(await bouncedAt(june)).toBeNull()
  await news()
  expect(received(june)).toBe(1)
})

it('Y14 an admin sees that a user’s email bounces, and can have it tried again', async () => {
  const [june, admin] = [await subscriber(), await signedIn(test, 'admin')]
  await bounced(june)
  const seen = async () => (await admin.get(`/api/admin/users/${june.id}`)).body.user.mailBouncedAt
  expect(await seen()).toBe(await bouncedAt(june))
  const lift = () => admin.post(`/api/admin/users/${june.id}/lift-bounce`, { reason: 'They wrote to us' })
  expect((await lift()).status).toBe(200)
  expect(await seen()).toBeNull()
  expect(await lift()).toMatchObject({ status: 409, body: { code: 'no_bounce' } })
})

it('Y14 a bounce belongs to the address: the account’s new address gets its email', async () => {
  const june = await subscriber()
  await bounced(june)
  const email = `new-${june.email}`
  await test.db.updateTable('accounts').set({ email }).where('id', '=', june.id).execute()
  expect(await bouncedAt(june)).toBeNull()
  await news()
  expect(emails.received.get(email)).toBe(1)
  await report({ event: 'bounce', email })
  expect(await bouncedAt(june)).toMatch(/Z$/)
})

it('Y14 a report of a bounce requires the secret, and an unreadable one changes nothing', async () => {
  const june = await subscriber()
  const bounce = { event: 'bounce', email: june.email }
  for (const secret of ['', 'another', `${SECRET}x`]) expect((await report(bounce, secret)).status).toBe(401)
  for (const message of [null, [], {}, { ...bounce, event: 'delivery' }, { event: 'bounce' }])
    expect((await report(message)).status, JSON.stringify(message)).toBe(400)
  expect(await bouncedAt(june)).toBeNull()
  expect((await report({ event: 'bounce', email: 'nobody@example.test' })).status).toBe(200)
})
