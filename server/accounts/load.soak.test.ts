import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Reply } from '../testing/client.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()

const median = (times: number[]): number => times.sort((one, other) => one - other)[times.length >> 1] ?? 0

it('A1 the health check responds while 200 people log in at once', async () => {
  let busy = true
  const logins = Promise.all(
    Array.from({ length: 200 }, (_, number) =>
      test.nobody.post('/api/login', { email: `someone${number}@example.test`, password: 'wrong-password' }),
    ),
  ).finally(() => {
    busy = false
  })
  const times: number[] = []
  while (busy) {
    const startedAt = performance.now()
    expect((await test.nobody.get('/api/health')).status).toBe(200)
    times.push(performance.now() - startedAt)
    await sleep(5)
  }
  for (const { status } of await logins) expect([401, 503]).toContain(status)
  times.sort((one, other) => one - other)
  expect(times[Math.floor(times.length * 0.95)]).toBeLessThan(250)
})

/** Pairs of calls whose median times are compared. */
const TIMED_TRIES = 200
/** For a sign-up and a login, which hash four passwords. */
const SEQUENCES = 60
const ROUNDS = 6
/** The allowed difference of two medians: a tenth, plus the noise of a busy machine for calls of a few milliseconds. */
const SHARE = 0.1
const NOISE_MS = 0.5

const visible = ({ status, text, headers }: Reply) => {
  const shown = Object.fromEntries(headers)
  delete shown['x-request-id']
  delete shown.date
  // The secret of a registration differs each time, with the same length.
  if (shown['set-cookie'])
    shown['set-cookie'] = shown['set-cookie'].replace(/=[^;]*/, (value) => `=${value.length}`)
  return { status, text, headers: shown }
}

type Kind = 'known' | 'unknown'
type Ask = (email: string) => Promise<Reply>
type Forget = (email: string) => Promise<void>

/**
 * Responses and times must match. A busy machine slows any one round, sometimes for the known address and sometimes for the
 * unknown one, while a real difference shows in all six rounds and always for the same address.
 */
async function compareAnswers(known: string, ask: Ask, forget: Forget = async () => {}, tries = TIMED_TRIES) {
  const waits: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const wait = await waitOf(known, ask, forget, tries)
    if (wait === null) return
    waits.push(wait)
  }
  expect(new Set(waits).size, waits.join(', ')).toBeGreaterThan(1)
}

/** Calls with a known and an unknown address in turn. Returns the one whose median is clearly longer, null for neither. */
async function waitOf(known: string, ask: Ask, forget: Forget, tries: number): Promise<Kind | null> {
  const times: Record<Kind, number[]> = { known: [], unknown: [] }
  for (let tried = 0; tried < tries; tried += 1) {
    const pair = { known, unknown: `${randomUUID()}@example.test` }
    const answers: Reply[] = []
    const order = tried % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      await forget(pair[kind])
      const startedAt = performance.now()
      answers.push(await ask(pair[kind]))
      times[kind].push(performance.now() - startedAt)
    }
    const [one, other] = answers.map((answer) => visible(answer))
    expect(one).toEqual(other)
  }
  const difference = median(times.known) - median(times.unknown)
  const quick = Math.min(median(times.known), median(times.unknown))
  if (Math.abs(difference) < Math.max(SHARE * quick, NOISE_MS)) return null
  return difference > 0 ? 'known' : 'unknown'
}

/** As if no email had gone to this address, which the test uses again and again. */
const purgeEmails = async (email: string) => {
  await test.store.rateLimits.reset('codes-network', `${email} 127.0.0.1`)
  await test.store.rateLimits.reset('codes-address', email)
  await test.store.rateLimits.reset('code-pause', `${email} 127.0.0.1`)
  await test.store.rateLimits.reset('codes', `${email} 127.0.0.1`)
}

it('A3 refuses a login the same way for known and unknown addresses', async () => {
  const { email } = await signedIn(test)
  const forget = (address: string) => test.store.rateLimits.reset('login-failures', address)
  await compareAnswers(
    email,
    (address) => test.nobody.post('/api/login', { email: address, password: 'wrong-password' }),
    forget,
  )
}, 120_000)

it('A3 signs up known and unknown addresses the same way', async () => {
  const { email } = await signedIn(test)
  await compareAnswers(
    email,
    (address) =>
      test.nobody.post('/api/register-start', {
        username: `u_${randomUUID().slice(0, 12)}`,
        email: address,
        password: 'Correct-horse-9',
      }),
    purgeEmails,
  )
}, 120_000)

it('A3 resends a code to known and unknown addresses the same way', async () => {
  const email = 'unverified@example.test'
  await test.nobody.post('/api/register-start', {
    username: 'unverified',
    email,
    password: 'Correct-horse-9',
  })
  await compareAnswers(
    email,
    (address) => test.nobody.post('/api/verify-resend', { email: address }),
    purgeEmails,
  )
}, 120_000)

it('A3 a sign-up and the login after it do not reveal whether an address is known', async () => {
  const { email } = await signedIn(test)
  const password = 'Correct-horse-9'
  const signUp = async (address: string) => {
    await purgeEmails(address)
    const username = `u_${randomUUID().slice(0, 12)}`
    await test.nobody.post('/api/register-start', { username, email: address, password })
  }
  for (const typed of [password, 'wrong-password'])
    await compareAnswers(
      email,
      (address) => test.nobody.post('/api/login', { email: address, password: typed }),
      signUp,
      SEQUENCES,
    )
}, 240_000)

it('A3 sends a reset link to known and unknown addresses the same way', async () => {
  const { email } = await signedIn(test)
  await compareAnswers(email, (address) => test.nobody.post('/api/forgot-password', { email: address }))
}, 120_000)
