import { expect, it, vi } from 'vitest'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { eventually, openTestStore, useTestStore } from '../../testing/store.ts'

const test = useTestStore()

const NEW = 'a-New-secret-phrase-4'

const change = (june: Person, password: string, newPassword = NEW) =>
  june.put('/api/password', { password, newPassword })
const login = ({ email }: Person, password: string, store = test) =>
  store.nobody.post('/api/login', { email, password })

it('changes the password by the old one, ends the other sessions, and emails the user', async () => {
  const june = await signedIn(test)
  const elsewhere = (await login(june, PASSWORD)).body.accessToken
  expect(await change(june, PASSWORD)).toMatchObject({ status: 200, body: { ok: true } })
  expect((await june.get('/api/whoami')).status).toBe(200)
  expect((await test.nobody.get('/api/whoami', { authorization: `Bearer ${elsewhere}` })).status).toBe(401)
  expect((await login(june, PASSWORD)).status).toBe(401)
  expect((await login(june, NEW)).status).toBe(200)
  const mail = await eventually(async () => (await test.mailsTo(june.email))[0])
  expect(mail.subject).toBe('Your No Filler password was changed')
})

it('refuses a wrong old password, and changes nothing', async () => {
  const june = await signedIn(test)
  expect(await change(june, 'wrong-password')).toMatchObject({
    status: 422,
    body: { fields: { password: 'This is not your current password.' } },
  })
  expect((await login(june, PASSWORD)).status).toBe(200)
})

it('holds the new password to the rules of a sign-up', async () => {
  const june = await signedIn(test)
  const problemOf = async (newPassword: string) => (await change(june, PASSWORD, newPassword)).body.fields
  expect(await problemOf('short')).toEqual({ newPassword: 'Password must be at least 8 characters long.' })
  expect(await problemOf(june.email)).toEqual({
    newPassword: 'This password is your username or email. Please choose another.',
  })
})

it('G2 a session can guess the old password ten times in 15 minutes, which locks no login', async () => {
  const strict = await openTestStore({ settings: { RATE_LIMIT_SCALE: '1' } })
  const june = await signedIn(strict)
  const statuses = []
  for (let tried = 0; tried < 10; tried += 1) statuses.push((await change(june, 'wrong-password')).status)
  statuses.push((await change(june, PASSWORD)).status, (await login(june, PASSWORD, strict)).status)
  const alive = await june.get('/api/whoami')
  await strict.close()
  expect(statuses).toEqual([...Array(10).fill(422), 429, 200])
  expect(alive.status).toBe(200)
})

it('one of many concurrent password changes wins', async () => {
  const june = await signedIn(test)
  const passwords = ['first', 'second', 'third'].map((name) => `${name}-Secret-phrase-5`)
  const answers = await Promise.all(passwords.map((password) => change(june, PASSWORD, password)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422])
  const winner = passwords[answers.findIndex((answer) => answer.status === 200)] ?? ''
  expect((await login(june, winner)).status).toBe(200)
})

it('opens no session for an old password that changed while it was compared', async () => {
  const june = await signedIn(test)
  const compared = vi.spyOn(test.store.rateLimits, 'reset').mockImplementationOnce(async () => {
    expect((await change(june, PASSWORD)).status).toBe(200)
  })
  expect((await login(june, PASSWORD)).status).toBe(401)
  compared.mockRestore()
  expect((await june.get('/api/sessions')).body).toHaveLength(1)
})
