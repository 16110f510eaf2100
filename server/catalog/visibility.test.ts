import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Call } from '@nofiller/contract/call'
import { calls } from '@nofiller/contract/calls'
import type { GameAccess } from '@nofiller/contract/catalog/visibility'
import { ACCESS_TEXT } from '@nofiller/contract/catalog/visibility-rules'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { drawSharePictures } from '../authoring/share-picture/make-share-pictures.ts'
import { openReleasesDueAt } from '../releases/open-on-time.ts'
import { relateGames } from '../suggestions/relate-games.ts'
import { buy, buyAndPay, pay, statusOf } from '../testing/buying.ts'
import type { Client, Reply } from '../testing/client.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { mayPost } from '../testing/fixtures/posts.ts'
import { addRelease } from '../testing/fixtures/releases.ts'
import { type PublicThing, plantThing, publicReads } from '../testing/public-reads.ts'
import { openTestStore, useTestStore } from '../testing/store.ts'
import { sitemapPage } from './sitemap.ts'

const SECRET = 'Obsidianlantern'
const OPEN: GameAccess = { visibility: 'public', onDeveloperPage: false, notForSale: false }

const test = useTestStore({ pages: 'built' })
let dev: Person
let other: Person
let owner: Person
let player: Person
let admin: Person
let game: TestGame
let beside: TestGame
let thing: PublicThing

beforeAll(async () => {
  ;[dev, other, owner, player, admin] = await Promise.all([
    signedIn(test, 'developer'),
    signedIn(test, 'developer'),
    signedIn(test),
    signedIn(test),
    signedIn(test, 'admin'),
  ])
  await mayPost(test, dev)
  const of = { developerId: dev.id, tags: ['RPG', 'Lanternish'] }
  const files = [{}, { customPriceCents: 300 }, { kind: 'demo' as const }]
  game = await addGame(test, { ...of, title: SECRET, files })
  beside = await addGame(test, { ...of, title: 'Beside' })
  await addRelease(test, game, { label: '0.5', summary: `${SECRET} news` })
  thing = await plantThing(test, [game, beside], 'Lanternish')
  await buyAndPay(test, owner, game)
})
afterEach(() => setAccess({}))

const setAccess = async (change: Partial<GameAccess>, who: Person = dev): Promise<Reply> => {
  const answer = await who.put(`/api/games/${game.id}/access`, { ...OPEN, ...change })
  await test.forgetCatalog()
  return answer
}

/** Searches by it find the game; repeated, it is not its title. */
const BEGINNING = 'Obsidianlan'

/** Which public reads name the game to a caller. */
async function mentions(caller: Client): Promise<string[]> {
  const found: string[] = []
  for (const path of publicReads([thing], [BEGINNING]))
    if ((await caller.get(path)).text.toLowerCase().includes(SECRET.toLowerCase())) found.push(path)
  return found
}

describe('LA1 who sees a game', () => {
  it('LA2 names a private game to no stranger on any surface, and takes effect and back at once', async () => {
    const before = await mentions(test.nobody)
    // The control: where nothing hides it, it is found by the same walk.
    for (const path of [
      '/api/games',
      '/games',
      '/',
      `/dev/${dev.id}`,
      '/games/feed.xml',
      `/api/bundles/${thing.bundle}`,
    ])
      expect(before, path).toContain(path)
    expect((await setAccess({ visibility: 'private' })).body).toEqual({ ...OPEN, visibility: 'private' })
    expect(await mentions(test.nobody)).toEqual([])
    expect(await mentions(player)).toEqual([])
    await setAccess({})
    expect(await mentions(test.nobody)).toEqual(before)
  })

  it('names an unlisted game at its own addresses alone', async () => {
    await setAccess({ visibility: 'unlisted' })
    const own = (path: string) => [game.id, thing.post, thing.bundle].some((id) => path.includes(id))
    const found = await mentions(test.nobody)
    expect(found.filter((path) => !own(path))).toEqual([])
    expect(found).toEqual(
      expect.arrayContaining([
        `/api/games/${game.id}`,
        `/game/${game.id}`,
        `/game/${game.id}/releases`,
        `/bundle/${thing.bundle}`,
      ]),
    )
    expect(found.filter((path) => path.includes('feed.atom') || path.startsWith('/api/bundles?'))).toEqual([])
    for (const page of [
      `/game/${game.slug}`,
      `/game/${game.slug}/releases`,
      `/game/${game.slug}/posts`,
      `/bundle/${thing.bundle}`,
    ])
      expect((await test.nobody.get(page)).text, page).toContain('content="noindex"')
    expect((await test.nobody.get(`/game/${beside.slug}`)).text).not.toContain('content="noindex"')
    await setAccess({ visibility: 'unlisted', onDeveloperPage: true })
    expect((await mentions(test.nobody)).filter((path) => !own(path))).toEqual([
      `/api/profile/${dev.id}`,
      `/dev/${dev.id}`,
      `/dev/${dev.id}.data`,
    ])
  })

  it('shows a private game’s pages to its developer, admins and owners', async () => {
    await setAccess({ visibility: 'private' })
    const paths = ['', '/posts', '/releases', '/reviews', '/review-weeks'].map(
      (end) => `/api/games/${game.id}${end}`,
    )
    for (const [name, who, status] of [
      ['nobody', test.nobody, 404],
      ['a player', player, 404],
      ['another developer', other, 404],
      ['the developer', dev, 200],
      ['an admin', admin, 200],
      ['an owner', owner, 200],
    ] as const) {
      for (const path of paths) expect((await who.get(path)).status, `${name} ${path}`).toBe(status)
      expect((await who.get(`/api/games/${game.id}/demo`)).status, name).toBe(status === 200 ? 302 : 404)
    }
    expect((await owner.get(`/api/games/${game.id}`)).body).toMatchObject({
      title: SECRET,
      visibility: 'private',
    })
  })

  it('leaves to owners their library, download and receipt, and the extras of what they own', async () => {
    await setAccess({ visibility: 'private' })
    const [entry] = (await owner.get('/api/library')).body
    expect(entry).toMatchObject({ game: { title: SECRET } })
    const [base, extra] = game.files
    const fetched = await owner.post(`/api/library/${game.id}/download`, { fileId: base?.id })
    expect(fetched.status).toBe(200)
    const [order] = (await owner.get('/api/orders')).body
    expect((await owner.get(`/api/orders/${order.orderId}`)).text).toContain(SECRET)
    const goods = [{ gameId: game.id, fileId: extra?.id }]
    expect((await owner.post('/api/basket', { goods })).status).toBe(200)
    expect((await player.post('/api/basket', { goods })).status).toBe(404)
    const items = [{ ...goods[0], price: 5, addedAt: ADDED_AT }]
    const { body } = await test.nobody.post('/api/basket/look-up', { items })
    expect(body.items).toMatchObject([{ title: null, fileName: null, devices: [], size: null }])
  })

  it('keeps wishes and follows of a game that turns private, names it no more, and tells only owners', async () => {
    const reader = await signedIn(test)
    await reader.put(`/api/wishlist/${game.id}`, {})
    await reader.put(`/api/follows/game/${game.id}`, {})
    await owner.put(`/api/follows/game/${game.id}`, {})
    await setAccess({ visibility: 'private' })
    expect((await reader.get('/api/wishlist')).body).toMatchObject([{ game: null, state: 'gone' }])
    expect((await reader.get('/api/follows')).text).not.toContain(SECRET)
    expect((await owner.get('/api/follows')).text).toContain(SECRET)
    const tell = (who: Person) => test.sql`
      insert into notices (account_id, topic, game_id, thing_id, is_on_site)
      values (${who.id}, 'follow-post', ${game.id}, ${thing.post}, true) on conflict do nothing`
    await tell(reader)
    await tell(owner)
    const told = async (who: Person) => (await who.get('/api/notices')).text.includes(SECRET)
    expect([await told(reader), await told(owner)]).toEqual([false, true])
    await setAccess({ visibility: 'unlisted' })
    expect([await told(reader), await told(owner)]).toEqual([false, true])
    expect((await reader.get('/api/wishlist')).body).toMatchObject([{ state: 'for-sale' }])
    await setAccess({})
    expect([await told(reader), await told(owner)]).toEqual([true, true])
  })

  it('is changed by its developer and admins alone, and each change is on record', async () => {
    expect((await setAccess({ visibility: 'private' }, other)).status).toBe(404)
    expect((await setAccess({ visibility: 'private' }, player)).status).toBe(403)
    expect((await dev.put(`/api/games/${game.id}/access`, { ...OPEN, visibility: 'hidden' })).status).toBe(
      400,
    )
    await test.sql`update games set is_illegal = true, suspended_at = now() where id = ${game.id}`
    expect((await setAccess({ visibility: 'private' })).body.code).toBe('taken_down_as_illegal')
    await test.sql`update games set is_illegal = false, suspended_at = null where id = ${game.id}`
    await setAccess({ visibility: 'unlisted' }, admin)
    await setAccess({ visibility: 'unlisted' })
    const entries = await test.sql<{ actor: string; before: GameAccess; after: GameAccess }>`
      select actor, before, after from audit_log where action = 'game_access_changed' and subject_id = ${game.id}
      order by created_at desc limit 1`
    expect(entries).toEqual([
      { actor: admin.username, before: OPEN, after: { ...OPEN, visibility: 'unlisted' } },
    ])
    const path = `/api/admin/games?q=${game.slug}`
    const own = (await dev.get(`/api/dev/games/${game.id}`)).body
    expect(own).toMatchObject({ visibility: 'public', access: { ...OPEN, visibility: 'unlisted' } })
    expect((await admin.get(path)).body[0]).toMatchObject({ access: { ...OPEN, visibility: 'unlisted' } })
  })

  it('never makes a draft public, and a release of a private game goes live for its owners', async () => {
    const draft = await addGame(test, { developerId: dev.id, status: 'draft' })
    await dev.put(`/api/games/${draft.id}/access`, OPEN)
    expect((await test.nobody.get(`/api/games/${draft.id}`)).status).toBe(404)
    await setAccess({ visibility: 'private' })
    await openReleasesDueAt(test.store, new Date())
    expect((await owner.get(`/api/games/${game.id}/releases`)).body).not.toEqual([])
  })

  it('reaches every other process within five seconds', async () => {
    const second = await openTestStore({
      pages: 'built',
      database: { url: test.databaseUrl, drop: async () => undefined },
    })
    try {
      const page = `/game/${game.slug}`
      expect((await second.nobody.get(page)).status).toBe(200)
      expect((await second.nobody.get('/games')).text).toContain(SECRET)
      const began = performance.now()
      expect((await dev.put(`/api/games/${game.id}/access`, { ...OPEN, visibility: 'private' })).status).toBe(
        200,
      )
      await expect.poll(async () => (await second.nobody.get(page)).status, { timeout: 5_000 }).toBe(404)
      expect((await second.nobody.get('/games')).text).not.toContain(SECRET)
      expect(performance.now() - began).toBeLessThan(5_000)
    } finally {
      await second.close()
    }
  })
})

/** What calls send that name a game in their body. */
const BODIES: Record<string, (id: string) => object> = {
  'POST /api/viewed-games/look-up': (id) => ({ gameIds: [id] }),
  'POST /api/basket': (gameId) => ({ goods: [{ gameId }] }),
  'POST /api/basket/merge': (gameId) => ({ items: [{ gameId, price: 9.99, addedAt: ADDED_AT }] }),
  'POST /api/basket/look-up': (gameId) => ({ items: [{ gameId, price: 9.99, addedAt: ADDED_AT }] }),
  'POST /api/checkout': (gameId) => ({ gameId, mode: 'base', price: 9.99, email: other.email }),
  'POST /api/library/claim': (gameId) => ({ gameId }),
  'POST /api/wishlist/merge': (gameId) => ({ games: [{ gameId, addedAt: ADDED_AT }] }),
  'POST /api/wishlist/look-up': (gameId) => ({ games: [{ gameId, addedAt: ADDED_AT }] }),
  'POST /api/discount-codes/check': (gameId) => ({ code: 'NONE', goods: [{ gameId }], bundleIds: [] }),
  'PUT /api/notices/games': (id) => ({ gameIds: [id], isMuted: true }),
  'POST /api/dev/bundles': (id) => ({ title: 'Both', price: 3, gameIds: [id] }),
  'POST /api/dev/sales': (id) => ({
    name: 'Week',
    percent: 20,
    price: null,
    beginsAt: ADDED_AT,
    endsAt: SALE_ENDS,
    gameIds: [id],
  }),
  'POST /api/games/:id/view': () => ({}),
  'PUT /api/games/:id/access': () => OPEN,
  'PUT /api/games/:id/review': () => ({
    recommends: true,
    text: 'A night well spent.',
    language: 'en',
    name: 'owner',
  }),
  'PUT /api/library/:gameId/updates': () => ({ muted: true }),
}
const ADDED_AT = '2026-11-01T00:00:00.000Z'
const SALE_ENDS = '2099-11-01T00:00:00.000Z'

/** Every call but those of admins that names a game, as a request about one. */
function requestsAbout(
  id: string,
): { name: string; method: string; path: string; body: object | undefined }[] {
  return Object.entries(calls).flatMap(([name, call]: [string, Call]) => {
    const isAbout = /games\/:id|library\/:gameId|wishlist\/:gameId|:kind\/:id/.test(name) || name in BODIES
    if (!isAbout || call.access === 'admin' || call.access === 'provider' || call.form) return []
    const [method = '', path = ''] = name.split(' ')
    const filled = path
      .replace(':kind', 'game')
      .replace(/:(?:id|gameId)\b/, id)
      .replace(':fileId', game.files[0]?.id ?? '')
    return [{ name, method, path: filled, body: BODIES[name]?.(id) ?? (call.body ? {} : undefined) }]
  })
}

const shown = ({ status, headers, text }: Reply, id: string) => ({
  status,
  headers: [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date').sort(),
  text: text.replaceAll(id, 'ID').replaceAll(game.slug, 'SLUG'),
})

const send = (caller: Client, { method, path, body }: ReturnType<typeof requestsAbout>[number]) =>
  caller.send(method, path, {
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })

/** The calls that answer differently about the game than about one that does not exist. */
async function tellingApart(caller: Client): Promise<string[]> {
  const unknown = uuid()
  const asked = requestsAbout(game.id)
  const known: string[] = []
  for (const [at, request] of requestsAbout(unknown).entries()) {
    const about = asked[at]
    if (!about) continue
    const one = shown(await send(caller, request), unknown)
    if (JSON.stringify(shown(await send(caller, about), game.id)) !== JSON.stringify(one))
      known.push(about.name)
  }
  return known
}

describe('LA2 a private game’s id', () => {
  it('is answered to strangers byte for byte as an unknown one by every call', async () => {
    const control = await tellingApart(other)
    for (const name of [
      'GET /api/games/:id',
      'POST /api/basket',
      'PUT /api/wishlist/:gameId',
      'GET /api/games/:id/review',
    ])
      expect(control, name).toContain(name)
    for (const path of [
      `wishlist/${game.id}`,
      `follows/game/${game.id}`,
      `blocks/game/${game.id}`,
      `basket/${game.id}`,
    ])
      await other.send('DELETE', `/api/${path}`)
    await setAccess({ visibility: 'private' })
    expect(requestsAbout(game.id).length).toBeGreaterThan(40)
    expect(await tellingApart(other)).toEqual([])
    expect(await tellingApart(test.nobody)).toEqual([])
  }, 120_000)

  it('and slug lead to the same page as what is not there', async () => {
    await setAccess({ visibility: 'private' })
    const unknown = uuid()
    for (const [hidden, missing] of [
      [game.id, unknown],
      [game.slug, game.slug.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ] as const)
      for (const end of ['', '.data', '/releases', '/posts', '/feed.atom']) {
        const ask = async (address: string) => {
          const { status, text } = await test.nobody.get(`/game/${address}${end}`)
          return { status, text: text.replaceAll(address, 'ADDRESS') }
        }
        expect(await ask(hidden), end).toEqual(await ask(missing))
      }
  })

  it('can be reported by who may see it, and by nobody else', async () => {
    await setAccess({ visibility: 'private' })
    const report = (who: Person) => {
      const form = new FormData()
      const fields = {
        subject: 'game',
        id: game.id,
        part: 'page',
        category: 'other',
        text: 'This is not what it says it is.',
      }
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      return who.send('POST', '/api/reports', { body: form })
    }
    expect((await report(player)).status).toBe(404)
    expect((await report(owner)).status).toBe(200)
  })
})

describe('LA3 not for sale at present', () => {
  it('keeps the page, refuses who would buy, and leaves owners what they own', async () => {
    await setAccess({ notForSale: true })
    const refused = { status: 409, body: { code: 'not_for_sale', error: ACCESS_TEXT.notForSaleRefusal } }
    expect((await test.nobody.get(`/game/${game.slug}`)).status).toBe(200)
    expect((await test.nobody.get(`/api/games/${game.id}`)).body).toMatchObject({ notForSale: true })
    expect(await player.post('/api/basket', { goods: [{ gameId: game.id }] })).toMatchObject(refused)
    const order = { gameId: game.id, mode: 'base', price: 9.99, email: player.email }
    expect(await player.post('/api/checkout', order)).toMatchObject(refused)
    const goods = [{ gameId: game.id, fileId: game.files[1]?.id }]
    expect(await owner.post('/api/basket', { goods })).toMatchObject(refused)
    expect((await test.nobody.get(`/api/bundles/${thing.bundle}`)).status).toBe(404)
    const fetched = await owner.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id })
    expect(fetched.status).toBe(200)
  })

  it('refuses to give away a free game', async () => {
    const free = await addGame(test, { developerId: dev.id, priceCents: 0 })
    await dev.put(`/api/games/${free.id}/access`, { ...OPEN, notForSale: true })
    expect((await player.post('/api/library/claim', { gameId: free.id })).body.code).toBe('not_for_sale')
    await dev.put(`/api/games/${free.id}/access`, OPEN)
    expect((await player.post('/api/library/claim', { gameId: free.id })).body).toEqual({ added: true })
  })

  it('leaves what is in a basket there, uncounted, and on a wishlist, and says so', async () => {
    const buyer = await signedIn(test)
    await buyer.post('/api/basket', { goods: [{ gameId: game.id }] })
    await buyer.put(`/api/wishlist/${game.id}`, {})
    await setAccess({ notForSale: true })
    expect((await buyer.get('/api/basket')).body.items).toMatchObject([
      { state: 'paused', price: 0, title: SECRET },
    ])
    await buyer.post('/api/basket/settle', { shown: [{ _id: game.id, price: null }] })
    expect((await buyer.get('/api/wishlist')).body).toMatchObject([
      { state: 'paused', game: { notForSale: true } },
    ])
    await setAccess({})
    expect((await buyer.get('/api/basket')).body.items).toMatchObject([{ state: 'unchanged', price: 9.99 }])
  })

  it('goes on selling to who holds an open order', async () => {
    const buyer = await signedIn(test)
    const open = await buy(buyer, game)
    await setAccess({ notForSale: true, visibility: 'private' })
    await pay(test, open)
    expect(await statusOf(test, open)).toBe('PAID')
    expect((await buyer.get('/api/library')).body).toMatchObject([{ game: { title: SECRET } }])
  })

  it('takes a game off sale, and back on while the sale still runs', async () => {
    const sale = {
      name: 'Week',
      percent: 20,
      price: null,
      beginsAt: new Date(Date.now() - 1_000).toISOString(),
      endsAt: SALE_ENDS_SOON(),
      gameIds: [game.id],
    }
    const made = await dev.post('/api/dev/sales', sale)
    expect(made.status).toBe(200)
    await test.forgetCatalog()
    const onSale = async () =>
      (await test.nobody.get('/api/games?sale=1')).body.map(({ _id }: { _id: string }) => _id)
    const facet = async () => (await test.nobody.get('/api/games/facets')).body.sale
    expect([await onSale(), await facet()]).toEqual([[game.id], [{ value: '1', count: 1 }]])
    await setAccess({ notForSale: true })
    expect([await onSale(), await facet()]).toEqual([[], []])
    expect((await test.nobody.get(`/api/games/${game.id}`)).body).toMatchObject({ sale: null, price: 9.99 })
    await setAccess({})
    expect(await onSale()).toEqual([game.id])
    await dev.post(`/api/dev/sales/${made.body._id}/end`, {})
  })
})
const SALE_ENDS_SOON = () => new Date(Date.now() + 5 * 86_400_000).toISOString()

describe('what is counted', () => {
  it('holds what nobody asked for: sitemap, featured games, viewed games, rows beside games, and pictures to share', async () => {
    await relateGames(test.db)
    await admin.put('/api/admin/featured', { games: [{ gameId: game.id, from: null, until: null }] })
    const surfaces = async () => {
      await test.forgetCatalog()
      const viewed = await test.nobody.post('/api/viewed-games/look-up', { gameIds: [game.id] })
      const random = await test.nobody.get('/api/games?sort=random&limit=100')
      await test.sql`update share_pictures set drawn = 0, wanted = 1, tries = 0, next_try_at = now() where game_id = ${game.id}`
      const drawn = await drawSharePictures(test.store)
      const entries = await sitemapPage(test.db, 'games', '00000000-0000-0000-0000-000000000000')
      return {
        sitemap: entries.some(({ path }) => path.includes(game.slug)),
        home: (await test.nobody.get('/')).text.includes(SECRET),
        featured: (await admin.get('/api/admin/featured')).body[0].visibility,
        viewed: viewed.body.games.length,
        random: random.text.includes(SECRET),
        beside: (await test.nobody.get(`/game/${beside.slug}`)).text.includes(SECRET),
        drawn,
      }
    }
    const listed = await surfaces()
    expect(listed).toMatchObject({
      sitemap: true,
      home: true,
      featured: 'public',
      viewed: 1,
      random: true,
      drawn: 1,
    })
    for (const visibility of ['unlisted', 'private'] as const) {
      await setAccess({ visibility, onDeveloperPage: true })
      expect(await surfaces()).toEqual({
        ...{
          sitemap: false,
          home: false,
          featured: 'private',
          viewed: 0,
          random: false,
          beside: false,
          drawn: 0,
        },
      })
    }
    const games = [{ gameId: game.id, from: null, until: null }]
    expect((await admin.put('/api/admin/featured', { games })).status).toBe(422)
    await admin.put('/api/admin/featured', { games: [] })
  })

  it('counts a game in facets, tags and the home page only while it is listed', async () => {
    const count = async () =>
      (await test.row<{ games: number }>`select games from facet_counts where facet = '=tag/lanternish'`)
        .games
    const sections = async () => (await test.sql`select from game_sections where game_id = ${game.id}`).length
    const before = [await count(), await sections()]
    for (const visibility of ['unlisted', 'private'] as const) {
      await setAccess({ visibility })
      expect([await count(), await sections()]).toEqual([(before[0] ?? 0) - 1, 0])
    }
    await setAccess({})
    expect([await count(), await sections()]).toEqual(before)
  })
})

/** Published and not held, in SQL or as a row that was read: whoever writes it forgets the visibility. */
const SPELT_OUT =
  /status = 'published' and (?:\w+\.)?suspended_at is null|'(?:\w+\.)?status', '=', 'published'|status === 'published' && \w+\.suspended_at/

const SERVER = fileURLToPath(new URL('..', import.meta.url))

/** The sources of the server that spell out the condition. */
const spellingOut = (): string[] =>
  readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => name.endsWith('.ts') && !name.includes('.test.') && !/^(?:testing|demo)[\\/]/.test(name),
    )
    .map((name) => name.split(sep).join('/'))
    .filter((name) => SPELT_OUT.test(readFileSync(join(SERVER, name), 'utf8')))

it('LA1 no query says by itself which games are shown', () => {
  expect(spellingOut()).toEqual(['catalog/visibility.ts'])
  for (const leak of [
    `where games.status = 'published' and games.suspended_at is null`,
    `.where('status', '=', 'published')`,
    `row.status === 'published' && row.suspended_at === null`,
  ])
    expect(leak).toMatch(SPELT_OUT)
})
