import type { SessionUser } from '@nofiller/contract/accounts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

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

const kept = new Map<string, string>()
let tellOtherTab: (event: { key: string }) => void = () => {}
let answers: Record<string, () => Response> = {}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const store = (user: object) => kept.set('user', JSON.stringify(user))

/** The module holds the state of one tab, so each test opens its own. */
const openTab = async () => {
  vi.resetModules()
  return import('./session.ts')
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resume) => setTimeout(resume))
}

beforeEach(() => {
  kept.clear()
  answers = {}
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
    addEventListener: (_: string, listener: typeof tellOtherTab) => {
      tellOtherTab = listener
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
afterEach(() => vi.unstubAllGlobals())

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
  expect(kept.has('user')).toBe(false)
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

it.each([
  ['cannot be reached', undefined],
  ['is broken', () => json({ error: 'oops' }, 500)],
])('keeps the stored user when the server %s', async (_, whoami) => {
  store({ token: 't', ...june })
  if (whoami) answers['/api/whoami'] = whoami
  const tab = await openTab()
  tab.watchSession(() => {})
  await settled()
  expect(tab.currentSession()).toMatchObject({ state: 'signed-in', user: { _id: 'june' } })
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
  expect(kept.has('user')).toBe(false)
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
  expect(JSON.parse(kept.get('user') ?? '').token).toBe('t')
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
])('%s when somebody signs in', async (_, cookie, kept) => {
  vi.stubGlobal('document', { cookie })
  answers['/api/whoami'] = () => json({ ...june, contentChoice: 'sfw' })
  const tab = await openTab()
  await tab.signIn('t')
  expect(document.cookie).toEqual(expect.stringMatching(kept))
})

it('chooses at once, asks for other answers only when they are other ones, and tells the account', async () => {
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
  for (const chosen of ['show', 'blur', 'sfw', 'show'] as const) {
    tab.chooseContent(chosen)
    await settled()
  }
  expect(saved).toEqual(['content=show', 'content=blur', 'content=sfw', 'content=show'])
  expect(askAgain).toHaveBeenCalledTimes(2)
  expect(choice.areAnswersChanging()).toBe(false)
})

it('goes on with the pictures shown where they were shown before there was a cookie', async () => {
  kept.set('nsfw', 'show')
  await openTab()
  const { contentChoice } = await import('./content-choice.ts')
  expect([contentChoice(), kept.has('nsfw'), document.cookie]).toEqual([
    'show',
    false,
    expect.stringMatching(/^content=show;/),
  ])
})

it('stores nothing when the server does not confirm the token of a login', async () => {
  answers['/api/whoami'] = () => json({ error: 'no' }, 500)
  const tab = await openTab()
  await expect(tab.signIn('t')).rejects.toThrow('no')
  expect(kept.has('user')).toBe(false)
})

it('follows a log-out and a log-in of another tab', async () => {
  store({ token: 't', ...june })
  answers['/api/whoami'] = () => json(june)
  const tab = await openTab()
  tab.watchSession(() => {})
  await settled()
  kept.delete('user')
  tellOtherTab({ key: 'user' })
  expect(tab.currentSession().state).toBe('signed-out')
  store({ token: 't2', ...june })
  tellOtherTab({ key: 'user' })
  expect(tab.currentSession().state).toBe('checking')
  await settled()
  expect(tab.currentSession().state).toBe('signed-in')
})
