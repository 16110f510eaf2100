import { randomUUID } from 'node:crypto'
import { dictionary } from '@zxcvbn-ts/language-common'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PASSWORD, signedIn } from '../testing/people.ts'
import { eventually, openTestStore, type TestStore } from '../testing/store.ts'
import { commonPasswordProblem } from './common-passwords.ts'

let test: TestStore
beforeAll(async () => {
  test = await openTestStore()
})
afterAll(() => test.close())

const COMMON = 'This password is too common. Please choose another.'
const register = (password: string, person = {}) => {
  const username = `u_${randomUUID().slice(0, 8)}`
  return test.nobody.post('/api/register-start', {
    username,
    email: `${username}@example.test`,
    password,
    ...person,
  })
}

it('A1 keeps passwords as argon2id, and compares them exactly as typed', async () => {
  const typed = '  Ünïcode Path 語 '
  const username = `exact_${randomUUID().slice(0, 8)}`
  await register(typed, { username })
  const { password_hash } = await test.store.db
    .updateTable('accounts')
    .set({ verified_at: new Date() })
    .where('username', '=', username)
    .returning('password_hash')
    .executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const login = async (password: string) =>
    (await test.nobody.post('/api/login', { email: username, password })).status
  expect(await login(typed)).toBe(200)
  for (const other of [typed.trim(), typed.toLowerCase(), typed.normalize('NFD'), typed.slice(0, -1)])
    expect(await login(other), other).toBe(401)
})

it('A1 refuses a password of more than 128 characters before it is hashed', async () => {
  const june = await signedIn(test)
  const long = 'a-Long-1'.repeat(17)
  const consumed = vi.spyOn(test.store.limits, 'consume')
  const answers = [
    await register(long),
    await test.nobody.post('/api/login', { email: june.email, password: long }),
    await test.nobody.post('/api/reset-password', { token: 'x', password: long }),
    await june.send('PUT', '/api/password', {
      body: JSON.stringify({ password: long, newPassword: PASSWORD }),
      headers: { 'content-type': 'application/json' },
    }),
  ]
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 422, body: { error: 'Input too long.' } })
  expect(consumed.mock.calls.map(([counter]) => counter)).not.toContain('login-failures')
  consumed.mockRestore()
})

it('A1 answers a password of 1 MB quickly', async () => {
  const huge = 'x'.repeat(1_000_000)
  const times: number[] = []
  for (let tried = 0; tried < 9; tried += 1) {
    const begun = performance.now()
    const answer = await test.nobody.post('/api/login', { email: 'june', password: huge })
    times.push(performance.now() - begun)
    expect(answer.status).toBe(413)
  }
  expect(times.sort((one, other) => one - other)[4]).toBeLessThan(50)
})

it('A2 refuses the 3,000 commonest passwords that the other rules let pass, in any case', () => {
  const nobody = { username: 'nobody', email: 'nobody@example.test' }
  for (const common of dictionary['passwords-common'].slice(0, 10_000))
    expect(commonPasswordProblem(common, nobody)).toBe(COMMON)
  expect(commonPasswordProblem('PassWord1', nobody)).toBe(COMMON)
  expect(commonPasswordProblem('Correct-horse-9', nobody)).toBeNull()
})

it('A2 refuses common passwords and those of the account itself in sign-up and reset', async () => {
  const refusal = { status: 422, body: { error: COMMON, fields: { password: COMMON } } }
  expect(await register('Football1')).toMatchObject(refusal)
  expect(await register('low.Battery-club', { username: 'Low.battery-Club' })).toMatchObject(refusal)
  expect(await register('me@Example.test', { email: 'me@example.test' })).toMatchObject(refusal)

  const june = await signedIn(test)
  await test.nobody.post('/api/forgot-password', { email: june.email })
  const mail = await eventually(async () => (await test.mailsTo(june.email))[0])
  const token = /token=([\w-]+)/.exec(mail.text ?? '')?.[1]
  const reset = (password: string) => test.nobody.post('/api/reset-password', { token, password })
  expect(await reset('Password1')).toMatchObject(refusal)
  expect(await reset(june.email.toUpperCase())).toMatchObject(refusal)
  expect((await reset('a-Fine-phrase-of-June')).status).toBe(200)
})
