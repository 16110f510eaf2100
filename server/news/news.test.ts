import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { browserOf } from '../testing/browser.ts'
import { buyAndPay } from '../testing/buying.ts'
import { callAdmin, settingsOf } from '../testing/command-line.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { readNews } from './read-news.ts'
import { sendNews } from './send-news.ts'

const test = useTestStore()
let issues = 0
/** Each test thus knows who gets its news. */
beforeEach(() => test.sql`update accounts set notify_updates = false`)

const settings = (who: Person, body: object) => who.put('/api/settings', body)
const consentsOf = ({ id }: { id: string }) =>
  test.db.selectFrom('news_consents').selectAll().where('account_id', '=', id).orderBy('id').execute()

async function subscriber(): Promise<Person> {
  const june = await signedIn(test)
  await settings(june, { notifyUpdates: true })
  return june
}

/** News that no other test sends. */
const aFile = () => `Issue ${++issues}\n\nTwo games came out.\n\nRead more: ${test.url}/games\n`
const send = (file: string) => sendNews(test.store, file, 'As planned')

/** The news that an account received; the mail queue is empty then. */
async function newsTo(who: Person) {
  await test.drain()
  return (await test.mailsTo(who.email)).filter(({ subject }) => subject?.startsWith('Issue'))
}

it('Y11 news require a checkbox that is empty by default, and the consent is stored with purpose, text, time, page and withdrawal', async () => {
  const june = await signedIn(test)
  expect((await june.get('/api/whoami')).body.notifyUpdates).toBe(false)
  await settings(june, { notifyUpdates: true, page: '/settings/mails' })
  await settings(june, { notifyUpdates: true, page: '/settings' })
  await settings(june, { notifyPurchases: false })
  expect(await consentsOf(june)).toMatchObject([
    {
      purpose: 'news',
      text_version: 4,
      given_at: expect.any(Date),
      given_through: '/settings/mails',
      withdrawn_at: null,
    },
  ])
  await settings(june, { notifyUpdates: false, page: '/settings' })
  await settings(june, { notifyUpdates: true })
  expect(await consentsOf(june)).toMatchObject([
    { withdrawn_at: expect.any(Date), withdrawn_through: '/settings' },
    { given_through: '/settings', withdrawn_at: null },
  ])
})

it.each([true, false])(
  'Y11 sign-up with the checkbox set to %s decides whether the account gets news',
  async (ticked) => {
    const browser = browserOf(test)
    const account = {
      username: `new_${ticked}`,
      email: `new-${ticked}@example.test`,
      password: 'Correct-horse-9',
    }
    await browser.post('/api/register-start', { ...account, ...(ticked && { notifyUpdates: true }) })
    await test.sql`update registrations set news_text = 2 where email = ${account.email}`
    const mail = await eventually(async () => (await test.mailsTo(account.email))[0])
    const code = /\d{6}/.exec(mail.subject ?? '')?.[0]
    const { user } = (await browser.post('/api/verify-email', { email: account.email, code })).body
    const consents = await consentsOf(user)
    // The text that stood beside the tick, though there is a newer one once the address is confirmed.
    const through = consents.map(({ given_through, text_version }) => [given_through, text_version])
    expect(through).toEqual(ticked ? [['/signup', 2]] : [])
  },
)

it('Y11 a purchase is no consent to news', async () => {
  const june = await signedIn(test)
  const developer = await signedIn(test, 'developer')
  await buyAndPay(test, june, await addGame(test, { developerId: developer.id }))
  await send(aFile())
  expect(await newsTo(june)).toEqual([])
  expect(await consentsOf(june)).toEqual([])
})

it('Y11 sends news once to everybody who wants them, even when the command runs again', async () => {
  const people = [await subscriber(), await subscriber(), await subscriber()]
  const [suspended, closing] = [await subscriber(), await subscriber()]
  await test.sql`update accounts set suspended_at = now() where id = ${suspended.id}`
  await test.sql`update accounts set deletion_at = now() + interval '9 days' where id = ${closing.id}`
  const file = aFile()
  const counts = await Promise.all([send(file), send(file), send(file)])
  expect(Math.max(...counts)).toBe(3)
  expect(await send(file)).toBe(3)
  for (const who of people) expect(await newsTo(who)).toHaveLength(1)
  for (const who of [suspended, closing]) expect(await newsTo(who)).toEqual([])
})

it('Y11 news that were interrupted continue where they stopped', async () => {
  const [first, second] = [await subscriber(), await subscriber()]
  const file = aFile()
  await send(file)
  await newsTo(first)
  await test.sql`update news_issues set reached_id = ${first.id}, queued_count = 1, finished_at = null
    where subject = ${`Issue ${issues}`}`
  expect(await send(file)).toBe(2)
  expect(await newsTo(first)).toHaveLength(1)
  expect(await newsTo(second)).toHaveLength(2)
})

it('Y11 somebody who withdraws the consent does not get news that were already queued', async () => {
  const june = await subscriber()
  const { unsubscribe_token: token } = await tokenOf(june)
  await settings(june, { notifyUpdates: false })
  await test.db.transaction().execute((tx) =>
    test.store.mail.queue(tx, {
      to: june.email,
      subject: 'Issue that waited',
      text: 'Text',
      html: '<p>Text</p>',
      unsubscribeUrl: `${test.url}/u/${token}`,
    }),
  )
  expect(await newsTo(june)).toEqual([])
})

const tokenOf = ({ id }: Person) =>
  test.db.selectFrom('accounts').select('unsubscribe_token').where('id', '=', id).executeTakeFirstOrThrow()

it('Y12 only news emails contain the unsubscribe link and the header for one-click unsubscribing', async () => {
  const june = await subscriber()
  const token = (await tokenOf(june)).unsubscribe_token
  expect(token).toMatch(/^[0-9a-f]{32}$/)
  await send(aFile())
  const [mail] = await newsTo(june)
  expect(mail?.text).toContain(`Unsubscribe: ${test.url}/u/${token}`)
  const lines = await linesOfMailsTo(june)
  expect(lines).toContain(`List-Unsubscribe: <${test.url}/u/${token}>`)
  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')

  const kim = await signedIn(test)
  await test.nobody.post('/api/forgot-password', { email: kim.email })
  await eventually(async () => (await test.mailsTo(kim.email)).length > 0)
  expect((await linesOfMailsTo(kim)).filter((line) => /^List-/i.test(line))).toEqual([])
  for (const all of [lines, await linesOfMailsTo(kim)]) {
    expect(all).toContain('Auto-Submitted: auto-generated') // RFC 3834: no out-of-office reply comes back
    expect(all).toContain('X-Auto-Response-Suppress: OOF, AutoReply')
  }
})

/** As they are sent, not as a program reads them. */
async function linesOfMailsTo({ email }: Person): Promise<string[]> {
  const folder = join(test.dataDir, 'mail')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.filter((text) => text.includes(`To: ${email}`)).flatMap((text) => text.split('\n'))
}

it('the command sends news from a file, and reports the number of recipients', async () => {
  const june = await subscriber()
  const env = settingsOf(test)
  const path = join(test.dataDir, 'news.txt')
  await writeFile(path, aFile())
  expect(await callAdmin(['send-news', path], env)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Queued for 1 person'),
  })
  expect(await newsTo(june)).toHaveLength(1)
  const [entry] = await test.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).execute()
  expect(entry).toMatchObject({ action: 'news_sent', after: { subject: `Issue ${issues}` } })
  expect(await callAdmin(['send-news'], env)).toMatchObject({ code: 2 })
  expect(await callAdmin(['send-news', 'no-such-file.txt'], env)).toMatchObject({ code: 1 })
})

it('a news file has a subject, an empty line and paragraphs, which may contain links', () => {
  expect(readNews('\uFEFFHello\r\n\r\nOne\r\nline.\r\n\r\n\r\nMore: https://a.example/b\r\n')).toEqual({
    subject: 'Hello',
    lines: ['One\nline.', { label: 'More', link: 'https://a.example/b' }],
  })
  expect(() => readNews(' \n')).toThrow('The file is empty.')
  expect(() => readNews('Hello')).toThrow('the text')
  expect(() => readNews('Hello\nat once')).toThrow('the text')
  expect(() => readNews(`${'x'.repeat(121)}\n\nText`)).toThrow('120 characters')
})
