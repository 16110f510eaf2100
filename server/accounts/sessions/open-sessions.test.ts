import { expect, it } from 'vitest'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

const test = useTestStore()

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Signs in once more, in a browser of its own. */
async function anotherBrowser({ email }: Person) {
  const answer = await test.nobody.post(
    '/api/login',
    { email, password: PASSWORD },
    { 'user-agent': FIREFOX },
  )
  return { token: answer.body.accessToken, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}
const whoami = async (token: string) =>
  (await test.nobody.get('/api/whoami', { authorization: `Bearer ${token}` })).status
const refresh = async (cookie: string) =>
  (await test.nobody.send('POST', '/api/refresh', { headers: { cookie } })).status
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const setSessionOf = (june: Person, times: { last_used_at?: Date; ends_at?: Date }) =>
  test.store.db.updateTable('sessions').set(times).where('account_id', '=', june.id).execute()

it('A13 ends a session after 30 days without use', async () => {
  const june = await signedIn(test)
  const { cookie } = await anotherBrowser(june)
  await setSessionOf(june, { last_used_at: daysAgo(29.9) })
  expect((await june.get('/api/whoami')).status).toBe(200)
  await setSessionOf(june, { last_used_at: daysAgo(30.1) })
  expect((await june.get('/api/whoami')).status).toBe(401)
  expect(await refresh(cookie)).toBe(401)
})

it('A13 ends a session after 90 days, however much it is used', async () => {
  const june = await signedIn(test)
  const { cookie } = await anotherBrowser(june)
  const opened = await test.store.db
    .selectFrom('sessions')
    .select(['created_at', 'ends_at'])
    .where('account_id', '=', june.id)
    .executeTakeFirstOrThrow()
  expect((opened.ends_at.getTime() - opened.created_at.getTime()) / 86_400_000).toBeCloseTo(90)
  await setSessionOf(june, { ends_at: new Date(Date.now() - 1_000) })
  expect((await june.get('/api/whoami')).status).toBe(401)
  expect(await refresh(cookie)).toBe(401)
})

it('A13 lists an account’s open sessions by browser, the most recently used first', async () => {
  const june = await signedIn(test)
  await anotherBrowser(june)
  const over = await anotherBrowser(june)
  await test.nobody.send('POST', '/api/logout', { headers: { cookie: over.cookie } })
  await anotherBrowser(await signedIn(test))
  const { body, text } = await june.get('/api/sessions')
  expect(body).toEqual([
    expect.objectContaining({ browser: 'Firefox on Windows', current: false }),
    expect.objectContaining({ _id: june.sessionId, browser: '', current: true }),
  ])
  expect(text).not.toContain('Mozilla')
})

it('A13 ends one session, at once and with its refresh token, and no other account’s', async () => {
  const [june, stranger] = [await signedIn(test), await signedIn(test)]
  const { token, cookie } = await anotherBrowser(june)
  const other = (await june.get('/api/sessions')).body.find((each: { current: boolean }) => !each.current)
  expect((await stranger.send('DELETE', `/api/sessions/${other._id}`)).status).toBe(404)
  expect(await whoami(token)).toBe(200)
  expect((await june.send('DELETE', `/api/sessions/${other._id}`)).body).toEqual({ ok: true })
  expect(await whoami(token)).toBe(401)
  expect(await refresh(cookie)).toBe(401)
  expect((await june.get('/api/whoami')).status).toBe(200)
  expect((await june.send('DELETE', `/api/sessions/${other._id}`)).status).toBe(404)
})

it('A13 ends every session, this one too, and clears its cookie', async () => {
  const june = await signedIn(test)
  const { token, cookie } = await anotherBrowser(june)
  const answer = await june.send('DELETE', '/api/sessions')
  expect(answer.headers.get('set-cookie')).toMatch(/^refresh=;/)
  expect(await whoami(token)).toBe(401)
  expect(await refresh(cookie)).toBe(401)
  expect((await june.get('/api/whoami')).status).toBe(401)
})

it('A15 a token of a deleted account is invalid', async () => {
  const june = await signedIn(test)
  await test.store.db.deleteFrom('accounts').where('id', '=', june.id).execute()
  expect((await june.get('/api/whoami')).status).toBe(401)
})
