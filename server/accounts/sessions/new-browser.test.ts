import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { heldByKeysUntil } from '../../payouts/addresses/key-change-hold.ts'
import { type Browser, browserOf } from '../../testing/browser.ts'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { openTestStore, useTestStore } from '../../testing/store.ts'
import { takeBack } from '../../testing/take-back.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEW = 'another-Secret-phrase-8'
const OVER = { error: 'This link no longer works. Set a new password instead.', code: 'invalid_token' }
const test = useTestStore()

async function logIn({ email }: { email: string }, browser = browserOf(test)): Promise<Browser> {
  const answer = await browser.post('/api/login', { email, password: PASSWORD }, { 'user-agent': FIREFOX })
  expect(answer.status, answer.text).toBe(200)
  return browser
}

async function mailsOf({ email }: { email: string }) {
  await test.drain()
  return (await test.mailsTo(email)).filter(
    ({ subject }) => subject === 'New log-in to your No Filler account',
  )
}

/** An account with a login from an unknown browser; the token of the email about it. */
async function entered(person: Person): Promise<string> {
  await logIn(person)
  await logIn(person)
  return /take-back#not-me=([\w.-]+)/.exec((await mailsOf(person)).at(-1)?.text ?? '')?.[1] ?? ''
}

const reportLogin = (token: string) => takeBack(test, { link: 'not-me', token })

it('K21 emails about a login from a new browser, but not about the first login or from a known browser', async () => {
  const june = await signedIn(test)
  const known = await logIn(june)
  await logIn(june, known)
  expect(await mailsOf(june)).toEqual([])
  const other = await logIn(june)
  const [mail, ...more] = await mailsOf(june)
  expect(more).toEqual([])
  expect(mail?.text).toMatch(
    new RegExp(
      `logged in to your account ${june.username} with Firefox on Linux on \\w{3} \\d+, \\d{4}, \\d\\d:\\d\\d UTC`,
    ),
  )
  await logIn(june, other)
  await logIn(june, known)
  expect(await mailsOf(june)).toHaveLength(1)
})

it('K21 names the country of a login, which only a trusted proxy may set', async () => {
  const behindProxy = await openTestStore({
    settings: { TRUST_PROXY: '127.0.0.1', COUNTRY_HEADER: 'X-Country' },
  })
  const june = await signedIn(behindProxy)
  const logInFrom = (headers: Record<string, string>) =>
    browserOf(behindProxy).post('/api/login', { email: june.email, password: PASSWORD }, headers)
  await logInFrom({})
  await logInFrom({ 'x-country': 'PT', 'x-forwarded-for': '198.51.100.20' })
  await logInFrom({ 'x-country': 'XX', 'x-forwarded-for': '198.51.100.20' })
  await logInFrom({ 'x-country': 'NL' })
  await behindProxy.drain()
  const texts = (await behindProxy.mailsTo(june.email)).map(({ text = '' }) => text)
  const countries = texts.flatMap((text) => /Approximate location, from the IP address: .*/.exec(text) ?? [])
  expect(texts.filter((text) => text.includes('logged in to your account'))).toHaveLength(3)
  expect(countries).toEqual(['Approximate location, from the IP address: Portugal.'])
  await behindProxy.close()
})

it('K21 emails about the first recorded login when the account is older than the event log', async () => {
  const june = await signedIn(test)
  await sql`update accounts set created_at = now() - interval '91 days' where id = ${june.id}`.execute(
    test.db,
  )
  await logIn(june)
  expect(await mailsOf(june)).toHaveLength(1)
})

it('K21 K22 "this was not me" ends sessions, password and pending requests, and leads to a new password', async () => {
  const kim = await signedIn(test, 'developer')
  const token = await entered(kim)
  await kim.post('/api/second-factor/setup', { password: PASSWORD })
  await kim.post('/api/email-change', { email: `thief.${kim.username}@example.test`, password: PASSWORD })
  expect((await kim.get('/api/email-change')).body.pending).not.toBeNull()

  const { status, body } = await reportLogin(token)
  expect(status).toBe(200)
  expect((await kim.get('/api/whoami')).status).toBe(401)
  expect((await test.nobody.post('/api/login', { email: kim.email, password: PASSWORD })).status).toBe(401)
  const reset = { token: body.resetToken, password: NEW }
  expect((await test.nobody.post('/api/reset-password', reset)).status).toBe(200)
  const login = await test.nobody.post('/api/login', { email: kim.email, password: NEW })
  expect(login.status, login.text).toBe(200)
  const headers = { authorization: `Bearer ${login.body.accessToken}` }
  expect((await test.nobody.get('/api/email-change', headers)).body.pending).toBeNull()
  const held = await heldByKeysUntil(test.db, kim.id, new Date())
  expect((held?.getTime() ?? 0) - Date.now()).toBeGreaterThan(71.9 * 3_600_000)
  const events = (await test.nobody.get('/api/security-events', headers)).body
  expect(events.map(({ kind }: { kind: string }) => kind).slice(0, 3)).toEqual([
    'logged_in',
    'password_reset',
    'log_in_disowned',
  ])
})

it('K21 the link works once, even for concurrent clicks, and opening it changes nothing', async () => {
  const june = await signedIn(test)
  const token = await entered(june)
  expect((await june.get('/api/whoami')).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 6 }, () => reportLogin(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
  expect((await reportLogin(token)).body).toEqual(OVER)
})

it('K21 the link ends with a password set by email and after 7 days, and a made-up one fails', async () => {
  const june = await signedIn(test)
  const token = await entered(june)
  await test.nobody.post('/api/forgot-password', { email: june.email })
  await test.drain()
  const texts = (await test.mailsTo(june.email)).map(({ text }) => text ?? '').join('\n')
  const reset = { token: /\?token=([\w-]+)/.exec(texts)?.[1], password: NEW }
  expect((await test.nobody.post('/api/reset-password', reset)).status).toBe(200)
  expect((await reportLogin(token)).body).toEqual(OVER)

  const kim = await signedIn(test)
  const old = await entered(kim)
  await sql`update sessions set created_at = created_at - interval '8 days' where account_id = ${kim.id}`.execute(
    test.db,
  )
  expect((await reportLogin(old)).body).toEqual(OVER)
  expect((await reportLogin(`${kim.sessionId}.${'A'.repeat(43)}`)).body).toEqual(OVER)
})

it('K21 a thief who changes the password with the stolen session does not void the link', async () => {
  const june = await signedIn(test)
  const token = await entered(june)
  const changed = await june.put('/api/password', { password: PASSWORD, newPassword: NEW })
  expect(changed.status).toBe(200)
  expect((await reportLogin(token)).status).toBe(200)
  expect((await june.get('/api/whoami')).status).toBe(401)
})
