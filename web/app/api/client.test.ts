import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

describe('a call', () => {
  it('sends the token of the session', async () => {
    const heard = fakeStore(() => json([]))
    writeStored({ token: 'good' })
    await call('GET /api/my-games')
    expect(heard).toEqual([{ method: 'GET', path: '/api/my-games', token: 'good' }])
  })

  it.each([401, 403])('asks once for a new token on %i and tries once more', async (status) => {
    const heard = fakeStore((request) => {
      if (request.path === '/api/refresh') return json({ accessToken: 'new' })
      return request.token === 'new' ? json([]) : json({ error: 'no' }, status)
    })
    writeStored({ token: 'old' })
    await call('GET /api/library')
    expect(heard.map((request) => request.path)).toEqual(['/api/library', '/api/refresh', '/api/library'])
    expect(readStored()?.token).toBe('new')
  })

  it('tries only once more: a second refusal is the answer', async () => {
    const heard = fakeStore((request) =>
      request.path === '/api/refresh' ? json({ accessToken: 'new' }) : json({ error: 'Not for you' }, 403),
    )
    writeStored({ token: 'old' })
    await expect(call('GET /api/library')).rejects.toThrow('Not for you')
    expect(heard).toHaveLength(3)
  })

  it('asks for no refresh when nobody is signed in, nor for a refused password', async () => {
    const heard = fakeStore(() => json({ error: 'Invalid credentials' }, 401))
    await expect(call('GET /api/library')).rejects.toThrow('Invalid credentials')
    writeStored({ token: 'old' })
    await expect(call('POST /api/login', { body: { email: 'a', password: 'b' } })).rejects.toThrow()
    expect(heard.every((request) => request.path !== '/api/refresh' && request.token === null)).toBe(true)
  })

  it('shares one refresh among all calls that were refused', async () => {
    const heard = fakeStore(refreshing('new'))
    writeStored({ token: 'old' })
    await Promise.all(Array.from({ length: 10 }, () => call('GET /api/library')))
    expect(heard.filter((request) => request.path === '/api/refresh')).toHaveLength(1)
  })

  it('takes the token that another tab got while this one waited for the lock', async () => {
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
  ])('logs the user out when the refresh is refused: %s', async (message, refresh) => {
    fakeStore((request) => (request.path === '/api/refresh' ? refresh() : json({ error: 'no' }, 401)))
    writeStored({ token: 'old' })
    await expect(call('GET /api/library')).rejects.toThrow(message)
    expect(readStored()).toBeNull()
  })

  it('keeps the user when the refresh cannot be reached', async () => {
    fakeStore((request) => {
      if (request.path === '/api/refresh') throw new TypeError('Failed to fetch')
      return json({ error: 'no' }, 401)
    })
    writeStored({ token: 'old' })
    await expect(call('GET /api/library')).rejects.toMatchObject({ status: 0 })
    expect(readStored()?.token).toBe('old')
  })
})

describe('the error of a call', () => {
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
  ])('is %s', async (_, response, message) => {
    expect(await failing(response)).toMatchObject({ message })
  })

  it('carries the code, the fields and the seconds to wait', async () => {
    const fields = { username: 'Username taken' }
    const error = await failing(() =>
      json({ error: 'x', code: 'taken', fields }, 429, { 'retry-after': '94' }),
    )
    expect(error).toMatchObject({ status: 429, code: 'taken', fields, retryAfterSeconds: 94 })
  })

  it('has status 0 when no answer came', async () => {
    const error = await failing(() => {
      throw new TypeError('Failed to fetch')
    })
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 0, message: 'Network error' })
  })
})

it('fills and encodes an address, leaving out what is undefined', () => {
  expect(addressOf('/api/games/:id', { id: 'a/b?c' })).toBe('/api/games/a%2Fb%3Fc')
  expect(addressOf('/api/orders', undefined, { limit: 10, after: undefined })).toBe('/api/orders?limit=10')
})

it('reads the next page and the count of a list', async () => {
  const link = '</api/orders?limit=10&after=2026-11-20T10%3A00%3A00.123456Z>; rel="next"'
  fakeStore(() => json([], 200, { link, 'x-total-count': '14' }))
  expect(await callPage('GET /api/orders')).toEqual({
    rows: [],
    next: '2026-11-20T10:00:00.123456Z',
    total: 14,
  })
})
