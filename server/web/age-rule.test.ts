import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { closesCall } from '@nofiller/contract/age/age-rules'
import { type CallName, calls } from '@nofiller/contract/calls'
import { beforeAll, describe, expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { type Client, callerBy } from '../testing/client.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { aStore, useTestStore } from '../testing/store.ts'

const TITLE = 'Velvet Harbour After Dark'
const PICTURE = 'uploads/dev/velvet/card/head.webp'

const test = useTestStore({
  pages: 'built',
  settings: {
    TRUST_PROXY: '127.0.0.1',
    COUNTRY_HEADER: 'CF-IPCountry',
    AGE_RULE: '{"GB":"closed","US-TX":"closed","FR":"gate"}',
  },
})
const developer = usePerson(test, 'developer')
let buyer: Person
let owned: TestGame
let game: TestGame

beforeAll(async () => {
  buyer = from('DE', await signedIn(test))
  owned = await addGame(test, { developerId: developer.id, title: 'A game that is owned' })
  game = await addGame(test, { developerId: developer.id, title: TITLE, category: 'NSFW' })
  await buyAndPay({ ...test, nobody: from('DE', test.nobody) }, buyer, owned)
  await test.storage.write(PICTURE, Buffer.from('RIFF'))
})

/** The same caller, as a proxy passes them on that knows where they are. */
function from<Caller extends Client>(place: string | null, caller: Caller): Caller {
  const sent = { 'x-forwarded-for': '198.51.100.20', ...(place && { 'cf-ipcountry': place }) }
  const client = callerBy((method, path, init = {}) =>
    caller.send(method, path, { ...init, headers: { cookie: 'content=show', ...sent, ...init.headers } }),
  )
  return { ...caller, ...client }
}

const CLOSED = { error: expect.stringContaining('isn’t available where you are'), code: 'age_rule' }
const openCalls = (Object.keys(calls) as CallName[]).filter((name) => !closesCall(name, calls[name].access))

/** The responses to callers from these places, one after the other. */
const statuses = async (path: string, ...places: string[]) => {
  const answered = []
  for (const place of places) answered.push((await from(place, test.nobody).get(path)).status)
  return answered
}

describe('4.13 where AGE_RULE closes the store, it', () => {
  it('refuses every call that shows or sells games, and names no game in any other', async () => {
    const inBritain = from('GB', buyer)
    const answered: string[] = []
    for (const name of Object.keys(calls) as CallName[]) {
      const [method = '', path = ''] = name.split(' ')
      if (!['anyone', 'signed-in'].includes(calls[name].access)) continue
      const isSessionEnd = method === 'DELETE' && path.startsWith('/api/sessions')
      if (isSessionEnd) continue
      const id = path.startsWith('/api/games') || path.startsWith('/api/profile') ? game.slug : randomUUID()
      const address = path.replace(/:(?:id|gameId)\b/, id).replace(/:\w+/g, 'none')
      const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
      const { status, text } = await inBritain.send(method, address, body)
      expect([name, status === 451]).toEqual([name, closesCall(name, calls[name].access)])
      expect(text, name).not.toContain(TITLE)
      if (status < 300) answered.push(name)
    }
    expect(answered).toEqual(expect.arrayContaining(['GET /api/library', 'GET /api/orders']))
    expect((await inBritain.get('/api/games')).body).toEqual(CLOSED)
  })

  it('still answers calls about accounts, purchases, legal duties and payment providers', () => {
    expect(openCalls).toEqual(
      expect.arrayContaining([
        'POST /api/login',
        'GET /api/library',
        'POST /api/library/:gameId/download',
        'GET /api/orders/:orderId',
        'POST /api/payments/:payToken/coin',
        'POST /api/account/export',
        'POST /api/account/deletion',
        'POST /api/contact',
        'POST /api/reports',
        'POST /api/copyright/notices',
        'POST /api/webhooks/:provider',
        'GET /api/dev/balance',
        'POST /api/admin/reports/:id/decision',
      ]),
    )
    expect(
      openCalls.filter(
        (name) => /\/api\/(?:games|bundles|profile)\b/.test(name) && calls[name].access === 'anyone',
      ),
    ).toEqual([])
  })

  it('lets owners download, and sells or gives away nothing', async () => {
    const inBritain = from('GB', buyer)
    const library = await inBritain.get('/api/library')
    expect(library.body.map(({ gameId }: { gameId: string }) => gameId)).toEqual([owned.id])
    const file = owned.files[0]
    const link = await inBritain.post(`/api/library/${owned.id}/download`, { fileId: file?.id })
    expect(link.status, link.text).toBe(200)
    const bytes = await from('GB', test.nobody).get(link.body.downloadUrl)
    expect([bytes.status, Number(bytes.headers.get('content-length'))]).toEqual([200, file?.bytes.length])
    const checkout = { gameId: game.id, email: buyer.email, mode: 'base' }
    expect((await inBritain.post('/api/checkout', checkout)).body).toEqual(CLOSED)
    expect((await inBritain.post('/api/library/claim', { gameId: game.id })).body).toEqual(CLOSED)
    expect((await from('DE', buyer).post('/api/checkout', checkout)).status).toBe(200)
  })

  it('answers pages, their data, feeds and sitemaps with 451, whoever requested them before', async () => {
    const paths = [
      '/',
      '/games',
      '/games?q=velvet',
      `/game/${game.slug}`,
      `/dev/${developer.username}`,
      '/limits',
      '/games/feed.xml',
      '/sitemap.xml',
    ]
    for (const path of paths) {
      expect([path, await statuses(path, 'FR', 'GB', 'FR', 'GB')]).toEqual([path, [200, 451, 200, 451]])
      const { text, headers } = await from('GB', test.nobody).get(path)
      expect([text.includes(TITLE), text.includes(game.slug)]).toEqual([false, false])
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('vary')).toMatch(/cf-ipcountry/i)
    }
    const page = await from('GB', test.nobody).get('/games')
    expect(page.text).toContain('Closed in the United Kingdom')
    expect(page.text.match(/<script\b/g)).toHaveLength(1)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/)
  })

  it('makes a browser on an open page load the whole closed page', async () => {
    for (const [path, whole] of [
      ['/games.data', '/games'],
      ['/_root.data', '/'],
      [`/game/${game.slug}.data?_routes=x`, `/game/${game.slug}`],
      ['//evil.example/x.data', '/'],
    ]) {
      const { status, headers } = await from('GB', test.nobody).get(test.url + path)
      expect([status, headers.get('x-remix-redirect')]).toEqual([204, whole])
      expect(headers.get('x-remix-reload-document')).toBe('true')
    }
  })

  it('shows legal pages, log-in and account pages, whose links lead nowhere else', async () => {
    for (const path of ['/terms', '/privacy', '/rules', '/contact', '/copyright', '/login', '/faq'])
      expect([path, await statuses(path, 'GB')]).toEqual([path, [200]])
    for (const path of ['/library', '/orders', '/receipt', '/settings/data', '/reports', '/dev/earnings'])
      expect([path, await statuses(path, 'GB')]).toEqual([path, [200]])
    for (const path of [
      '/GAMES',
      '/games/',
      '/%67ames',
      '/u/%2e%2e/games',
      '/library/../games',
      '/pay/%2e%2e',
    ]) {
      const asked = await rawly(path)
      expect([path, asked]).toEqual([path, expect.stringContaining(' 451 ')])
    }
  })

  it('refuses pictures too, and allows no shared cache to store them', async () => {
    expect(await statuses(`/${PICTURE}`, 'GB', 'DE', 'GB')).toEqual([451, 200, 451])
    const { headers } = await from('DE', test.nobody).get(`/${PICTURE}`)
    expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  })
})

describe('4.13 AGE_RULE knows a country', () => {
  it('only from a trusted proxy, and visitors from an unknown country get the strictest rule', async () => {
    expect(await statuses('/games', 'DE', 'FR', 'us-ca')).toEqual([200, 200, 200])
    expect(await statuses('/games', 'XX', 'T1', 'DE, GB', '<b>')).toEqual([451, 451, 451, 451])
    expect((await from(null, test.nobody).get('/games')).text).toContain('Closed where you are')
    const pastTheProxy = await test.nobody.get('/games', { 'cf-ipcountry': 'DE' })
    expect(pastTheProxy.status).toBe(451)
  })

  it('and one of its regions if the proxy names one', async () => {
    expect(await statuses('/games', 'US-TX', 'US-CA', 'US', 'GB-SCT')).toEqual([451, 200, 451, 451])
  })

  it('but needs none in a store that is closed nowhere', async () => {
    const open = await aStore({ settings: { AGE_RULE: '{"GB":"gate"}', COUNTRY_HEADER: 'X-Country' } })
    const { status, headers } = await open.nobody.get('/api/games', { 'x-country': 'GB' })
    expect([status, headers.get('vary')]).toEqual([200, 'accept-encoding, authorization, cookie'])
  })
})

/** The status line for a raw path, which `fetch` would change. */
async function rawly(path: string): Promise<string> {
  const socket = connect(Number(new URL(test.url).port), '127.0.0.1')
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: store\r\nx-forwarded-for: 198.51.100.20\r\ncf-ipcountry: GB\r\nconnection: close\r\n\r\n`,
  )
  let answer = ''
  for await (const piece of socket) answer += piece
  return answer.split('\r\n')[0] ?? ''
}
