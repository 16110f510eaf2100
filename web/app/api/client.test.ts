import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readStored, writeStored } from '../session/stored-user.ts'
import { ApiError } from './api-error.ts'
import { addressOf, call, callPage } from './client.ts'

type Heard = { method: string; path: string; token: string | null }

/** A store that knows one valid token and issues it on refresh. */
function fakeStore(answer: (heard: Heard) => Response | Promise<Response>) {
  const heard: Heard[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null
    const request = { method: init.method ?? 'GET', path, token }
    heard.push(request)
    return answer(request)
  })
  return heard
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

const refreshing = (good: string) => (heard: Heard) => {
  if (heard.path === '/api/refresh') return json({ accessToken: good })
  return heard.token === good ? json([]) : json({ error: 'Please log in.', code: 'session_dead' }, 401)
}

beforeEach(() => {
  const values = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
      removeItem: (key: string) => values.delete(key),
    },
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  writeStored(null)
  vi.unstubAllGlobals()
})

it('A call sends the token of the session', async () => {
  const heard = fakeStore(() => json([]))
  writeStored({ token: 'good' })
  await call('GET /api/my-games')
  expect(heard).toEqual([{ method: 'GET', path: '/api/my-games', token: 'good' }])
})

it.each([401, 403])(
  'A call that is refused with %i gets a new token and is tried once more',
  async (status) => {
    const heard = fakeStore((request) => {
      if (request.path === '/api/refresh') return json({ accessToken: 'new' })
      return request.token === 'new' ? json([]) : json({ error: 'no' }, status)
    })
    writeStored({ token: 'old' })
    await call('GET /api/library')
    expect(heard.map((request) => request.path)).toEqual(['/api/library', '/api/refresh', '/api/library'])
    expect(readStored()?.token).toBe('new')
  },
)

it('A call that is refused twice fails', async () => {
  const heard = fakeStore((request) =>
    request.path === '/api/refresh' ? json({ accessToken: 'new' }) : json({ error: 'Not for you' }, 403),
  )
  writeStored({ token: 'old' })
  await expect(call('GET /api/library')).rejects.toThrow('Not for you')
  expect(heard).toHaveLength(3)
})

it('A call without a session, or with a wrong password, asks for no new token', async () => {
  const heard = fakeStore(() => json({ error: 'Invalid credentials' }, 401))
  await expect(call('GET /api/library')).rejects.toThrow('Invalid credentials')
  writeStored({ token: 'old' })
  await expect(call('POST /api/login', { body: { email: 'a', password: 'b' } })).rejects.toThrow()
  expect(heard.every((request) => request.path !== '/api/refresh' && request.token === null)).toBe(true)
})

it('All calls that were refused share one refresh', async () => {
  const heard = fakeStore(refreshing('new'))
  writeStored({ token: 'old' })
  await Promise.all(Array.from({ length: 10 }, () => call('GET /api/library')))
  expect(heard.filter((request) => request.path === '/api/refresh')).toHaveLength(1)
})

it('A call takes the token that another tab got while it waited for the lock', async () => {
  const heard = fakeStore(refreshing('from-other-tab'))
  vi.stubGlobal('navigator', {
    cookieEnabled: true,
    locks: {
      request: (_: string, work: () => Promise<unknown>) => {
        writeStored({ token: 'from-other-tab' })
        return work()
      },
    },
  })
  writeStored({ token: 'old' })
  await call('GET /api/library')
  expect(heard.some((request) => request.path === '/api/refresh')).toBe(false)
})

it.each([
  ['Refresh failed', () => json({ error: 'gone' }, 401)],
  ['No access token from refresh', () => json({})],
])('A refused refresh logs the user out: %s', async (message, refresh) => {
  fakeStore((request) => (request.path === '/api/refresh' ? refresh() : json({ error: 'no' }, 401)))
  writeStored({ token: 'old' })
  await expect(call('GET /api/library')).rejects.toThrow(message)
  expect(readStored()).toBeNull()
})

it('A refresh that cannot be reached logs nobody out', async () => {
  fakeStore((request) => {
    if (request.path === '/api/refresh') throw new TypeError('Failed to fetch')
    return json({ error: 'no' }, 401)
  })
  writeStored({ token: 'old' })
  await expect(call('GET /api/library')).rejects.toMatchObject({ status: 0 })
  expect(readStored()?.token).toBe('old')
})

const failing = async (response: () => Response) => {
  fakeStore(response)
  return call('GET /api/health').catch((error: unknown) => error)
}

it.each([
  [
    'the error field of a JSON body',
    () => json({ error: 'Username taken', code: 'taken' }, 409),
    'Username taken',
  ],
  ['the text of another body', () => new Response('Bad gateway', { status: 502 }), 'Bad gateway'],
  ['a sentence of its own without either', () => new Response('', { status: 503 }), 'Request failed: 503'],
  ['a sentence of its own for JSON without an error', () => json({}, 500), 'Request failed: 500'],
])('The message of a failed call is %s', async (_, response, message) => {
  expect(await failing(response)).toMatchObject({ message })
})

it('A failed call carries the code, the fields and the seconds to wait', async () => {
  const fields = { username: 'Username taken' }
  const error = await failing(() => json({ error: 'x', code: 'taken', fields }, 429, { 'retry-after': '94' }))
  expect(error).toMatchObject({ status: 429, code: 'taken', fields, retryAfterSeconds: 94 })
})

it('A call without a response fails with status 0', async () => {
  const error = await failing(() => {
    throw new TypeError('Failed to fetch')
  })
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 0, message: 'Network error' })
})

it('An address is encoded and leaves undefined parameters out', () => {
  expect(addressOf('/api/games/:id', { id: 'a/b?c' })).toBe('/api/games/a%2Fb%3Fc')
  expect(addressOf('/api/orders', undefined, { limit: 10, after: undefined })).toBe('/api/orders?limit=10')
})

it('A list has its next page and its total', async () => {
  const link = '</api/orders?limit=10&after=2026-11-20T10%3A00%3A00.123456Z>; rel="next"'
  fakeStore(() => json([], 200, { link, 'x-total-count': '14' }))
  expect(await callPage('GET /api/orders')).toEqual({
    rows: [],
    next: '2026-11-20T10:00:00.123456Z',
    total: 14,
  })
})
