import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { browserOf } from '../testing/browser.ts'
import { buyAndPay } from '../testing/buying.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'

const test = useTestStore()

const PASSWORD = 'a-Long-enough-secret-7'
let number = 0
function newcomer() {
  number += 1
  return {
    username: `newcomer_${number}`,
    email: `newcomer${number}@example.test`,
    password: PASSWORD,
    notifyPurchases: true,
    notifyUpdates: false,
  }
}
type Newcomer = ReturnType<typeof newcomer>

const login = (email: string, password = PASSWORD) => test.nobody.post('/api/login', { email, password })
/** The code in the newest email, after `emails` of them have come. */
async function codeOf(email: string, emails = 1): Promise<string> {
  await eventually(async () => (await test.mailsTo(email)).length >= emails)
  return /\b(\d{6})\b/.exec((await test.mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? ''
}
/** A browser in which someone signs up. */
function aBrowser() {
  const browser = browserOf(test)
  return {
    ...browser,
    register: (person: Newcomer) => browser.post('/api/register-start', person),
    verify: (email: string, code: string) => browser.post('/api/verify-email', { email, code }),
    resend: (email: string) => browser.post('/api/verify-resend', { email }),
  }
}
async function registered() {
  const [browser, person] = [aBrowser(), newcomer()]
  expect((await browser.register(person)).status).toBe(200)
  return { ...browser, person, code: await codeOf(person.email) }
}
async function verified(): Promise<Newcomer> {
  const { person, code, verify } = await registered()
  expect((await verify(person.email, code)).status).toBe(200)
  return person
}
const registrationOf = (email: string) =>
  test.db.selectFrom('registrations').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
/** As if two minutes had passed. */
const forgetPause = async (email: string) =>
  test.store.rateLimits.reset('code-pause', (await registrationOf(email)).id)

it('signs up, emails a code, verifies, logs in by email or username, and knows who it is', async () => {
  const person = newcomer()
  const { register, verify } = aBrowser()
  expect(await register(person)).toMatchObject({ status: 200, body: { ok: true, resendSeconds: 120 } })
  const unverified = await login(person.email)
  expect(unverified).toMatchObject({ status: 403, body: { code: 'unverified' } })
  expect(unverified.body.error).toMatch(/verify/i)
  const { status, body } = await verify(person.email, await codeOf(person.email))
  expect({ status, user: body.user }).toMatchObject({
    status: 200,
    user: { username: person.username, email: person.email, role: 'player' },
  })
  const entered = await test.nobody.get('/api/whoami', { authorization: `Bearer ${body.accessToken}` })
  expect(entered.body.username).toBe(person.username)
  for (const name of [person.email, person.username]) {
    const answer = await login(name)
    expect(answer.status).toBe(200)
    const me = await test.nobody.get('/api/whoami', { authorization: `Bearer ${answer.body.accessToken}` })
    expect(me.body).toMatchObject({
      username: person.username,
      email: person.email,
      role: 'player',
      purchases: [],
    })
  }
})

it('A4 refuses wrong, used, foreign and old codes with one sentence, and the sixth try', async () => {
  const [one, other, done] = [await registered(), await registered(), await registered()]
  await done.verify(done.person.email, done.code)
  const wrong = one.code === '000000' ? '000001' : '000000'
  const refusals = [
    await one.verify(one.person.email, wrong),
    await one.verify(one.person.email, other.code === one.code ? wrong : other.code),
  ]
  const { id } = await registrationOf(other.person.email)
  await test.db
    .updateTable('registration_codes')
    .set({ handed_over_at: new Date(Date.now() - 601_000) })
    .where('registration_id', '=', id)
    .execute()
  refusals.push(await other.verify(other.person.email, other.code))
  for (let tried = 2; tried < 5; tried += 1) await one.verify(one.person.email, wrong)
  refusals.push(await one.verify(one.person.email, one.code))
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      status: 422,
      body: { error: 'That code is wrong or has expired. Request a new one.' },
    })
  // The registration is deleted, so no browser is bound to it any more.
  expect(await done.verify(done.person.email, done.code)).toMatchObject({ status: 403 })
})

it('A4 accepts a code for 10 minutes from the hand-over to the mail server, and 60 from its creation', async () => {
  const { person, code, verify } = await registered()
  const { id } = await registrationOf(person.email)
  const isTakenAfter = async (minutes: { made: number; handedOver: number | null }) => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await test.db
      .updateTable('registration_codes')
      .set({
        created_at: ago(minutes.made),
        handed_over_at: minutes.handedOver === null ? null : ago(minutes.handedOver),
        tries: 0,
      })
      .where('registration_id', '=', id)
      .execute()
    // A taken username is an error that does not use up a correct code.
    const answer = await browserVerify()
    return answer.body.code === 'username_taken'
  }
  const taken = await verified()
  const browserVerify = () => verify(person.email, code)
  await test.db.updateTable('registrations').set({ username: taken.username }).where('id', '=', id).execute()
  expect(await isTakenAfter({ made: 59, handedOver: null })).toBe(true)
  expect(await isTakenAfter({ made: 59, handedOver: 9 })).toBe(true)
  expect(await isTakenAfter({ made: 20, handedOver: 11 })).toBe(false)
  expect(await isTakenAfter({ made: 61, handedOver: 1 })).toBe(false)
  expect(await isTakenAfter({ made: 61, handedOver: null })).toBe(false)
})

it('A4 a code’s validity starts when its email was sent, and only its keyed hash is stored', async () => {
  const { person, code } = await registered()
  const { id } = await registrationOf(person.email)
  const row = await eventually(() =>
    test.db
      .selectFrom('registration_codes')
      .selectAll()
      .where('registration_id', '=', id)
      .where('handed_over_at', 'is not', null)
      .executeTakeFirst(),
  )
  for (const plain of [code, `${id}:${code}`])
    expect(createHash('sha256').update(plain).digest().equals(row.code_hash)).toBe(false)
})

it('accepts either of the two newest codes, and no older one', async () => {
  const { person, code: first, resend, verify } = await registered()
  await forgetPause(person.email)
  await resend(person.email)
  const second = await codeOf(person.email, 2)
  await forgetPause(person.email)
  await resend(person.email)
  const third = await codeOf(person.email, 3)
  if (first !== second && first !== third) expect((await verify(person.email, first)).status).toBe(422)
  expect((await verify(person.email, second)).status).toBe(200)
})

it('A4 counts wrong tries against both valid codes, and at most twenty against a registration', async () => {
  const { person, code, resend, verify } = await registered()
  const codes = [code]
  const wrongOnes = ['000000', '000001', '000002', '000003', '000004', '000005', '000006']
  const tryWrong = () => verify(person.email, wrongOnes.find((wrong) => !codes.includes(wrong)) ?? '')
  const nextCode = async () => {
    await forgetPause(person.email)
    await resend(person.email)
    codes.push(await codeOf(person.email, codes.length + 1))
    return codes.at(-1) ?? ''
  }
  for (let tried = 0; tried < 3; tried += 1) await tryWrong()
  await nextCode()
  for (let tried = 0; tried < 2; tried += 1) await tryWrong()
  expect((await verify(person.email, code)).status, 'five wrong tries void the first').toBe(422)
  for (let tried = 6; tried < 20; tried += 1) {
    if (tried % 5 === 0) await nextCode()
    await tryWrong()
  }
  expect((await registrationOf(person.email)).wrong_tries).toBe(20)
  expect((await verify(person.email, await nextCode())).status).toBe(422)
})

it('A4 emails at most ten codes a day for a registration', async () => {
  const { person, resend } = await registered()
  const statuses: number[] = []
  for (let asked = 0; asked < 10; asked += 1) {
    await forgetPause(person.email)
    statuses.push((await resend(person.email)).status)
  }
  expect(statuses).toEqual([...Array(9).fill(200), 429])
})

it('emails one code in 120 s, and says how long to wait, also on a reopened page', async () => {
  const { person, resend, verify, get, code } = await registered()
  const early = await resend(person.email)
  expect(early.status).toBe(429)
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(100)
  const { registration } = (await get('/api/registration')).body
  expect(registration).toMatchObject({ email: person.email, username: person.username })
  expect(registration.resendSeconds).toBeGreaterThan(100)
  expect((await test.nobody.get('/api/registration')).body).toEqual({ registration: null })
  await forgetPause(person.email)
  expect((await get('/api/registration')).body.registration.resendSeconds).toBe(0)
  expect((await verify(person.email, code)).status).toBe(200)
  expect((await get('/api/registration')).body).toEqual({ registration: null })
})

it('lets the browser that signed up do so again at once; only the next email waits', async () => {
  const { person, code, register, verify } = await registered()
  const mended = { ...person, username: `${person.username}_b`, password: `${PASSWORD}-b` }
  const again = await register(mended)
  expect(again.status).toBe(200)
  expect(again.body.resendSeconds).toBeGreaterThan(100)
  expect((await login(person.email)).status).toBe(401)
  expect((await verify(person.email, code)).body.user.username).toBe(mended.username)
  expect((await login(person.email, mended.password)).status).toBe(200)
  await test.drain()
  expect(await test.mailsTo(person.email)).toHaveLength(1)
})

it('responds to a known address like to an unknown one, and emails its owner', async () => {
  const person = await verified()
  const again = await aBrowser().register({ ...newcomer(), email: person.email })
  expect(again).toMatchObject({ status: 200, body: { ok: true } })
  const mail = await eventually(async () => (await test.mailsTo(person.email))[1])
  expect(mail.subject).toBe('You already have a No Filler account')
  expect((await login(person.email)).status).toBe(200)
  expect(await aBrowser().register({ ...newcomer(), username: person.username.toUpperCase() })).toMatchObject(
    { status: 409, body: { fields: { username: 'This username is taken.' } } },
  )
})

it('names every wrong field with the sentence of the form', async () => {
  const answer = await aBrowser().register({
    ...newcomer(),
    username: 'x',
    email: 'no address',
    password: 'short',
  })
  expect(answer.status).toBe(422)
  expect(answer.body.fields).toEqual({
    username: '3–24 chars: letters, numbers, ., _ or -',
    email: 'Please enter a valid email address.',
    password: 'Password must be at least 8 characters long.',
  })
})

it('A5 resets a password once, by an emailed link, and ends every session', async () => {
  const person = await verified()
  const entered = await login(person.email)
  const session = entered.body.accessToken
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const asked = await test.nobody.post('/api/forgot-password', { email: person.email })
  expect(asked.body.message).toBe(
    "If an account with that email exists, we've sent you a password reset link.",
  )
  const mailedText = async (pattern: RegExp) =>
    (await test.mailsTo(person.email)).map(({ text }) => pattern.exec(text ?? '')?.[1]).find(Boolean)
  const link = await eventually(() => mailedText(/(http\S+reset-password\S+)/))
  const token = new URL(link).searchParams.get('token')
  const reset = () => test.nobody.post('/api/reset-password', { token, password: 'another-Secret-phrase-8' })
  expect((await reset()).status).toBe(200)
  expect(await reset()).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
  expect((await test.nobody.get('/api/whoami', { authorization: `Bearer ${session}` })).status).toBe(401)
  expect((await test.nobody.send('POST', '/api/refresh', { headers: { cookie } })).status).toBe(401)
  expect((await login(person.email)).status).toBe(401)
  expect((await login(person.email, 'another-Secret-phrase-8')).status).toBe(200)
  // The email about the login may come before or after this one.
  const subjects = async () => (await test.mailsTo(person.email)).map(({ subject }) => subject)
  await eventually(async () => (await subjects()).some((subject) => subject?.includes('was changed')))
})

it('A5 voids a reset link after 60 minutes, and when a newer one is requested', async () => {
  const june = await signedIn(test)
  const newToken = async (emails: number) => {
    await test.nobody.post('/api/forgot-password', { email: june.email })
    await eventually(async () => (await test.mailsTo(june.email)).length === emails)
    return /token=([\w-]+)/.exec((await test.mailsTo(june.email)).at(-1)?.text ?? '')?.[1]
  }
  const reset = async (token: string | undefined) =>
    (await test.nobody.post('/api/reset-password', { token, password: 'another-Secret-phrase-8' })).status
  const [older, newer] = [await newToken(1), await newToken(2)]
  expect(await reset(older)).toBe(400)
  const { created_at, expires_at } = await test.store.db
    .selectFrom('password_resets')
    .select(['created_at', 'expires_at'])
    .where('account_id', '=', june.id)
    .executeTakeFirstOrThrow()
  expect(expires_at.getTime() - created_at.getTime()).toBe(3_600_000)
  await test.store.db
    .updateTable('password_resets')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('account_id', '=', june.id)
    .execute()
  expect(await reset(newer)).toBe(400)
  expect((await june.get('/api/whoami')).status).toBe(200)
})

it('A5 leaves one valid link, however many are requested at once', async () => {
  const june = await signedIn(test)
  await Promise.all(
    Array.from({ length: 5 }, () => test.nobody.post('/api/forgot-password', { email: june.email })),
  )
  await eventually(async () => (await test.mailsTo(june.email)).length === 5)
  const links = await test.store.db
    .selectFrom('password_resets')
    .selectAll()
    .where('account_id', '=', june.id)
    .execute()
  expect(links).toHaveLength(1)
})

it('H1 logs no password, code, token, cookie or signature, whatever happened', async () => {
  const { person, code, verify } = await registered()
  await verify(person.email, code)
  const entered = await login(person.email)
  const cookie = entered.headers.get('set-cookie')?.split(/[=;]/)[1] ?? ''
  await test.nobody.send('POST', '/api/refresh', { headers: { cookie: `refresh=${cookie}` } })
  await test.nobody.get(`/reset-password?token=RESET-TOKEN-IN-A-PAGE`)
  const developer = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: developer.id })
  const buyer = await signedIn(test)
  await buyAndPay(test, buyer, game)
  const { body } = await buyer.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id })
  await fetch(body.downloadUrl)
  await fetch(`${body.downloadUrl}x`)
  const { selectFrom } = test.store.db
  test.store.db.selectFrom = () => {
    throw new Error('planted')
  }
  await test.nobody.post(
    '/api/login',
    { email: person.email, password: PASSWORD },
    { authorization: `Bearer ${buyer.token}` },
  )
  test.store.db.selectFrom = selectFrom
  await test.nobody.get('/api/games?q=%0A{"level":60,"msg":"forged"}')
  await test.nobody.get('/api/the-last-line')
  await eventually(() => test.logged.some((line) => line.includes('the-last-line')))

  const all = test.logged.join('')
  const signature = new URL(body.downloadUrl).searchParams.get('signature') ?? ''
  const secrets = {
    PASSWORD,
    code: `"${code}"`,
    token: entered.body.accessToken,
    buyer: buyer.token,
    cookie,
    signature,
    reset: 'RESET-TOKEN-IN-A-PAGE',
    ...test.store.config.secretKeys,
  }
  for (const [name, secret] of Object.entries(secrets)) expect(all.includes(secret), name).toBe(false)
  expect(all).toContain('planted')
  for (const line of test.logged) expect(JSON.parse(line).msg).not.toBe('forged')
})
