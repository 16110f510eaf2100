import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Browser, browserOf } from '../../testing/browser.ts'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { untilLockIsAwaited } from '../../testing/lock.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

const test = useTestStore({ settings: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1' } })

it('G2 counts concurrent tries like sequential ones', async () => {
  const june = await signedIn(test)
  const passwords = [...Array.from({ length: 39 }, () => 'wrong-password'), PASSWORD]
  const answers = await Promise.all(
    passwords.map((password) => test.nobody.post('/api/login', { email: june.email, password })),
  )
  const statuses = answers.map((answer) => answer.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

const LOCKED = {
  status: 429,
  body: { error: 'Too many failed log-ins. Use the link we can mail you, or try again later.' },
}
const NEW = 'another-Secret-phrase-8'

const logIn = (browser: Browser, name: string, password = PASSWORD) =>
  browser.post('/api/login', { email: name, password })
async function failFrom(address: string, name: string, times: number): Promise<number[]> {
  const statuses = []
  for (let tried = 0; tried < times; tried += 1)
    statuses.push((await logIn(browserOf(test, address), name, 'wrong-password')).status)
  return statuses
}
/** A browser, at home, where someone logged in before. */
async function knownBrowser({ email }: Person, address: string): Promise<Browser> {
  const browser = browserOf(test, address)
  expect((await logIn(browser, email)).status).toBe(200)
  return browser
}

it('G2 ten wrong passwords lock out their network, and nobody else', async () => {
  const june = await signedIn(test, 'admin')
  expect(await failFrom('2001:db8:1:2::a', june.username, 10)).toEqual(Array(10).fill(401))
  expect(await logIn(browserOf(test, '2001:db8:1:2:ffff::b'), june.username)).toMatchObject(LOCKED)
  expect((await logIn(browserOf(test, '2001:db8:1:3::a'), june.username)).status).toBe(200)
  expect((await logIn(browserOf(test, '203.0.113.5'), june.username)).status).toBe(200)
  expect((await june.get('/api/whoami')).status).toBe(200)
})

it('G2 a success elsewhere does not clear the failures of a network', async () => {
  const june = await signedIn(test)
  await failFrom('198.51.100.20', june.email, 9)
  await knownBrowser(june, '203.0.113.20')
  expect(await failFrom('198.51.100.20', june.email, 2)).toEqual([401, 429])
})

it('G2 beyond 100 failures an hour only browsers that never logged in are refused', async () => {
  const june = await signedIn(test)
  const known = await knownBrowser(june, '203.0.113.30')
  for (
    let failed = 0;
    failed < 98;
    failed += 1 // like many networks did
  )
    await test.store.rateLimits.consume('login-failures-anywhere', june.email)
  expect(await failFrom('198.51.100.30', june.email, 3)).toEqual([401, 401, 429])
  const stranger = browserOf(test, '203.0.113.31')
  expect(await logIn(stranger, june.email)).toMatchObject(LOCKED)

  expect((await logIn(known, june.email, 'wrong-password')).status).toBe(401)
  expect((await logIn(known, june.email)).status).toBe(200)
  expect(await logIn(stranger, june.email), 'its success freed nobody else').toMatchObject(LOCKED)

  await stranger.post('/api/forgot-password', { email: june.email })
  const mail = await eventually(async () => (await test.mailsTo(june.email))[0])
  const token = /token=([\w-]+)/.exec(mail.text ?? '')?.[1]
  expect((await stranger.post('/api/reset-password', { token, password: NEW })).status).toBe(200)
  expect((await logIn(stranger, june.email, NEW)).status).toBe(200)
})

it('G2 gives a browser that logged in ten tries of its own', async () => {
  const june = await signedIn(test)
  const known = await knownBrowser(june, '203.0.113.40')
  await failFrom('203.0.113.40', june.email, 1)
  const statuses = []
  for (let tried = 0; tried < 11; tried += 1)
    statuses.push((await logIn(known, june.email, 'wrong-password')).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect((await logIn(browserOf(test, '203.0.113.40'), june.email)).status).toBe(200)
})

it('G2 accepts no browser mark of another account, and none that the store did not sign', async () => {
  const [june, kim] = [await signedIn(test), await signedIn(test)]
  const kims = await knownBrowser(kim, '203.0.113.41')
  await failFrom('203.0.113.41', june.email, 10)
  expect(await logIn(kims, june.email)).toMatchObject(LOCKED)
  const forger = browserOf(test, '203.0.113.41')
  forger.cookies.set('known', `${june.id}.AAAA.${'A'.repeat(43)}`)
  expect(await logIn(forger, june.email)).toMatchObject(LOCKED)
  // A second account in one browser does not make it forget the first.
  expect((await logIn(kims, kim.email)).status).toBe(200)
})

it('G2 a lock of a username does not reveal its address', async () => {
  const june = await signedIn(test)
  await failFrom('198.51.100.60', june.username, 11)
  const [known, unknown] = [june.email, 'nobody.at.all@example.test']
  for (const name of [known, unknown])
    expect(await failFrom('198.51.100.60', name, 11), name).toEqual([...Array(10).fill(401), 429])
})

it('A9 opens no session for a user who is suspended while the password is compared', async () => {
  const june = await signedIn(test)
  const suspended = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const suspending = test.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('accounts')
      .set({ suspended_at: sql<Date>`now()` })
      .where('id', '=', june.id)
      .execute()
    started.resolve()
    await suspended.promise
  })
  await started.promise
  const login = test.nobody.post('/api/login', { email: june.email, password: PASSWORD })
  await untilLockIsAwaited(test)
  suspended.resolve()
  await suspending
  expect((await login).status).toBe(401)
})
