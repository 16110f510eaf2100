import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { PASSWORD_MIN } from '@nofiller/contract/accounts/password'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it, vi } from 'vitest'
import { browserOf } from '../../testing/browser.ts'
import { PASSWORD, signedIn } from '../../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../../testing/store.ts'
import { newPasswordProblem } from './guessable-password.ts'

const test = useTestStore()

const COMMON = 'This password is too common. Please choose another.'
const OWN = 'This password is your username or email. Please choose another.'
const register = (password: string, person = {}) => {
  const username = `u_${randomUUID().slice(0, 8)}`
  return test.nobody.post('/api/register-start', {
    username,
    email: `${username}@example.test`,
    password,
    ...person,
  })
}

it('A1 stores passwords as argon2id, and compares them as typed, on any keyboard', async () => {
  const typed = '  Ünïcode ﬁle 語 '
  const username = `exact_${randomUUID().slice(0, 8)}`
  const browser = browserOf(test)
  const email = `${username}@example.test`
  await browser.post('/api/register-start', { username, email, password: typed })
  const code = /\d{6}/.exec((await eventually(async () => (await test.mailsTo(email))[0])).subject ?? '')?.[0]
  await browser.post('/api/verify-email', { email, code })
  const { password_hash } = await test.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const login = async (password: string) =>
    (await test.nobody.post('/api/login', { email: username, password })).status
  for (const same of [typed, typed.normalize('NFD')]) expect(await login(same)).toBe(200)
  for (const other of [typed.trim(), typed.toLowerCase(), typed.normalize('NFKD'), typed.slice(0, -1)])
    expect(await login(other), other).toBe(401)
})

it('A1 accepts a password hashed before NFC normalization, and stores it in NFC from then on', async () => {
  const composed = 'Señor-Größe-7'
  const typed = composed.normalize('NFD')
  const june = await signedIn(test)
  const changedAt = new Date('2026-01-01T00:00:00Z')
  const set = (values: object) =>
    test.db.updateTable('accounts').set(values).where('id', '=', june.id).execute()
  await set({ password_hash: await hash(typed) })
  await set({ credentials_changed_at: changedAt })
  const login = async (password: string) =>
    (await test.nobody.post('/api/login', { email: june.email, password })).status
  expect([await login(composed), await login(typed), await login(composed), await login(typed)]).toEqual([
    401, 200, 200, 200,
  ])
  const { password_hash, credentials_changed_at } = await test.db
    .selectFrom('accounts')
    .select(['password_hash', 'credentials_changed_at'])
    .where('id', '=', june.id)
    .executeTakeFirstOrThrow()
  expect(await verify(password_hash, composed)).toBe(true)
  expect(credentials_changed_at).toEqual(changedAt) // or the delay of the payout address would restart
})

it('A1 refuses a password of more than 128 characters before it is hashed', async () => {
  const june = await signedIn(test)
  const long = 'a-Long-1'.repeat(17)
  const consumed = vi.spyOn(test.store.rateLimits, 'consume')
  const answers = [
    await register(long),
    await test.nobody.post('/api/login', { email: june.email, password: long }),
    await test.nobody.post('/api/reset-password', { token: 'x', password: long }),
    await june.put('/api/password', { password: long, newPassword: PASSWORD }),
  ]
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 422, body: { error: 'Input too long.' } })
  expect(consumed.mock.calls.map(([counter]) => counter)).not.toContain('login-failures')
  consumed.mockRestore()
})

it('A1 does not even read a password of 1 MB', async () => {
  const consumed = vi.spyOn(test.store.rateLimits, 'consume')
  const login = { email: 'nobody', password: 'x'.repeat(1_000_000) }
  expect((await test.nobody.post('/api/login', login)).status).toBe(413)
  expect(consumed.mock.calls.map(([counter]) => counter)).not.toContain('login-failures')
  consumed.mockRestore()
})

it('A2 refuses the 3,000 commonest passwords that the other rules let pass, in any case', () => {
  const nobody = { username: 'nobody', email: 'nobody@example.test' }
  for (const common of dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN))
    expect(newPasswordProblem(common, nobody), common).not.toBeNull()
  expect(newPasswordProblem('PassWord1', nobody)).toBe(COMMON)
  expect(newPasswordProblem('Correct-horse-9', nobody)).toBeNull()
})

it('A2 refuses common passwords and those of the account itself in sign-up and reset', async () => {
  const refusal = (error: string) => ({ status: 422, body: { error, fields: { password: error } } })
  expect(await register('Football1')).toMatchObject(refusal(COMMON))
  expect(await register('low.Battery-club', { username: 'Low.battery-Club' })).toMatchObject(refusal(OWN))
  expect(await register('me@Example.test', { email: 'me@example.test' })).toMatchObject(refusal(OWN))

  const june = await signedIn(test)
  await test.nobody.post('/api/forgot-password', { email: june.email })
  const mail = await eventually(async () => (await test.mailsTo(june.email))[0])
  const token = /token=([\w-]+)/.exec(mail.text ?? '')?.[1]
  const reset = (password: string) => test.nobody.post('/api/reset-password', { token, password })
  expect(await reset('Password1')).toMatchObject(refusal(COMMON))
  expect(await reset(june.email.toUpperCase())).toMatchObject(refusal(OWN))
  expect((await reset('a-Fine-phrase-of-June')).status).toBe(200)
})
