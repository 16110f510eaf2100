import type { SessionUser } from '@nofiller/contract/accounts/accounts'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const june: SessionUser = {
  _id: 'june',
  username: 'june_harrow',
  email: 'june@harrow.example',
  role: 'player',
  displayName: null,
  avatarUrl: null,
  createdAt: '2026-11-01T00:00:00Z',
  purchases: ['game-1'],
  notifyPurchases: true,
  notifyUpdates: false,
  contentChoice: null,
  excludedTags: [],
}

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

it('is signed out at once without a stored user', async () => {
  const tab = await openTab()
  tab.watchSession(() => {})
  expect(tab.currentSession()).toEqual({ state: 'signed-out', user: null, reason: null })
})

it('checks a stored token and is signed in when the server confirms it', async () => {
  store({ token: 't', ...june, purchases: [] })
  answers['/api/whoami'] = () => json(june)
  const tab = await openTab()
  tab.watchSession(() => {})
  expect(tab.currentSession().state).toBe('checking')
  await settled()
  expect(tab.currentSession().user?.purchases).toEqual(['game-1'])
  expect(tab.currentSession()).toBe(tab.currentSession())
})

it('logs out a user whose token and refresh are refused, and says why', async () => {
  store({ token: 't', ...june })
  answers['/api/whoami'] = () => json({ error: 'no' }, 401)
  answers['/api/refresh'] = () => json({ error: 'no' }, 401)
  const tab = await openTab()
  tab.watchSession(() => {})
  await settled()
  expect(tab.currentSession()).toEqual({ state: 'signed-out', user: null, reason: 'Refresh failed' })
  expect(stored.has('user')).toBe(false)
})

it('logs out when the check fails with a good refresh', async () => {
  store({ token: 't', ...june })
  answers['/api/whoami'] = () => json({ error: 'This account is suspended.' }, 403)
  answers['/api/refresh'] = () => json({ accessToken: 'u' })
  const tab = await openTab()
  tab.watchSession(() => {})
  await settled()
  expect(tab.currentSession()).toMatchObject({ reason: 'Authentication failed: 403' })
})

const OUTAGES: [string, (() => Response) | undefined][] = [
  ['cannot be reached', undefined],
  ['is broken', () => json({ error: 'oops' }, 500)],
  ['is down', () => json({ error: 'Back in a moment.', code: 'unavailable' }, 503)],
  ['has been asked too often', () => json({ error: 'Slow down.', code: 'too_many' }, 429)],
  ['lies behind the page of a hotel', () => new Response('<h1>Welcome to the Wi-Fi</h1>')],
]

describe.each(OUTAGES)('a server that %s logs nobody out', (_, down) => {
  const expectUnchanged = async () => {
    const tab = await openTab()
    tab.watchSession(() => {})
    await settled()
    expect(tab.currentSession()).toMatchObject({ state: 'signed-in', user: { _id: 'june' } })
    expect(tab.isServerDown()).toBe(true)
    expect(JSON.parse(stored.get('user') ?? '').token).toBe('t')
    return tab
  }

  it('when it is asked who is logged in', async () => {
    store({ token: 't', ...june })
    if (down) answers['/api/whoami'] = down
    const tab = await expectUnchanged()
    answers['/api/whoami'] = () => json({ ...june, displayName: 'June' })
    await tab.refreshUser()
    expect([tab.currentSession().user?.displayName, tab.isServerDown()]).toEqual(['June', false])
  })

  it('when it is asked for a new token', async () => {
    store({ token: 't', ...june })
    answers['/api/whoami'] = () => json({ error: 'no' }, 401)
    if (down) answers['/api/refresh'] = down
    await expectUnchanged()
  })

  it('of whom this browser knows nothing but the token', async () => {
    store({ token: 't' })
    if (down) answers['/api/whoami'] = down
    const tab = await openTab()
    tab.watchSession(() => {})
    await settled()
    expect([tab.currentSession().state, tab.isServerDown()]).toEqual(['checking', true])
    expect(stored.has('user')).toBe(true)
  })
})

it.each(['reauthentication_needed', 'second_factor_needed', 'password_needed'])(
  'asks for no new token and logs nobody out when the answer is %s',
  async (code) => {
    store({ token: 't', ...june })
    answers['/api/whoami'] = () => json({ error: 'Prove it is you.', code }, 403)
    const refresh = vi.fn(() => json({ accessToken: 'u' }))
    answers['/api/refresh'] = refresh
    const tab = await openTab()
    tab.watchSession(() => {})
    await settled()
    expect(tab.currentSession()).toMatchObject({ state: 'signed-in', user: { _id: 'june' } })
    expect(tab.isServerDown()).toBe(false)
    expect(refresh).not.toHaveBeenCalled()
  },
)

it('is fresh for a minute after the server last said who is logged in', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  store({ token: 't', ...june })
  const tab = await openTab()
  tab.watchSession(() => {})
  await settled()
  expect(tab.isSessionFresh()).toBe(false)
  answers['/api/whoami'] = () => json(june)
  await tab.refreshUser()
  vi.advanceTimersByTime(59_999)
  expect(tab.isSessionFresh()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(tab.isSessionFresh()).toBe(false)
  vi.useRealTimers()
})

it('clears the user and the caches on log-out even when the call fails (A15)', async () => {
  store({ token: 't', ...june })
  answers['/api/whoami'] = () => json(june)
  const tab = await openTab()
  const forget = vi.fn()
  tab.onAccountChange(forget)
  tab.watchSession(() => {})
  await settled()
  await tab.signOut()
  expect(stored.has('user')).toBe(false)
  expect(forget).toHaveBeenCalled()
  expect(tab.currentSession().state).toBe('signed-out')
})

it('takes over what the server answered about its user, and nothing about another one', async () => {
  store({ token: 't', ...june })
  answers['/api/whoami'] = () => json(june)
  const tab = await openTab()
  tab.watchSession(() => {})
  await settled()
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
])('%s when somebody signs in', async (_, cookie, expected) => {
  vi.stubGlobal('document', { cookie })
  answers['/api/whoami'] = () => json({ ...june, contentChoice: 'sfw' })
  const tab = await openTab()
  await tab.signIn('t')
  expect(document.cookie).toEqual(expect.stringMatching(expected))
})

it('chooses at once, asks for other answers when the choice is another one, and tells the account', async () => {
  store({ token: 't', ...june })
  const saved: string[] = []
  answers['/api/whoami'] = () => json(june)
  answers['/api/settings'] = () => {
    saved.push(document.cookie.split(';')[0] ?? '')
    return json({ user: june })
  }
  const tab = await openTab()
  const choice = await import('./content-choice.ts')
  const askAgain = vi.fn(async () => {})
  choice.onAnswersChange(askAgain)
  tab.watchSession(() => {})
  await settled()
  for (const chosen of ['show', 'blur', 'blur', 'sfw'] as const) {
    tab.chooseContent(chosen)
    await settled()
  }
  expect(saved).toEqual(['content=show', 'content=blur', 'content=blur', 'content=sfw'])
  expect(askAgain).toHaveBeenCalledTimes(3)
  expect(choice.areAnswersChanging()).toBe(false)
})

it('asks again for what the server rendered for another choice than that of this browser', async () => {
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

it('says nothing of a check that leaving the page cut off, unless the page stays', async () => {
  store({ token: 't', ...june })
  answers['/api/whoami'] = () => json(june)
  const tab = await openTab()
  tab.watchSession(() => {})
  await settled()
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

it('stores nothing when the server does not confirm the token of a login', async () => {
  answers['/api/whoami'] = () => json({ error: 'no' }, 500)
  const tab = await openTab()
  await expect(tab.signIn('t')).rejects.toThrow('no')
  expect(stored.has('user')).toBe(false)
})

it('follows a log-out and a log-in of another tab', async () => {
  store({ token: 't', ...june })
  answers['/api/whoami'] = () => json(june)
  const tab = await openTab()
  tab.watchSession(() => {})
  await settled()
  stored.delete('user')
  notifyOtherTab({ key: 'user' })
  expect(tab.currentSession().state).toBe('signed-out')
  store({ token: 't2', ...june })
  notifyOtherTab({ key: 'user' })
  expect(tab.currentSession().state).toBe('checking')
  await settled()
  expect(tab.currentSession().state).toBe('signed-in')
})
