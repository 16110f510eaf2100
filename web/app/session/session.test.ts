import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { june } from '../testing/june.ts'

const stored = new Map<string, string>()
let notifyOtherTab: (event: { key: string }) => void = () => {}
let leave = () => {}
let answers: Record<string, () => Response> = {}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const store = (user: object) => stored.set('user', JSON.stringify(user))

/** The module holds the state of one tab, so each test opens its own. */
const openTab = async () => {
  vi.resetModules()
  return import('./session.ts')
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resume) => setTimeout(resume))
}

const openWatchedTab = async () => {
  const tab = await openTab()
  tab.watchSession(() => {})
  await settled()
  return tab
}

const confirmJune = () => {
  store({ token: 't', ...june })
  answers['/api/whoami'] = () => json(june)
}

beforeEach(() => {
  stored.clear()
  answers = {}
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    addEventListener: (event: string, listener: typeof notifyOtherTab & typeof leave) => {
      if (event === 'storage') notifyOtherTab = listener
      if (event === 'beforeunload') leave = listener
    },
    removeEventListener: () => {},
  })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('fetch', async (path: string) => {
    const answer = answers[path]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
// The last tab listens to the stored user, which the next test file of this worker writes as well.
afterAll(() => void vi.resetModules())

it('A browser without a stored user is signed out at once', async () => {
  const tab = await openTab()
  tab.watchSession(() => {})
  expect(tab.currentSession()).toEqual({ state: 'signed-out', user: null, reason: null })
})

it('A stored token signs in once the server confirms it', async () => {
  store({ token: 't', ...june })
  answers['/api/whoami'] = () => json({ ...june, purchases: ['game-1'] })
  const tab = await openTab()
  tab.watchSession(() => {})
  expect(tab.currentSession().state).toBe('checking')
  await settled()
  expect(tab.currentSession().user?.purchases).toEqual(['game-1'])
  expect(tab.currentSession()).toBe(tab.currentSession())
})

it('A user whose token and refresh are refused is logged out with the reason', async () => {
  store({ token: 't', ...june })
  answers['/api/whoami'] = () => json({ error: 'no' }, 401)
  answers['/api/refresh'] = () => json({ error: 'no' }, 401)
  const tab = await openWatchedTab()
  expect(tab.currentSession()).toEqual({ state: 'signed-out', user: null, reason: 'Refresh failed' })
  expect(stored.has('user')).toBe(false)
})

it('A user is logged out when the check fails with a fresh token', async () => {
  store({ token: 't', ...june })
  answers['/api/whoami'] = () => json({ error: 'This account is suspended.' }, 403)
  answers['/api/refresh'] = () => json({ accessToken: 'u' })
  const tab = await openWatchedTab()
  expect(tab.currentSession()).toMatchObject({ reason: 'Authentication failed: 403' })
})

const OUTAGES: [string, (() => Response) | undefined][] = [
  ['cannot be reached', undefined],
  ['is broken', () => json({ error: 'oops' }, 500)],
  ['is down', () => json({ error: 'Back in a moment.', code: 'unavailable' }, 503)],
  ['has been asked too often', () => json({ error: 'Slow down.', code: 'too_many' }, 429)],
  ['lies behind the page of a hotel', () => new Response('<h1>Welcome to the Wi-Fi</h1>')],
]

const expectUnchanged = async () => {
  const tab = await openWatchedTab()
  expect(tab.currentSession()).toMatchObject({ state: 'signed-in', user: { _id: 'june' } })
  expect(tab.isServerDown()).toBe(true)
  expect(JSON.parse(stored.get('user') ?? '').token).toBe('t')
  return tab
}

it.each(OUTAGES)('A server that %s when it is asked who is logged in ends no session', async (_, down) => {
  store({ token: 't', ...june })
  if (down) answers['/api/whoami'] = down
  const tab = await expectUnchanged()
  answers['/api/whoami'] = () => json({ ...june, displayName: 'June' })
  await tab.refreshUser()
  expect([tab.currentSession().user?.displayName, tab.isServerDown()]).toEqual(['June', false])
})

it.each(OUTAGES)('A server that %s when it is asked for a new token ends no session', async (_, down) => {
  store({ token: 't', ...june })
  answers['/api/whoami'] = () => json({ error: 'no' }, 401)
  if (down) answers['/api/refresh'] = down
  await expectUnchanged()
})

it.each(OUTAGES)('A server that %s ends no session of which only the token is stored', async (_, down) => {
  store({ token: 't' })
  if (down) answers['/api/whoami'] = down
  const tab = await openWatchedTab()
  expect([tab.currentSession().state, tab.isServerDown()]).toEqual(['checking', true])
  expect(stored.has('user')).toBe(true)
})

it.each(['reauthentication_needed', 'second_factor_needed', 'password_needed'])(
  'The refusal %s asks for no new token and logs nobody out',
  async (code) => {
    store({ token: 't', ...june })
    answers['/api/whoami'] = () => json({ error: 'Prove it is you.', code }, 403)
    const refresh = vi.fn(() => json({ accessToken: 'u' }))
    answers['/api/refresh'] = refresh
    const tab = await openWatchedTab()
    expect(tab.currentSession()).toMatchObject({ state: 'signed-in', user: { _id: 'june' } })
    expect(tab.isServerDown()).toBe(false)
    expect(refresh).not.toHaveBeenCalled()
  },
)

it('A session counts as fresh for a minute after the server confirmed it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  store({ token: 't', ...june })
  const tab = await openWatchedTab()
  expect(tab.isSessionFresh()).toBe(false)
  answers['/api/whoami'] = () => json(june)
  await tab.refreshUser()
  vi.advanceTimersByTime(59_999)
  expect(tab.isSessionFresh()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(tab.isSessionFresh()).toBe(false)
  vi.useRealTimers()
})

it('A15 A log-out clears the user and the caches even when the call fails', async () => {
  confirmJune()
  const tab = await openWatchedTab()
  const forget = vi.fn()
  tab.onAccountChange(forget)
  await tab.signOut()
  expect(stored.has('user')).toBe(false)
  expect(forget).toHaveBeenCalled()
  expect(tab.currentSession().state).toBe('signed-out')
})

it('The session takes changes of its own user from responses, and of no other', async () => {
  confirmJune()
  const tab = await openWatchedTab()
  tab.mergeUser({ ...june, notifyUpdates: true })
  expect(tab.currentSession().user?.notifyUpdates).toBe(true)
  expect(JSON.parse(stored.get('user') ?? '').token).toBe('t')
  tab.mergeUser({ ...june, _id: 'someone', notifyUpdates: false })
  expect(tab.currentSession().user).toMatchObject({ _id: 'june', notifyUpdates: true })
})

it.each([
  [
    'takes over what the account chose to see',
    '',
    'content=sfw; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
  ],
  ['keeps what was chosen in this browser', 'a=b; content=show', /^content=show;/],
])('A log-in %s', async (_, cookie, expected) => {
  vi.stubGlobal('document', { cookie })
  answers['/api/whoami'] = () => json({ ...june, contentChoice: 'sfw' })
  const tab = await openTab()
  await tab.signIn('t')
  expect(document.cookie).toEqual(expect.stringMatching(expected))
})

it('A content choice applies at once, reloads on a change, and is saved to the account', async () => {
  store({ token: 't', ...june })
  const saved: string[] = []
  answers['/api/whoami'] = () => json(june)
  answers['/api/settings'] = () => {
    saved.push(document.cookie.split(';')[0] ?? '')
    return json({ user: june })
  }
  const tab = await openWatchedTab()
  const choice = await import('./content-choice.ts')
  const askAgain = vi.fn(async () => {})
  choice.onAnswersChange(askAgain)
  for (const chosen of ['show', 'blur', 'blur', 'sfw'] as const) {
    tab.chooseContent(chosen)
    await settled()
  }
  expect(saved).toEqual(['content=show', 'content=blur', 'content=blur', 'content=sfw'])
  expect(askAgain).toHaveBeenCalledTimes(3)
  expect(choice.areAnswersChanging()).toBe(false)
})

it('Pages that the server rendered for another content choice are loaded again', async () => {
  vi.stubGlobal('document', { cookie: 'content=blur' })
  await openTab()
  const choice = await import('./content-choice.ts')
  const askAgain = vi.fn(async () => {})
  choice.onAnswersChange(askAgain)
  choice.catchUpFrom('blur')
  expect(askAgain).not.toHaveBeenCalled()
  choice.catchUpFrom('none')
  expect(askAgain).toHaveBeenCalledOnce()
})

it('A check that was cut off by leaving the page is only reported if the page stays', async () => {
  confirmJune()
  const tab = await openWatchedTab()
  vi.useFakeTimers()
  delete answers['/api/whoami']
  leave()
  const checked = tab.refreshUser()
  await vi.advanceTimersByTimeAsync(2_900)
  expect(tab.isServerDown()).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  await checked
  expect(tab.isServerDown()).toBe(true)
})

it('A log-in that the server does not confirm stores nothing', async () => {
  answers['/api/whoami'] = () => json({ error: 'no' }, 500)
  const tab = await openTab()
  await expect(tab.signIn('t')).rejects.toThrow('no')
  expect(stored.has('user')).toBe(false)
})

it('A log-out and a log-in in another tab are followed', async () => {
  confirmJune()
  const tab = await openWatchedTab()
  stored.delete('user')
  notifyOtherTab({ key: 'user' })
  expect(tab.currentSession().state).toBe('signed-out')
  store({ token: 't2', ...june })
  notifyOtherTab({ key: 'user' })
  expect(tab.currentSession().state).toBe('checking')
  await settled()
  expect(tab.currentSession().state).toBe('signed-in')
})
