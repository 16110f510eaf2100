import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Browser, browserOf } from '../../testing/browser.ts'
import type { Reply } from '../../testing/client.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { SEQUENCES } from '../../testing/rounds.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

const test = useTestStore({ settings: { TRUST_PROXY: '127.0.0.1' } })

const PASSWORD = 'a-Strangers-password-5'
const SQUATTERS = 'the-Squatters-own-7'
const WRONG = 'a-Wrong-password-4'

const aName = () => `u_${randomUUID().slice(0, 12)}`
const anAddress = () => `${aName()}@example.test`
const register = (browser: Browser, email: string, password = PASSWORD, username = aName()) =>
  browser.post('/api/register-start', { username, email, password })
const verify = (browser: Browser, email: string, code: string, more = {}) =>
  browser.post('/api/verify-email', { email, code, ...more })
const login = (browser: Browser, email: string, password = PASSWORD) =>
  browser.post('/api/login', { email, password })
const codesTo = async (email: string, emails: number): Promise<string[]> => {
  await eventually(async () => (await test.mailsTo(email)).length >= emails)
  return (await test.mailsTo(email)).map(({ subject }) => /\d{6}/.exec(subject ?? '')?.[0] ?? '')
}

it("a squatter who registers another's address first gets nothing by the owner's code", async () => {
  const email = anAddress()
  const [squatter, owner] = [browserOf(test), browserOf(test)]
  await register(squatter, email, SQUATTERS)
  const [squattersCode = ''] = await codesTo(email, 1)
  await register(owner, email)
  const codes = await codesTo(email, 2)
  const ownersCode = codes.find((code) => code !== squattersCode) ?? squattersCode

  // The owner, deceived by the first email, types its code: it works in none of their browsers.
  expect((await verify(owner, email, squattersCode)).status).toBe(422)
  expect((await verify(browserOf(test), email, squattersCode, { password: PASSWORD })).status).toBe(422)
  expect((await verify(owner, email, ownersCode)).status).toBe(200)
  expect((await login(browserOf(test), email, SQUATTERS)).status).not.toBe(200)
  expect((await login(browserOf(test), email)).status).toBe(200)
  expect((await verify(squatter, email, squattersCode)).status).toBe(422)
  expect((await verify(squatter, email, ownersCode)).status).toBe(422)
})

it('asks a browser that did not sign up for the password, the same for every address, and counts no try', async () => {
  const [pending, known] = [anAddress(), (await signedIn(test)).email]
  await register(browserOf(test), pending)
  const [code = ''] = await codesTo(pending, 1)
  const answers = []
  for (const email of [pending, known, anAddress()])
    for (let tried = 0; tried < 6; tried += 1) answers.push(await verify(browserOf(test), email, '000000'))
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'password_needed', error: 'Enter the password you signed up with.' },
    })
  const other = browserOf(test)
  for (let tried = 0; tried < 6; tried += 1)
    expect((await verify(other, pending, code, { password: WRONG })).status).toBe(422)
  const opened = await verify(other, pending, code, { password: PASSWORD })
  expect(opened).toMatchObject({ status: 200, body: { user: { email: pending } } })
  expect(other.cookies.has('refresh')).toBe(true)
})

it('binds a browser after a refused login with the right password, and then asks for no other password', async () => {
  const email = anAddress()
  await register(browserOf(test), email)
  const [code = ''] = await codesTo(email, 1)
  const other = browserOf(test)
  expect((await login(other, email)).body).toMatchObject({ code: 'unverified' })
  expect((await other.get('/api/registration')).body.registration.email).toBe(email)
  expect((await verify(other, email, code)).status).toBe(200)
})

it.each(['٠', '０', '०'])('accepts a code in digits of other scripts, such as %s', async (zero) => {
  const email = anAddress()
  const browser = browserOf(test)
  await register(browser, email)
  const [code = ''] = await codesTo(email, 1)
  const typed = code.replace(/\d/g, (digit) => String.fromCodePoint(zero.charCodeAt(0) + Number(digit)))
  expect((await verify(browser, email, typed)).status).toBe(200)
})

it('does not believe a cookie that the store did not sign', async () => {
  const email = anAddress()
  await register(browserOf(test), email)
  const [code = ''] = await codesTo(email, 1)
  const { id } = await test.db
    .selectFrom('registrations')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  for (const forged of [id, `${id}.`, `${id}.AAAA`, `.${id}`, '%00', `${id}.${'A'.repeat(43)}`]) {
    const thief = browserOf(test)
    thief.cookies.set('registration', forged)
    expect((await verify(thief, email, code)).body.code, forged).toBe('password_needed')
  }
})

it('claims the username at the verification, where another can be chosen', async () => {
  const name = aName()
  const [first, second] = [browserOf(test), browserOf(test)]
  const [one, other] = [anAddress(), anAddress()]
  await register(first, one, PASSWORD, name)
  expect((await register(second, other, PASSWORD, name.toUpperCase())).status).toBe(200)
  const [[codeOfOne = ''], [codeOfOther = '']] = [await codesTo(one, 1), await codesTo(other, 1)]
  expect((await verify(first, one, codeOfOne)).status).toBe(200)
  expect(await verify(second, other, codeOfOther)).toMatchObject({
    status: 409,
    body: { code: 'username_taken', fields: { username: 'This username is taken.' } },
  })
  const another = aName()
  const done = await verify(second, other, codeOfOther, { username: another })
  expect(done).toMatchObject({ status: 200, body: { user: { username: another } } })
})

it('accepts no username that looks like another name or impersonates the store', async () => {
  const { username } = await signedIn(test, 'developer')
  const statusOf = async (name: string) =>
    (await register(browserOf(test), anAddress(), PASSWORD, name)).status
  const alike = [username.toUpperCase(), username.replaceAll('_', '.'), username.replaceAll('_', '-')]
  for (const name of alike) expect(await statusOf(name), name).toBe(409)
  for (const name of ['ADMIN', 'support', 'No.Filler', 'june-staff'])
    expect(await statusOf(name), name).toBe(422)
})

it('lets one of two sign-ups with similar names win, also when both are verified at once', async () => {
  const [one, other] = [anAddress(), anAddress()]
  const [first, second] = [browserOf(test), browserOf(test)]
  const name = aName().replaceAll('-', '')
  await register(first, one, PASSWORD, name)
  await register(second, other, PASSWORD, name.replace('_', '.'))
  const [[codeOfOne = ''], [codeOfOther = '']] = [await codesTo(one, 1), await codesTo(other, 1)]
  const answers = await Promise.all([verify(first, one, codeOfOne), verify(second, other, codeOfOther)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

it("lets a developer take no display name that is another's, and frees the one before", async () => {
  const [june, kim] = [await signedIn(test, 'developer'), await signedIn(test, 'developer')]
  const rename = async ({ id, send }: typeof june, displayName: string) =>
    (
      await send('PATCH', `/api/profile/${id}`, {
        body: JSON.stringify({ displayName }),
        headers: { 'content-type': 'application/json' },
      })
    ).body.fields?.displayName ?? 'taken over'
  expect(await rename(june, 'Zwielicht Werkstatt')).toBe('taken over')
  for (const name of ['zwielicht-werkstatt', 'Zwielicht Wеrkstatt', june.username])
    expect(await rename(kim, name), name).toBe('This name is taken.')
  expect(await rename(kim, 'No Filler Support')).toContain('mistaken for the store’s')
  expect(await rename(june, june.username)).toBe('taken over')
  expect(await rename(kim, 'zwielicht-werkstatt')).toBe('taken over')
})

it('creates one account from concurrent codes, in one browser and in two', async () => {
  const email = anAddress()
  const browsers = [browserOf(test), browserOf(test)] as const
  for (const browser of browsers) await register(browser, email)
  const codes = await codesTo(email, 2)
  const answers = await Promise.all(
    browsers.flatMap((browser) => codes.flatMap((code) => [0, 1].map(() => verify(browser, email, code)))),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  // 403 for a later call in the same browser, whose registration is completed.
  for (const status of statuses) expect([200, 403, 422]).toContain(status)
})

it("ten sign-ups with a stranger's address do not use up the stranger's emails", async () => {
  const email = anAddress()
  const statuses = []
  for (let tried = 0; tried < 11; tried += 1)
    statuses.push((await register(browserOf(test, '198.51.100.7'), email, SQUATTERS)).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  await codesTo(email, 10)
  const owner = browserOf(test, '203.0.113.9')
  expect((await register(owner, email)).status).toBe(200)
  const ownersCode = (await codesTo(email, 11)).at(-1) ?? ''
  expect((await verify(owner, email, ownersCode)).status).toBe(200)
})

it('emails at most fifty a day to an address, from however many networks', async () => {
  const email = anAddress()
  const statuses = []
  for (let network = 0; network < 6; network += 1)
    for (let tried = 0; tried < 10; tried += 1)
      statuses.push((await register(browserOf(test, `198.51.100.${network}`), email)).status)
  expect(statuses).toEqual([...Array(50).fill(200), ...Array(10).fill(429)])
})

/** What anyone may do with an address, each in the browser of the sequence. */
const DEEDS = {
  register: (browser: Browser, email: string) => register(browser, email),
  registerOther: (browser: Browser, email: string) => register(browser, email, SQUATTERS),
  logIn: (browser: Browser, email: string) => login(browser, email, PASSWORD),
  logInOther: (browser: Browser, email: string) => login(browser, email, SQUATTERS),
  logInWrong: (browser: Browser, email: string) => login(browser, email, WRONG),
  resend: (browser: Browser, email: string) => browser.post('/api/verify-resend', { email }),
  forgot: (browser: Browser, email: string) => browser.post('/api/forgot-password', { email }),
  verify: (browser: Browser, email: string) => verify(browser, email, '000000'),
  verifyByPassword: (browser: Browser, email: string) =>
    verify(browser, email, '000000', { password: PASSWORD }),
  pending: (browser: Browser) => browser.get('/api/registration'),
  loseCookies: async (browser: Browser) => {
    browser.cookies.clear()
    return browser.get('/api/registration')
  },
} satisfies Record<string, (browser: Browser, email: string) => Promise<Reply>>
type Deed = keyof typeof DEEDS
const ALL_DEEDS = Object.keys(DEEDS) as Deed[] // it has no others

/** The account behind the address, before a stranger starts. None of their passwords is one that the stranger types. */
const OWNERS = {
  unknown: async () => anAddress(),
  pending: async () => {
    const email = anAddress()
    await register(browserOf(test, '203.0.113.1'), email, 'the-Owners-password-3')
    return email
  },
  known: async () => {
    const { id, email } = await signedIn(test)
    const address = anAddress()
    await test.db.updateTable('accounts').set({ email: address }).where('id', '=', id).execute()
    return email && address
  },
}

/** A response without the parts that always differ: ids, times, the address itself, and the seconds to wait. */
function visible(reply: Reply, email: string) {
  const headers = Object.fromEntries(reply.headers)
  delete headers['x-request-id']
  delete headers.date
  delete headers['content-length']
  const plain = (text: string) =>
    text
      .replaceAll(email, 'ADDRESS')
      .replace(/u_[0-9a-f-]{12}/g, 'NAME')
      .replace(/"resendSeconds":\d+/, '"resendSeconds":SOON')
  return {
    status: reply.status,
    text: plain(reply.text),
    headers: {
      ...headers,
      'retry-after': headers['retry-after'] && Math.ceil(Number(headers['retry-after']) / 60),
      'set-cookie': headers['set-cookie']?.replace(/=[\w.-]+/, '=VALUE'),
    },
  }
}

let networks = 0
async function walk(deeds: readonly Deed[], owner: keyof typeof OWNERS) {
  const email = await OWNERS[owner]()
  networks += 1
  const browser = browserOf(test, `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`)
  const seen = []
  for (const deed of deeds) seen.push({ deed, ...visible(await DEEDS[deed](browser, email), email) })
  return seen
}

async function expectAlike(deeds: readonly Deed[]) {
  const [unknown, known, pending] = await Promise.all([
    walk(deeds, 'unknown'),
    walk(deeds, 'known'),
    walk(deeds, 'pending'),
  ])
  expect(known, 'known').toEqual(unknown)
  expect(pending, 'pending').toEqual(unknown)
}

it.each<readonly Deed[]>([
  ['register', 'logIn', 'verify', 'resend'],
  ['register', 'logInWrong', 'registerOther', 'logIn', 'logInOther'],
  ['logIn', 'register', 'logIn', 'pending'],
  ['forgot', 'register', 'forgot', 'logIn'],
  ['resend', 'resend', 'register', 'resend'],
  ['register', 'loseCookies', 'verifyByPassword', 'verify', 'logIn', 'pending', 'verify'],
  ['register', 'loseCookies', 'registerOther', 'logIn', 'logInOther', 'resend', 'pending'],
])('A3 answers %s, … alike for unknown, pending and known addresses', (...deeds) => expectAlike(deeds))

it('A3 responds to any sequence of calls the same for unknown, pending and known addresses', async () => {
  const sequence = fc.array(fc.constantFrom(...ALL_DEEDS), { minLength: 2, maxLength: 6 })
  await fc.assert(fc.asyncProperty(sequence, expectAlike), { numRuns: SEQUENCES })
})
