import { createHook } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Browser, browserOf } from '../../testing/browser.ts'
import type { Reply } from '../../testing/client.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'
import { isPassword } from './passwords.ts'

const test = useTestStore()

/** Node sees each hash start: as work of a native library, which has no name there. */
let hashes = 0
const hashing = createHook({
  init(_id, type) {
    if (type === 'undefined') hashes += 1
  },
})
beforeAll(async () => {
  await isPassword('', null) // creates the dummy hash
  hashing.enable()
})
afterAll(() => void hashing.disable())
beforeEach(() => {
  hashes = 0
})

const STRANGERS = 'a-Strangers-password-5'
const aName = () => `u_${randomUUID().slice(0, 12)}`
const register = (browser: Browser, email: string) =>
  browser.post('/api/register-start', { username: aName(), email, password: STRANGERS })
const login = (browser: Browser, email: string, password: string) =>
  browser.post('/api/login', { email, password })

/** The work of each call. */
const CALLS: [name: string, hashes: number, ask: (browser: Browser, email: string) => Promise<Reply>][] = [
  ['a log-in', 2, (browser, email) => login(browser, email, 'wrong-password')],
  ['a log-in that is not in NFC', 4, (browser, email) => login(browser, email, 'wro\u0308ng-password')],
  ['a sign-up', 1, register],
  ['a code that is sent again', 0, (browser, email) => browser.post('/api/verify-resend', { email })],
  [
    'a code that is typed elsewhere',
    1,
    (browser, email) =>
      browser.post('/api/verify-email', { email, code: '000000', password: 'wrong-password' }),
  ],
  ['a reset link', 0, (browser, email) => browser.post('/api/forgot-password', { email })],
  ...['wrong-password', STRANGERS].map((typed): (typeof CALLS)[number] => [
    `a log-in by ${typed} after a sign-up`,
    3,
    async (browser, email) => {
      await register(browser, email)
      return login(browser, email, typed)
    },
  ]),
]

/** The secret of a registration differs each time, with the same length. */
const visible = ({ status, text, headers }: Reply) => {
  const { date: _, 'x-request-id': __, ...shown } = Object.fromEntries(headers)
  const cookie = shown['set-cookie']?.replace(/=[^;]*/, (value) => `=${value.length}`)
  return { status, text, headers: { ...shown, 'set-cookie': cookie } }
}

it.each(CALLS)(
  'A3 %s costs %d password hashes and is answered alike, whether the address is known, pending or not',
  async (_name, cost, ask) => {
    const pending = `${aName()}@example.test`
    await register(browserOf(test), pending)
    const { email: known } = await signedIn(test)
    const answers = []
    for (const email of [known, pending, `${aName()}@example.test`]) {
      hashes = 0
      const answer = visible(await ask(browserOf(test), email))
      answers.push({ ...answer, hashes })
    }
    expect(answers.map((answer) => answer.hashes)).toEqual(Array(3).fill(cost))
    expect(answers).toEqual(Array(3).fill(answers[0]))
  },
)

it('A1 hashes for at most sixty-odd at a time, and refuses others at once', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => isPassword('wrong', null)))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(hashes).toBe(outcomes.length - refused.length)
  expect(hashes).toBeLessThanOrEqual(64)
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { status: 503, code: 'busy' } })
})
