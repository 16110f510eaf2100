import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { addGame } from '../testing/games.ts'
import { signedIn } from '../testing/people.ts'
import { eventually, openTestStore, type TestStore } from '../testing/store.ts'

let test: TestStore
beforeAll(async () => {
  test = await openTestStore()
})
afterAll(() => test.close())

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

const register = (person: Newcomer) => test.nobody.post('/api/register-start', person)
const verify = (email: string, code: string) => test.nobody.post('/api/verify-email', { email, code })
const login = (email: string, password = PASSWORD) => test.nobody.post('/api/login', { email, password })
/** The code of the newest mail; `mails` is how many must have come. */
async function codeOf(email: string, mails = 1): Promise<string> {
  await eventually(async () => (await test.mailsTo(email)).length >= mails)
  return /\b(\d{6})\b/.exec((await test.mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? ''
}
async function verified(): Promise<Newcomer> {
  const person = newcomer()
  await register(person)
  await verify(person.email, await codeOf(person.email))
  return person
}
/** As if two minutes had gone by. */
const forgetPause = (email: string) => test.store.limits.reset('code-pause', email)

it('signs up, mails a code, verifies, logs in by e-mail or username, and knows who it is', async () => {
  const person = newcomer()
  expect(await register(person)).toMatchObject({ status: 200, body: { ok: true } })
  const unverified = await login(person.email)
  expect(unverified.status).toBe(403)
  expect(unverified.body.error).toMatch(/verify/i)
  expect(await verify(person.email, await codeOf(person.email))).toMatchObject({ status: 200 })
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
  const [one, other, done] = [newcomer(), newcomer(), newcomer()]
  await register(one)
  await register(other)
  await register(done)
  const used = await codeOf(done.email)
  await verify(done.email, used)
  const code = await codeOf(one.email)
  const foreign = await codeOf(other.email)
  const wrong = code === '000000' ? '000001' : '000000'
  const refusals = [
    await verify(one.email, wrong),
    await verify(one.email, foreign === code ? wrong : foreign),
    await verify('nobody@example.test', code),
    await verify(done.email, used),
  ]
  await test.store.db
    .updateTable('email_codes')
    .set({ expires_at: new Date(Date.now() - 1_000) }) // 121 s after it was made
    .where('account_id', 'in', (of) =>
      of.selectFrom('accounts').select('id').where('email', '=', other.email),
    )
    .execute()
  refusals.push(await verify(other.email, foreign))
  for (let tried = 2; tried < 5; tried += 1) await verify(one.email, wrong)
  refusals.push(await verify(one.email, code))
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      status: 422,
      body: { error: 'That code is wrong or has expired. Request a new one.' },
    })
})

it('A4 keeps a code for 120 s, as a keyed hash alone', async () => {
  const person = newcomer()
  await register(person)
  const code = await codeOf(person.email)
  const row = await test.store.db
    .selectFrom('email_codes')
    .innerJoin('accounts', 'accounts.id', 'email_codes.account_id')
    .select(['account_id', 'code_hash', 'email_codes.created_at', 'expires_at'])
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(120_000)
  for (const plain of [code, `${row.account_id}:${code}`])
    expect(createHash('sha256').update(plain).digest().equals(row.code_hash)).toBe(false)
})

it('A4 mails at most ten codes a day to an address, whether it is known or not', async () => {
  const person = newcomer()
  await register(person)
  for (const email of [person.email, 'nobody.at.all@example.test']) {
    const statuses: number[] = []
    for (let asked = 0; asked < 11; asked += 1) {
      await forgetPause(email)
      statuses.push((await test.nobody.post('/api/verify-resend', { email })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(email === person.email ? 9 : 10)
    expect(statuses.at(-1)).toBe(429)
  }
})

it('mails one code in 120 s, and says how long to wait', async () => {
  const person = newcomer()
  await register(person)
  const early = await test.nobody.post('/api/verify-resend', { email: person.email })
  expect(early.status).toBe(429)
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(100)
  await codeOf(person.email)
  await forgetPause(person.email)
  expect((await test.nobody.post('/api/verify-resend', { email: person.email })).status).toBe(200)
  expect((await verify(person.email, await codeOf(person.email, 2))).status).toBe(200)
})

it('answers a known address as an unknown one, and tells its owner by mail', async () => {
  const person = await verified()
  await forgetPause(person.email)
  const again = await register({ ...newcomer(), email: person.email })
  expect(again).toMatchObject({ status: 200, body: { ok: true } })
  await eventually(async () => (await test.mailsTo(person.email)).length === 2)
  expect((await login(person.email)).status).toBe(200)
  expect(await register({ ...newcomer(), username: person.username.toUpperCase() })).toMatchObject({
    status: 409,
    body: { fields: { username: 'This username is taken.' } },
  })
})

it('names every wrong field with the sentence of the form', async () => {
  const answer = await register({ ...newcomer(), username: 'x', email: 'no address', password: 'short' })
  expect(answer.status).toBe(422)
  expect(answer.body.fields).toEqual({
    username: '3–24 chars: letters, numbers, ., _ or -',
    email: 'Please enter a valid email address.',
    password: 'Password must be at least 8 characters long.',
  })
})

it('A5 resets a password once, by a mailed link, and ends every session', async () => {
  const person = await verified()
  const entered = await login(person.email)
  const session = entered.body.accessToken
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const asked = await test.nobody.post('/api/forgot-password', { email: person.email })
  expect(asked.body.message).toBe(
    "If an account with that email exists, we've sent you a password reset link.",
  )
  await eventually(async () => (await test.mailsTo(person.email)).length === 2)
  const link =
    /(http\S+reset-password\S+)/.exec((await test.mailsTo(person.email)).at(-1)?.text ?? '')?.[1] ?? ''
  const token = new URL(link).searchParams.get('token')
  const reset = () => test.nobody.post('/api/reset-password', { token, password: 'another-Secret-phrase-8' })
  expect((await reset()).status).toBe(200)
  expect(await reset()).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
  expect((await test.nobody.get('/api/whoami', { authorization: `Bearer ${session}` })).status).toBe(401)
  expect((await test.nobody.send('POST', '/api/refresh', { headers: { cookie } })).status).toBe(401)
  expect((await login(person.email)).status).toBe(401)
  expect((await login(person.email, 'another-Secret-phrase-8')).status).toBe(200)
  await eventually(async () => (await test.mailsTo(person.email)).at(-1)?.subject?.includes('was changed'))
})

it('A5 voids a reset link after 60 minutes, and when a newer one is asked for', async () => {
  const june = await signedIn(test)
  const newToken = async (mails: number) => {
    await test.nobody.post('/api/forgot-password', { email: june.email })
    await eventually(async () => (await test.mailsTo(june.email)).length === mails)
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

it('A5 leaves one link, however many are asked for at once', async () => {
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
  const person = newcomer()
  await register(person)
  const code = await codeOf(person.email)
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
  await sleep(200)

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
