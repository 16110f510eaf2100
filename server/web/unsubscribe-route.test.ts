import { expect, it } from 'vitest'
import { sendNews } from '../news/send-news.ts'
import { removeAccount } from '../personal-data/deletion/remove-account.ts'
import { buyAndPay } from '../testing/buying.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'

const test = useTestStore({ pages: 'built' })

async function subscriber(): Promise<{ june: Person; link: string }> {
  const june = await signedIn(test)
  await june.put('/api/settings', { notifyUpdates: true })
  const { unsubscribe_token } = await test.row<{ unsubscribe_token: string }>`
    select unsubscribe_token from accounts where id = ${june.id}`
  return { june, link: `${test.url}/u/${unsubscribe_token}` }
}

const wantsNews = async (who: Person): Promise<boolean> => (await who.get('/api/whoami')).body.notifyUpdates
/** As mail programs send it: a form without any identity. */
const press = (link: string, headers: Record<string, string> = {}) =>
  fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'error',
  })
const withdrawalsOf = async ({ id }: { id: string }) =>
  (
    await test.sql<{ withdrawn_through: string | null }>`
      select withdrawn_through from news_consents where account_id = ${id}`
  )
    .map(({ withdrawn_through }) => withdrawn_through)
    .filter((page) => page !== null)

it('Y13 opening the link a hundred times changes nothing, and shows a button', async () => {
  const { june, link } = await subscriber()
  const pages = await Promise.all(Array.from({ length: 100 }, () => fetch(link)))
  for (const page of pages) {
    expect(page.status).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await page.text()).toContain('<form method="post">')
  }
  await fetch(link, { method: 'HEAD' })
  expect(await wantsNews(june)).toBe(true)
})

it('Y13 unsubscribing needs no cookie, log-in or redirect, names no address, and counts once', async () => {
  const { june, link } = await subscriber()
  for (const answer of await Promise.all([press(link), press(link)])) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
    const page = await answer.text()
    expect(page).toContain('You’re unsubscribed.')
    expect(page).not.toContain(june.email)
    expect(page).not.toContain(june.username)
  }
  expect(await wantsNews(june)).toBe(false)
  expect(await withdrawalsOf(june)).toEqual(['/u'])
})

it.each([
  [
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ],
  ['text/plain', 'List-Unsubscribe=One-Click'],
])('Y12 unsubscribing also works as %s, and from another site', async (type, body) => {
  const { june, link } = await subscriber()
  const headers = { 'content-type': type, origin: 'https://mail.example' }
  expect((await fetch(link, { method: 'POST', headers, body })).status).toBe(200)
  expect(await wantsNews(june)).toBe(false)
})

it('Y13 answers 404 to an unknown token, and refuses a body that is too long', async () => {
  const { june, link } = await subscriber()
  expect((await press(`${test.url}/u/${'0'.repeat(32)}`)).status).toBe(404)
  expect((await fetch(link, { method: 'POST', body: 'x'.repeat(5_000) })).status).toBe(413)
  expect(await wantsNews(june)).toBe(true)
})

it('Y13 the link works after the account is deleted', async () => {
  const { june, link } = await subscriber()
  await test.db.transaction().execute((tx) => removeAccount(test.store, tx, june.id))
  expect((await press(link)).status).toBe(200)
})

it('Y13 after unsubscribing the next news are not sent, but the next receipt is', async () => {
  const { june, link } = await subscriber()
  const { june: other } = await subscriber()
  await press(link)
  const developer = await signedIn(test, 'developer')
  await buyAndPay(test, june, await addGame(test, { developerId: developer.id }))
  await sendNews(test.store, 'The next issue\n\nNothing new.', 'As planned')
  await test.drain()
  expect((await test.mailsTo(other.email)).map(({ subject }) => subject)).toEqual(['The next issue'])
  const receipt = await eventually(async () => (await test.mailsTo(june.email))[0])
  expect(receipt.subject).toContain('eceipt')
  expect(await test.mailsTo(june.email)).toHaveLength(1)
})

it('H1 the log contains no token of such a link', async () => {
  const { link } = await subscriber()
  await Promise.all([fetch(link), press(link)])
  const token = link.split('/').at(-1) ?? ''
  await eventually(() => test.logged.some((line) => line.includes('/u/:token')))
  expect(test.logged.filter((line) => line.includes(token))).toEqual([])
})
