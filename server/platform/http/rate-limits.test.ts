import { expect, it } from 'vitest'
import { addGame } from '../../testing/fixtures/games.ts'
import { PASSWORD, signedIn } from '../../testing/fixtures/people.ts'
import { aStore, useTestStore } from '../../testing/store.ts'
import { addressKey, openRateLimits } from './rate-limits.ts'

const test = useTestStore({ settings: { RATE_LIMIT_SCALE: '1' } })

const login = (email: string, password: string) => test.nobody.post('/api/login', { email, password })

it('G2 locks an account after ten wrong passwords, and ends none of its sessions', async () => {
  const june = await signedIn(test)
  for (let tried = 0; tried < 10; tried += 1)
    expect((await login(june.email, 'wrong-password')).status).toBe(401)
  const locked = await login(june.email, PASSWORD)
  expect(locked.status).toBe(429)
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await june.get('/api/whoami')).status).toBe(200)
  expect((await login((await signedIn(test)).email, PASSWORD)).status).toBe(200)
})

it.each([
  ['register', 10],
  ['forgot-email', 3],
  ['checkout', 20],
  ['download', 120],
  ['order-status', 120],
  ['refresh', 60],
  ['login', 60],
] as const)('G2 allows %s %i times', async (counter, times) => {
  const rateLimits = await openRateLimits(1, null, test.store.log)
  for (let used = 0; used < times; used += 1) await rateLimits.consume(counter, 'key')
  await expect(rateLimits.consume(counter, 'key')).rejects.toMatchObject({ status: 429 })
  await rateLimits.consume(counter, 'another key')
})

it('G2 emails at most three reset links an hour to one address, and answers the same afterwards', async () => {
  const june = await signedIn(test)
  const answers = []
  for (let asked = 0; asked < 4; asked += 1)
    answers.push(await test.nobody.post('/api/forgot-password', { email: june.email }))
  const links = await test.sql<{ token_hash: Buffer }>`
    select token_hash from password_resets where account_id = ${june.id}`
  expect(links.length).toBeLessThanOrEqual(3)
  const unknown = []
  for (let asked = 0; asked < 4; asked += 1)
    unknown.push(await test.nobody.post('/api/forgot-password', { email: 'nobody@example.test' }))
  expect(answers.map((answer) => [answer.status, answer.text])).toEqual(
    unknown.map((answer) => [answer.status, answer.text]),
  )
})

it('G2 limits requests for an order’s status by address', async () => {
  let last = 0
  for (let asked = 0; asked < 125 && last !== 429; asked += 1)
    last = (await test.nobody.get('/api/order-status/none')).status
  expect(last).toBe(429)
})

it('G2 counts no use for an answer that is cached', async () => {
  const narrow = await aStore({ settings: { RATE_LIMIT_SCALE: '0.002' } }) // one look an hour
  const developerId = (await signedIn(narrow, 'developer')).id
  const [game, other] = [await addGame(narrow, { developerId }), await addGame(narrow, { developerId })]
  const latest = ({ id }: { id: string }, headers = {}) =>
    narrow.nobody.get(`/api/games/${id}/latest`, headers)
  const first = await latest(game)
  expect(first.status).toBe(200)
  const etag = first.headers.get('etag') ?? ''
  expect((await latest(game)).text).toBe(first.text)
  expect((await latest(game, { 'if-none-match': etag })).status).toBe(304)
  expect((await latest(other)).status).toBe(429)
})

it.each([
  ['203.0.113.9:51234', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[2001:db8:1:2::a]:443', '2001:db8:1:2'],
  ['[2001:db8:1:2::b]', '2001:db8:1:2'],
  ['2001:db8:1:2::c', '2001:db8:1:2'],
])('G1 the rate limit counts %s as %s', (forwarded, key) => expect(addressKey(forwarded)).toBe(key))
