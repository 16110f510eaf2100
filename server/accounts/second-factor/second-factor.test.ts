import { normalCode, showRecoveryCode } from '@nofiller/contract/accounts/second-factor-rules'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { checkKeys } from '../../operations/doctor/check-database.ts'
import { COMMAND_LINE } from '../../platform/database/audit.ts'
import { type Browser, browserOf } from '../../testing/browser.ts'
import { clientOf } from '../../testing/client.ts'
import { freshDatabase } from '../../testing/database.ts'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { openTestStore, useTestStore } from '../../testing/store.ts'
import { spendCode } from './check-code.ts'
import { resetSecondFactor } from './second-factor.ts'

const WRONG = 'This code is wrong or has already been used. Enter the next one.'
const STEP_MS = 30_000
let now = new Date()
const test = useTestStore({ clock: () => now })

/** The app's code some steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: now.getTime() + steps * STEP_MS })

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

type Guarded = Person & { secret: string; recoveryCodes: string[] }

/** An account with a second factor; the code that confirmed it is used. */
async function guarded(store = test): Promise<Guarded> {
  const person = await signedIn(store)
  const setup = await person.post('/api/second-factor/setup', { password: PASSWORD })
  expect(setup.status, setup.text).toBe(200)
  const { secret } = setup.body
  const on = await person.post('/api/second-factor', { code: codeOf(secret) })
  expect(on.status, on.text).toBe(200)
  return { ...person, secret, recoveryCodes: on.body.recoveryCodes }
}

const remove = (who: Person, code: string, password = PASSWORD) =>
  who.send('DELETE', '/api/second-factor', {
    body: JSON.stringify({ password, code }),
    headers: { 'content-type': 'application/json' },
  })

/** A browser with a correct password. */
async function halfway({ email }: Person, store = test): Promise<Browser> {
  const browser = browserOf(store)
  const first = await browser.post('/api/login', { email, password: PASSWORD })
  expect([first.status, first.body]).toEqual([
    403,
    { error: 'Enter the code from your authenticator app.', code: 'second_factor_needed' },
  ])
  return browser
}

const finish = (browser: Browser, code: string) => browser.post('/api/login/second-factor', { code })

it('K1 K2 a second factor is off until its first code is entered, and its secret is never shown again', async () => {
  const june = await signedIn(test)
  expect((await june.get('/api/second-factor')).body).toEqual({
    since: null,
    recoveryCodesLeft: 0,
    removedAt: null,
  })
  expect((await june.post('/api/second-factor/setup', { password: 'wrong' })).status).toBe(422)
  const { body } = await june.post('/api/second-factor/setup', { password: PASSWORD })
  expect(body.url).toBe(
    `otpauth://totp/No%20Filler:${june.username}?issuer=No%20Filler&secret=${body.secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(Buffer.from(body.secret).length).toBe(32)
  expect((await june.post('/api/login', { email: june.email, password: PASSWORD })).status).toBe(200)
  const wrong = await june.post('/api/second-factor', { code: codeOf(body.secret, 4) })
  expect([wrong.status, wrong.body.fields]).toEqual([422, { code: WRONG }])
  const on = await june.post('/api/second-factor', { code: codeOf(body.secret) })
  expect(on.body.recoveryCodes).toHaveLength(10)
  expect((await june.post('/api/second-factor', { code: codeOf(body.secret, 1) })).status).toBe(400)
  expect((await june.get('/api/second-factor')).body).toEqual({
    since: now.toISOString(),
    recoveryCodesLeft: 10,
    removedAt: null,
  })
  const stored = await test.db.selectFrom('authenticators').select('secret').execute()
  expect(JSON.stringify(stored)).not.toContain(body.secret)
})

it('K2 a secret that is not confirmed within ten minutes expires', async () => {
  const june = await signedIn(test)
  const { body } = await june.post('/api/second-factor/setup', { password: PASSWORD })
  await test.db
    .updateTable('authenticator_setups')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('account_id', '=', june.id)
    .execute()
  expect((await june.post('/api/second-factor', { code: codeOf(body.secret) })).body.code).toBe(
    'setup_expired',
  )
})

it('K3 a code works once, even among twenty concurrent ones, and the one that turned the factor on is used up', async () => {
  const june = await guarded()
  expect((await finish(await halfway(june), codeOf(june.secret))).status).toBe(401)
  later(STEP_MS)
  const code = codeOf(june.secret)
  const spent = await Promise.all(
    Array.from({ length: 20 }, () =>
      test.db.transaction().execute((tx) => spendCode(test.store, tx, june, code)),
    ),
  )
  expect(spent.filter(Boolean)).toHaveLength(1)
  later(STEP_MS)
  const fresh = codeOf(june.secret)
  const browsers = await Promise.all(Array.from({ length: 8 }, () => halfway(june)))
  const answers = await Promise.all(browsers.map((browser) => finish(browser, fresh)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('K4 five wrong codes end a login, ten lock out all addresses, and no correct password unlocks them', async () => {
  const strict = await openTestStore({ clock: () => now, settings: { RATE_LIMIT_SCALE: '1' } })
  const june = await guarded(strict)
  later(STEP_MS)
  const browser = await halfway(june, strict)
  for (let tried = 0; tried < 5; tried += 1)
    expect((await finish(browser, '000000')).body).toEqual({ error: WRONG, code: 'wrong_code' })
  expect((await finish(browser, codeOf(june.secret))).body.code).toBe('login_over')
  const second = await halfway(june, strict)
  for (let tried = 0; tried < 4; tried += 1) expect((await finish(second, '000000')).status).toBe(401)
  const [third, recovering] = [await halfway(june, strict), await halfway(june, strict)]
  expect((await finish(third, '000000')).status).toBe(401)
  expect((await finish(third, codeOf(june.secret))).status).toBe(429)
  expect((await june.get('/api/whoami')).status).toBe(200)
  expect((await finish(recovering, june.recoveryCodes[0] ?? '')).status).toBe(200)
  await strict.close()
})

it('K5 responds the same to a wrong code, a used one and a used recovery code', async () => {
  const june = await guarded()
  later(STEP_MS)
  const code = codeOf(june.secret)
  const [recovery = ''] = june.recoveryCodes
  expect((await finish(await halfway(june), code)).status).toBe(200)
  expect((await finish(await halfway(june), recovery)).status).toBe(200)
  const browser = await halfway(june)
  for (const used of ['999999', code, recovery, 'ZZZZZ-ZZZZZ']) {
    const { status, body } = await finish(browser, used)
    expect([status, body]).toEqual([401, { error: WRONG, code: 'wrong_code' }])
  }
  expect((await finish(browserOf(test), code)).body.code).toBe('login_over')
})

it('K5 a new password ends the pending logins of the old one', async () => {
  const june = await guarded()
  later(STEP_MS)
  const browser = await halfway(june)
  const changed = await june.put('/api/password', {
    password: PASSWORD,
    newPassword: 'another-Secret-phrase-8',
  })
  expect(changed.status).toBe(200)
  expect((await finish(browser, codeOf(june.secret))).body.code).toBe('login_over')
})

it('K6 a recovery code counts once, however it is written, and its use is emailed', async () => {
  const june = await guarded()
  const [code = '', other = ''] = june.recoveryCodes
  const typed = ` ${showRecoveryCode(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')}`
  expect(normalCode(typed)).toBe(code)
  expect(normalCode('７Ｋ２Ｍ９－Ｘ４ＱＲＴ')).toBe('7K2M9X4QRT')
  expect(normalCode('١٢٣–۴٥٦')).toBe('123456')
  const logins = await Promise.all([halfway(june), halfway(june)])
  const answers = await Promise.all(logins.map((browser) => finish(browser, typed)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  expect((await june.get('/api/second-factor')).body.recoveryCodesLeft).toBe(9)
  await test.drain()
  const mail = (await test.mailsTo(june.email)).find(({ subject }) => subject?.includes('recovery code'))
  expect(mail?.text).toContain('You have 9 left')
  const renewed = await june.post('/api/second-factor/recovery-codes', { password: PASSWORD, code: other })
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  const { body } = await june.post('/api/second-factor/recovery-codes', {
    password: PASSWORD,
    code: june.recoveryCodes[2],
  })
  expect(body.fields).toEqual({ code: WRONG })
})

it('K22 turning the second factor off or replacing it takes password and code; turning it off ends the other sessions', async () => {
  const june = await guarded()
  later(STEP_MS)
  const elsewhere = await halfway(june)
  const { body: other } = await finish(elsewhere, june.recoveryCodes[0] ?? '')
  const others = clientOf(test.url, other.accessToken)
  const reads = () => others.get('/api/whoami')
  expect((await reads()).status).toBe(200)
  const bare = await june.post('/api/second-factor/setup', { password: PASSWORD })
  expect(bare.body.fields).toEqual({ code: 'Please enter the 6-digit code, or a recovery code.' })
  expect((await remove(june, codeOf(june.secret), 'wrong')).status).toBe(422)
  expect((await remove(june, '000000')).body.fields).toEqual({ code: WRONG })
  expect((await reads()).status).toBe(200)
  expect((await remove(june, codeOf(june.secret))).status).toBe(200)
  expect((await reads()).status).toBe(401)
  expect((await june.get('/api/whoami')).status).toBe(200)
  expect((await remove(june, codeOf(june.secret))).status).toBe(409)
  expect((await test.nobody.post('/api/login', { email: june.email, password: PASSWORD })).status).toBe(200)
})

it('the owner of the store removes a lost second factor; sessions end, and an email notifies the user', async () => {
  const june = await guarded()
  expect(await resetSecondFactor(test.store, COMMAND_LINE, june, 'Lost the phone')).toBe(true)
  expect((await june.get('/api/whoami')).status).toBe(401)
  expect((await test.nobody.post('/api/login', { email: june.email, password: PASSWORD })).status).toBe(200)
  expect(await resetSecondFactor(test.store, COMMAND_LINE, june, 'Again')).toBe(false)
  const noted = await test.db
    .selectFrom('audit_log')
    .select('reason')
    .where('action', '=', 'second_factor_reset')
    .execute()
  expect(noted).toEqual([{ reason: 'Lost the phone' }])
})

it('H4 K1 three people log in by app and by recovery code after the key was rotated by the guide, and the doctor says when the old key can be removed', async () => {
  const [old, next] = ['the key of the first year, of the store', 'the key of the second year, of the store']
  const database = await freshDatabase()
  const open = (settings: Record<string, string>) =>
    openTestStore({ clock: () => now, settings, database: { ...database, drop: async () => undefined } })
  const first = await open({ SECRET_KEY: old })
  const people = [await guarded(first), await guarded(first), await guarded(first)]
  await first.drain()
  await first.close()
  expect(await checkKeys(database.url, [next, old])).toMatchObject({ state: 'warn' })
  expect(await checkKeys(database.url, [next])).toEqual({
    state: 'bad',
    sentence: expect.stringMatching(
      /^No key opens 3 authenticator apps, 5 checks of recovery codes, .*SECRET_KEY_PREVIOUS and start the store\.$/,
    ),
  })

  const rotating = await open({ SECRET_KEY: next, SECRET_KEY_PREVIOUS: old })
  await rotating.drain()
  await rotating.close()
  expect(await checkKeys(database.url, [next])).toMatchObject({ state: 'good' })

  const after = await open({ SECRET_KEY: next })
  later(STEP_MS)
  for (const person of people) {
    const byApp = await finish(await halfway(person, after), codeOf(person.secret))
    const byRecoveryCode = await finish(await halfway(person, after), person.recoveryCodes[0] ?? '')
    expect([byApp.status, byRecoveryCode.status]).toEqual([200, 200])
  }
  expect(await checkKeys(database.url, [next])).toMatchObject({ state: 'good' })
  await after.close()

  const lost = await open({ SECRET_KEY: 'a key that nobody ever had, of this store' })
  const refused = await finish(await halfway(people[0] as Guarded, lost), codeOf(people[0]?.secret ?? ''))
  expect(refused).toMatchObject({ status: 503, body: { code: 'authenticator_unreadable' } })
  await lost.close()
  await database.drop()
})
