import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { type Browser, browserOf } from '../../testing/browser.ts'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

const STEP_MS = 30_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEW = 'another-Secret-phrase-8'
let now = new Date()
const test = useTestStore({ clock: () => now })

const json = (body: object) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

type Guarded = Person & { code(): string }

/** An account with a second factor, and its next code. */
async function guarded(role: 'player' | 'admin' = 'player'): Promise<Guarded> {
  const person = await signedIn(test, role)
  const { secret } = (await person.post('/api/second-factor/setup', { password: PASSWORD })).body
  const code = () => {
    now = new Date(now.getTime() + STEP_MS)
    return new TOTP({ secret }).generate({ timestamp: now.getTime() })
  }
  const on = await person.post('/api/second-factor', { code: code() })
  expect(on.status, on.text).toBe(200)
  return { ...person, code }
}

const enter = (browser: Browser, { email }: Person, password = PASSWORD) =>
  browser.post('/api/login', { email, password }, { 'user-agent': FIREFOX })

/** A browser remembered after a login with a code. */
async function remembered(person: Guarded): Promise<Browser> {
  const browser = browserOf(test)
  expect((await enter(browser, person)).body.code).toBe('second_factor_needed')
  const body = { code: person.code(), remember: true }
  const done = await browser.post('/api/login/second-factor', body, { 'user-agent': FIREFOX })
  expect(done.status, done.text).toBe(200)
  return browser
}

const devicesOf = async (person: Person) => (await person.get('/api/remembered-devices')).body

it('K7 a remembered device skips the code for 30 days, and every other one asks for it', async () => {
  const june = await guarded()
  const browser = await remembered(june)
  expect((await enter(browser, june)).status).toBe(200)
  expect((await enter(browserOf(test), june)).body.code).toBe('second_factor_needed')
  const [device, ...more] = await devicesOf(june)
  expect(more).toEqual([])
  expect(device.browser).toBe('Firefox on Linux')
  expect((Date.parse(device.endsAt) - Date.parse(device.createdAt)) / 86_400_000).toBe(30)

  await test.db.updateTable('remembered_devices').set({ ends_at: new Date() }).execute()
  expect((await enter(browser, june)).body.code).toBe('second_factor_needed')
  expect(await devicesOf(june)).toEqual([])
})

it('K7 remembers a device only on request', async () => {
  const june = await guarded()
  const browser = browserOf(test)
  await enter(browser, june)
  expect((await browser.post('/api/login/second-factor', { code: june.code() })).status).toBe(200)
  expect(await devicesOf(june)).toEqual([])
  expect((await enter(browser, june)).body.code).toBe('second_factor_needed')
})

it('K7 a remembered device replaces the code of its own account only, and the password is still required', async () => {
  const [june, kim] = [await guarded(), await guarded()]
  const browser = await remembered(june)
  expect((await enter(browser, kim)).body.code).toBe('second_factor_needed')
  expect((await enter(browser, june, 'wrong-password')).status).toBe(401)
  const [device] = await devicesOf(june)
  expect((await kim.send('DELETE', `/api/remembered-devices/${device._id}`)).status).toBe(404)
  expect((await enter(browser, june)).status).toBe(200)
  expect((await june.send('DELETE', `/api/remembered-devices/${device._id}`)).status).toBe(200)
  expect((await enter(browser, june)).body.code).toBe('second_factor_needed')
})

it('K7 an admin is always asked for the code, even on a device remembered before', async () => {
  const [admin, june] = [await guarded('admin'), await guarded()]
  const browser = await remembered(admin)
  expect(await devicesOf(admin)).toEqual([])
  expect((await enter(browser, admin)).body.code).toBe('second_factor_needed')
  const junes = await remembered(june)
  await test.db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', june.id).execute()
  expect((await enter(junes, june)).body.code).toBe('second_factor_needed')
})

it('K18 a login without the code is not fresh', async () => {
  const june = await guarded()
  const browser = await remembered(june)
  const { accessToken } = (await enter(browser, june)).body
  const headers = { authorization: `Bearer ${accessToken}` }
  const refused = await test.nobody.send('DELETE', '/api/sessions', { headers })
  expect(refused.body.code).toBe('reauthentication_needed')
  const proof = { password: PASSWORD, code: june.code() }
  expect((await test.nobody.post('/api/reauthentication', proof, headers)).status).toBe(200)
  expect((await test.nobody.send('DELETE', '/api/sessions', { headers })).status).toBe(200)
})

const ENDS: [string, (june: Guarded) => Promise<string>][] = [
  [
    'a new password',
    async (june) => {
      const body = json({ password: PASSWORD, newPassword: NEW })
      expect((await june.send('PUT', '/api/password', body)).status).toBe(200)
      return NEW
    },
  ],
  [
    'the end of all sessions',
    async (june) => {
      expect((await june.send('DELETE', '/api/sessions')).status).toBe(200)
      return PASSWORD
    },
  ],
  [
    'another authenticator app',
    async (june) => {
      const keys = { password: PASSWORD, code: june.code() }
      const { secret } = (await june.post('/api/second-factor/setup', keys)).body
      const code = new TOTP({ secret }).generate({ timestamp: now.getTime() })
      expect((await june.post('/api/second-factor', { code })).status).toBe(200)
      return PASSWORD
    },
  ],
  [
    'another email address',
    async (june) => {
      const email = `moved.${june.username}@example.test`
      await june.post('/api/email-change', { email, password: PASSWORD })
      await test.drain()
      const [mail] = await test.mailsTo(email)
      const token = /email-change#confirm=([\w-]+)/.exec(mail?.text ?? '')?.[1]
      expect((await test.nobody.post('/api/email-change/confirm', { token })).status).toBe(200)
      june.email = email
      return PASSWORD
    },
  ],
]

it.each(ENDS)('K22 %s forgets the remembered devices', async (_what, end) => {
  const june = await guarded()
  const browser = await remembered(june)
  const password = await end(june)
  expect((await enter(browser, june, password)).body.code).toBe('second_factor_needed')
})

it('K22 turning the second factor off and on again forgets the remembered devices', async () => {
  const june = await guarded()
  const browser = await remembered(june)
  const off = await june.send('DELETE', '/api/second-factor', json({ password: PASSWORD, code: june.code() }))
  expect(off.status, off.text).toBe(200)
  expect(await devicesOf(june)).toEqual([])
  const { secret } = (await june.post('/api/second-factor/setup', { password: PASSWORD })).body
  const code = new TOTP({ secret }).generate({ timestamp: now.getTime() })
  expect((await june.post('/api/second-factor', { code })).status).toBe(200)
  expect((await enter(browser, june)).body.code).toBe('second_factor_needed')
})
