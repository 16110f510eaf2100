import type { SecurityEvent } from '@nofiller/contract/accounts/security-events'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { browserOf } from '../../testing/browser.ts'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'
import { takeBack } from '../../testing/take-back.ts'

const STEP_MS = 30_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SOLANA = 'So11111111111111111111111111111111111111112'
let now = new Date()
const test = useTestStore({ clock: () => now })

const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: now.getTime() })
const json = (body: object) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const eventsOf = async (who: Person): Promise<SecurityEvent[]> => (await who.get('/api/security-events')).body
/** Events since the login at the start of each test, newest first. */
const kindsOf = async (who: Person) => (await eventsOf(who)).map(({ kind }) => kind).slice(0, -1)

async function setUp(who: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { body } = await who.post('/api/second-factor/setup', { password: PASSWORD })
  const on = await who.post('/api/second-factor', { code: codeOf(body.secret) })
  expect(on.status, on.text).toBe(200)
  now = new Date(now.getTime() + STEP_MS)
  return { secret: body.secret, recoveryCodes: on.body.recoveryCodes }
}

async function logInBy(who: Person, codes: readonly string[]): Promise<number[]> {
  const browser = browserOf(test)
  const headers = { 'user-agent': FIREFOX }
  await browser.post('/api/login', { email: who.email, password: PASSWORD }, headers)
  const statuses = []
  for (const code of codes)
    statuses.push((await browser.post('/api/login/second-factor', { code }, headers)).status)
  return statuses
}

it('K23 lists logins, wrong codes and recovery codes with their browser, newest first', async () => {
  const june = await signedIn(test)
  const { secret, recoveryCodes } = await setUp(june)
  expect(await logInBy(june, ['000000', '000001', codeOf(secret)])).toEqual([401, 401, 200])
  expect(await logInBy(june, [recoveryCodes[0] ?? ''])).toEqual([200])
  const events = await eventsOf(june)
  expect(events.map(({ kind, times, browser }) => [kind, times, browser])).toEqual([
    ['logged_in_with_code', 1, 'Firefox on Linux'],
    ['recovery_code_used', 1, 'Firefox on Linux'],
    ['logged_in_with_code', 1, 'Firefox on Linux'],
    ['wrong_code', 2, 'Firefox on Linux'],
    ['second_factor_on', 1, ''],
    ['signed_up', 1, ''],
  ])
})

it('K23 lists changes of password, second factor, recovery codes and payout address, and the end of sessions', async () => {
  const kim = await signedIn(test, 'developer')
  const { secret, recoveryCodes } = await setUp(kim)
  const set = await kim.send('PUT', '/api/payout-address', {
    ...json({ coin: 'USDC-SOL', address: SOLANA, password: PASSWORD }),
  })
  expect(set.status, set.text).toBe(200)
  const keys = { password: PASSWORD, code: recoveryCodes[0] }
  expect((await kim.post('/api/second-factor/recovery-codes', keys)).status).toBe(200)
  const off = await kim.send('DELETE', '/api/second-factor', json({ ...keys, code: codeOf(secret) }))
  expect(off.status, off.text).toBe(200)
  await browserOf(test).post(
    '/api/login',
    { email: kim.email, password: PASSWORD },
    { 'user-agent': FIREFOX },
  )
  const [other] = (await kim.get('/api/sessions')).body.filter(
    ({ current }: { current: boolean }) => !current,
  )
  expect((await kim.send('DELETE', `/api/sessions/${other._id}`)).status).toBe(200)
  const newPassword = 'another-Secret-phrase-8'
  expect((await kim.send('PUT', '/api/password', json({ password: PASSWORD, newPassword }))).status).toBe(200)
  expect(await kindsOf(kim)).toEqual([
    'password_changed',
    'session_ended',
    'logged_in',
    'second_factor_off',
    'recovery_codes_renewed',
    'recovery_code_used',
    'payout_address_changed',
    'second_factor_on',
  ])
  const about = (await eventsOf(kim)).filter((event) => event.about !== null).map((event) => event.about)
  expect(about).toEqual(['Firefox on Linux', 'So1111…111112'])
})

it('K23 lists a new email address, in part, and its undoing', async () => {
  const june = await signedIn(test)
  const email = `moved.${june.username}@example.test`
  expect((await june.post('/api/email-change', { email, password: PASSWORD })).status).toBe(200)
  const tokenIn = async (address: string, kind: string) => {
    await test.drain()
    const texts = (await test.mailsTo(address)).map(({ text }) => text ?? '')
    return new RegExp(`#${kind}=([\\w-]+)`).exec(texts.join('\n'))?.[1] ?? ''
  }
  await test.nobody.post('/api/email-change/confirm', { token: await tokenIn(email, 'confirm') })
  expect((await eventsOf(june))[0]).toMatchObject({ kind: 'email_changed', about: 'm•••@example.test' })
  const undone = await takeBack(test, { link: 'undo', token: await tokenIn(june.email, 'undo') })
  const reset = { token: undone.body.resetToken, password: 'another-Secret-phrase-8' }
  expect((await test.nobody.post('/api/reset-password', reset)).status).toBe(200)
  const login = await test.nobody.post('/api/login', { email: june.email, password: reset.password })
  const { body } = await test.nobody.get('/api/security-events', {
    authorization: `Bearer ${login.body.accessToken}`,
  })
  expect(body.map(({ kind }: SecurityEvent) => kind)).toEqual([
    'logged_in',
    'password_reset',
    'email_undone',
    'email_changed',
    'signed_up',
  ])
})

it('K23 the end of every session is listed, with who ended them', async () => {
  const [june, admin] = [await signedIn(test), await signedIn(test, 'admin')]
  expect((await june.send('DELETE', '/api/sessions')).status).toBe(200)
  const reason = { reason: 'They asked for it' }
  const ended = await admin.post(`/api/admin/users/${june.id}/sign-out`, reason)
  expect(ended.status, ended.text).toBe(200)
  const login = await test.nobody.post('/api/login', { email: june.email, password: PASSWORD })
  const { body } = await test.nobody.get('/api/security-events', {
    authorization: `Bearer ${login.body.accessToken}`,
  })
  expect(body.map(({ kind }: SecurityEvent) => kind)).toEqual([
    'logged_in',
    'sessions_ended_by_store',
    'sessions_ended',
    'signed_up',
  ])
})

it('K23 a refresh token that is used again later ends its session, and the list says why', async () => {
  const june = await signedIn(test)
  const browser = browserOf(test)
  await browser.post('/api/login', { email: june.email, password: PASSWORD })
  const copied = browser.cookies.get('refresh') ?? ''
  expect((await browser.post('/api/refresh')).status).toBe(200)
  await test.db
    .updateTable('refresh_tokens')
    .set({ rotated_at: new Date(Date.now() - 60_000) })
    .where('rotated_at', 'is not', null)
    .execute()
  browser.cookies.set('refresh', copied)
  for (let tried = 0; tried < 2; tried += 1) expect((await browser.post('/api/refresh')).status).toBe(401)
  expect(await kindsOf(june)).toEqual(['session_stolen', 'logged_in'])
})

it('K23 shows nobody the events of others, a page at a time', async () => {
  const [june, kim] = [await signedIn(test), await signedIn(test)]
  for (let times = 0; times < 3; times += 1)
    await test.nobody.post('/api/login', { email: june.email, password: PASSWORD })
  expect(await eventsOf(kim)).toHaveLength(1)
  const first = await june.get('/api/security-events?limit=3')
  expect([first.body.length, first.headers.get('x-total-count')]).toEqual([3, '4'])
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect((await june.get(next)).body).toHaveLength(1)
})
