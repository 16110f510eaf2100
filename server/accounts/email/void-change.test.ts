import { expect, it } from 'vitest'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

const NEW = 'another-Secret-phrase-8'
const test = useTestStore()

/** The match of a pattern in an email to an address, which a job may have to try again to send. */
const mailed = (to: string, place: RegExp): Promise<string> =>
  eventually(async () => place.exec((await test.mailsTo(to)).map(({ text }) => text ?? '').join('\n'))?.[1])

/** Requests another address, like a thief in a stolen session. @returns the token of the link that changes it */
async function askedFor(june: Person): Promise<string> {
  const email = `thief.of.${june.username}@example.test`
  expect((await june.post('/api/email-change', { email, password: PASSWORD })).status).toBe(200)
  return mailed(email, /#confirm=([\w-]+)/)
}

const confirm = (token: string) => test.nobody.post('/api/email-change/confirm', { token })
const OVER = { status: 400, body: { code: 'invalid_token' } }

it('K22 a new password voids a pending change of the email address', async () => {
  const june = await signedIn(test)
  const token = await askedFor(june)
  const changed = await june.put('/api/password', { password: PASSWORD, newPassword: NEW })
  expect(changed.status).toBe(200)
  expect(await confirm(token)).toMatchObject(OVER)
  expect((await june.get('/api/whoami')).body.email).toBe(june.email)
})

it('K22 a password set by email voids a pending change of the email address too', async () => {
  const june = await signedIn(test)
  const token = await askedFor(june)
  await test.nobody.post('/api/forgot-password', { email: june.email })
  const reset = { token: await mailed(june.email, /\?token=([\w-]+)/), password: NEW }
  expect((await test.nobody.post('/api/reset-password', reset)).status).toBe(200)
  expect(await confirm(token)).toMatchObject(OVER)
  expect((await test.nobody.post('/api/login', { email: june.email, password: NEW })).status).toBe(200)
})
