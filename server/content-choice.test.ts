import { pages as everyPage } from '@nofiller/contract/access'
import type { Call } from '@nofiller/contract/call'
import { calls } from '@nofiller/contract/calls'
import { CONTENT_VIEWS, type ContentView } from '@nofiller/contract/catalog/content-choice'
import { beforeAll, describe, expect, it } from 'vitest'
import { buyAndPay } from './testing/buying.ts'
import type { Client } from './testing/client.ts'
import { addGame, useGame } from './testing/fixtures/games.ts'
import { signedIn, usePerson } from './testing/fixtures/people.ts'
import { useTestStore } from './testing/store.ts'

/** Appears in the title, the description and the address of every picture of the NSFW test games. */
const SECRET = 'forbiddenfruit'
const TITLE = `Title of ${SECRET}`
const WORDS = `Words of ${SECRET}`

/** The placeholder of each of its pictures; a few pixels, made by the server. */
const PLACEHOLDER = { url: 'data:image/webp;base64,AAAA', widths: [], veil: 'placeholder' }

const test = useTestStore({ pages: 'built' })
const developer = usePerson(test, 'developer')
const buyer = usePerson(test)
const admin = usePerson(test, 'admin')
const tame = useGame(test, developer, { tags: ['RPG', 'Horror'] })
const nsfw = useGame(test, developer, { tags: ['RPG', 'Horror'], category: 'NSFW' })
let orderId: string

beforeAll(async () => {
  const picture = (name: string) => ({
    url: `/uploads/${SECRET}/${name}.webp`,
    width: 500,
    height: 350,
    blur: 'data:image/webp;base64,AAAA',
    widths: [250],
    alt: '',
  })
  await test.sql`update games set title = ${TITLE},
    description = ${`<p>${WORDS}</p><img src="/uploads/${SECRET}/words.webp" alt="">`},
    card = ${JSON.stringify(picture('card'))}, cover = ${JSON.stringify(picture('cover'))},
    screenshots = ${JSON.stringify([picture('shot')])}, page_bg = ${JSON.stringify(picture('bg'))},
    buy_button = ${JSON.stringify(picture('buy'))}, demo_button = ${JSON.stringify(picture('demo'))}
    where id = ${nsfw.id}`
  await test.sql`update releases set summary = ${WORDS}, notes = ${WORDS}, known_problems = ${WORDS} where game_id = ${nsfw.id}`
  await admin.put('/api/admin/featured', { games: [{ gameId: nsfw.id, from: null, until: null }] })
  ;({ orderId } = await buyAndPay(test, buyer, nsfw))
  await test.db.transaction().execute((tx) => test.store.catalogChanged.announce(tx))
})

const cookie = (view: ContentView): Record<string, string> =>
  view === 'none' ? {} : { cookie: `theme=dark; content=${view}` }

/** The allowed data of the game, when a direct link, a purchase or an account leads to it. */
const MAY_SAY: Record<string, string[]> = {
  'GET /api/games/:id': [TITLE],
  'GET /api/library': [TITLE],
  'GET /api/orders': [TITLE],
  'GET /api/orders/:orderId': [TITLE],
  '/game/:id': [TITLE],
}

/** Every call that reads, as a path for its caller. */
function reads(): { name: string; path: string; caller: Client }[] {
  const ids: Record<string, string> = {
    'GET /api/games/:id': nsfw.slug,
    'GET /api/games/:id/demo': nsfw.id,
    'GET /api/games/:id/releases': nsfw.id,
    'GET /api/orders/:orderId': orderId,
    'GET /api/order-status/:orderId': orderId,
    'GET /api/profile/:id': developer.username,
  }
  return (
    Object.entries(calls)
      // Admins keep order among all games.
      .filter(([name, { access }]) => name.startsWith('GET /api/') && access !== 'admin')
      .flatMap(([name, { access, query }]: [string, Call]) => {
        const caller = access === 'signed-in' ? buyer : test.nobody
        const path = name.slice('GET '.length).replace(/:\w+/, ids[name] ?? 'none')
        return [path, ...(query && 'q' in query.shape ? searches(path) : [])].map((asked) => ({
          name,
          path: asked,
          caller,
        }))
      })
  )
}

const searches = (path: string) =>
  [`q=${SECRET}`, 'category=NSFW', 'tag=RPG', 'limit=1', 'sort=title'].map((query) => `${path}?${query}`)

/** Every page, and the data that a browser asks for when it goes there. */
function pages(): { name: string; path: string; caller: Client }[] {
  const ids: Record<string, string> = { '/game/:id': nsfw.slug, '/dev/:id': developer.username }
  const names = Object.keys(everyPage).filter((name) => name !== '/*')
  return names.flatMap((name) => {
    const path = name.replace(/:\w+\??/, ids[name] ?? 'none')
    const data = path === '/' ? '/_root.data' : `${path}.data`
    return [path, data, ...(name === '/games' ? searches(path) : [])].map((asked) => ({
      name,
      path: asked,
      caller: test.nobody,
    }))
  })
}

/** The response of each reading call and each page. */
async function answersTo(headers: Record<string, string>) {
  const answers: { name: string; path: string; text: string }[] = []
  for (const { name, path, caller } of [...reads(), ...pages()]) {
    const { text, status } = await caller.get(path, headers)
    expect(status, path).toBeLessThan(500)
    answers.push({ name, path, text })
  }
  return answers
}

/** The responses that name the game or show anything of it. */
async function leaks(headers: Record<string, string>): Promise<string[]> {
  const leaking: string[] = []
  for (const { name, path, text } of await answersTo(headers)) {
    const shown = (MAY_SAY[name] ?? []).reduce((rest, said) => rest.replaceAll(said, ''), text)
    // The search text is repeated.
    if (shown.replaceAll(new RegExp(`(?:q=|[“‘"])${SECRET}`, 'g'), '').includes(SECRET)) leaking.push(path)
  }
  return leaking
}

describe('a visitor who chose SFW only', () => {
  it('gets no NSFW game in any list, and never a word or picture address of one', async () => {
    expect(await leaks(cookie('sfw'))).toEqual([])
  })

  it('finds the same games as others where nothing is NSFW', async () => {
    const lists = ['/api/games', '/', '/games', `/dev/${developer.username}`]
    for (const path of lists) {
      const { text, headers } = await test.nobody.get(path, cookie('sfw'))
      expect(text, path).toContain(tame.slug)
      if (path === '/api/games') expect(headers.get('x-total-count')).toBe('1')
    }
  })

  it('gets a reduced NSFW game page, while its developer and admins get the whole page', async () => {
    const read = async (caller: Client) => (await caller.get(`/api/games/${nsfw.id}`, cookie('sfw'))).body
    expect(await read(buyer)).toMatchObject({
      title: TITLE,
      withheld: true,
      description: '',
      cardPicture: null,
      coverImage: null,
      screenshots: [],
    })
    for (const caller of [developer, admin])
      expect(await read(caller)).toMatchObject({ withheld: false, coverImage: { width: 500 } })
  })

  it('keeps what they own, with a placeholder for its picture', async () => {
    const [entry] = (await buyer.get('/api/library', cookie('sfw'))).body
    expect(entry).toMatchObject({ baseOwned: true, game: { title: TITLE, cardPicture: PLACEHOLDER } })
    expect(entry.files).toHaveLength(1)
  })

  it('can store the choice in the account, but the browser’s cookie wins', async () => {
    const reader = await signedIn(test)
    const saved = await reader.put('/api/settings', { contentChoice: 'sfw' })
    expect(saved.body.user).toMatchObject({ contentChoice: 'sfw', notifyPurchases: true })
    const count = async (headers?: Record<string, string>) =>
      (await reader.get('/api/games', headers)).headers.get('x-total-count')
    expect([await count(), await count(cookie('blur')), await count({ cookie: 'content=all' })]).toEqual([
      '1',
      '2',
      '1',
    ])
  })
})

it('shows NSFW games to everybody else on the same pages', async () => {
  const open = await leaks(cookie('show'))
  expect(open).toEqual(
    expect.arrayContaining([
      '/api/games',
      `/api/games/suggest?q=${SECRET}`,
      `/api/games/${nsfw.slug}`,
      '/api/library',
      '/',
      '/games',
      `/game/${nsfw.slug}`,
      `/dev/${developer.username}`,
    ]),
  )
  for (const path of ['/', '/games', `/game/${nsfw.slug}`, `/dev/${developer.username}`])
    for (const view of ['none', 'blur'] as const)
      expect((await test.nobody.get(path, cookie(view))).text, `${path} ${view}`).toContain(TITLE)
})

/** Owners see their own games, and the gate does not concern that. */
const SHOWS_WHAT_IS_OWNED = new Set(['GET /api/library', 'GET /api/orders', 'GET /api/orders/:orderId'])

/** The addresses of NSFW pictures in each response, except those that the caller owns. */
async function picturesIn(headers: Record<string, string>): Promise<string[]> {
  const answers = await answersTo(headers)
  const addresses = answers
    .filter(({ name }) => !SHOWS_WHAT_IS_OWNED.has(name))
    .flatMap(({ text }) => text.match(new RegExp(`/uploads/${SECRET}/[\\w.-]+`, 'g')) ?? [])
  return [...new Set(addresses)].sort()
}

it('sends no address of an NSFW picture to visitors who have not chosen', async () => {
  expect(await picturesIn({})).toEqual([])
  const { body } = await test.nobody.get(`/api/games/${nsfw.slug}`)
  expect(body).toMatchObject({
    withheld: false,
    description: `<p>${WORDS}</p>`,
    cardImageUrl: PLACEHOLDER.url,
    coverImage: PLACEHOLDER,
    screenshots: [PLACEHOLDER],
    buyButtonImage: null,
  })
})

it.each([
  ['sent a choice that there is not', { cookie: 'content=all' }],
  ['is a search engine', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
  ['makes the preview of a link', { 'user-agent': 'facebookexternalhit/1.1' }],
])('shows the same as before a choice to a visitor who %s', async (_who, headers) => {
  for (const path of ['/', '/games', `/game/${nsfw.slug}`, '/api/games', `/api/games/${nsfw.slug}`]) {
    const etag = (await test.nobody.get(path)).headers.get('etag')
    expect(etag, path).not.toBeNull()
    expect((await test.nobody.get(path, headers)).headers.get('etag'), path).toBe(etag)
  }
})

it('sends only the blurred files to visitors who want blurred pictures', async () => {
  const names = ['bg', 'card', 'cover', 'shot', 'words']
  expect(await picturesIn(cookie('blur'))).toEqual(
    names.map((name) => `/uploads/${SECRET}/${name}-blurred.webp`),
  )
})

it('includes the pictures in the first HTML for visitors who show them, with the largest one preloaded', async () => {
  const { text } = await test.nobody.get(`/game/${nsfw.slug}`, cookie('show'))
  expect(text).toContain(`srcSet="/uploads/${SECRET}/cover-250.avif 250w"`)
  const [head = ''] = text.split('</head>')
  expect(head).toMatch(new RegExp(`<link rel="preload" as="image" [^>]*/uploads/${SECRET}/cover-250.avif`))
  for (const path of ['/', '/games', `/dev/${developer.username}`])
    expect((await test.nobody.get(path, cookie('show'))).text, path).toContain(
      `srcSet="/uploads/${SECRET}/card-250.avif 250w"`,
    )
})

it('includes the gate only for visitors who have not chosen, and never on pages open to all', async () => {
  const asks = async (path: string, view: ContentView) =>
    (await test.nobody.get(path, cookie(view))).text.includes('This store is for adults')
  for (const view of CONTENT_VIEWS) {
    expect(await asks('/', view), view).toBe(view === 'none')
    expect(await asks(`/game/${nsfw.slug}`, view), view).toBe(view === 'none')
    expect(await asks('/terms', view), view).toBe(false)
  }
})

describe('what an account owns', () => {
  const shown = async (view: ContentView, caller: Client = buyer) => ({
    library: (await caller.get('/api/library', cookie(view))).body[0]?.game.cardPicture.veil,
    orders: (await caller.get('/api/orders', cookie(view))).body[0]?.game.cardPicture.veil,
    receipt: (await caller.get(`/api/orders/${orderId}`, cookie(view))).body.game.cardPicture.veil,
  })

  it('is shown in library, orders and receipt unless the account hides such games', async () => {
    const whole = { library: undefined, orders: undefined, receipt: undefined }
    for (const view of ['none', 'blur', 'show'] as const) expect(await shown(view), view).toEqual(whole)
    const hidden = { library: 'placeholder', orders: 'placeholder', receipt: 'placeholder' }
    expect(await shown('sfw')).toEqual(hidden)
  })

  it('is shown to an admin according to the admin’s own choice', async () => {
    for (const [view, veil] of [
      ['show', undefined],
      ['blur', 'blurred'],
      ['sfw', 'placeholder'],
    ] as const) {
      const read = async (path: string) => (await admin.get(path, cookie(view))).body
      const games = [
        (await read('/api/admin/games')).find(({ _id }: { _id: string }) => _id === nsfw.id),
        (await read(`/api/admin/users/${developer.id}`)).games.find(
          ({ _id }: { _id: string }) => _id === nsfw.id,
        ),
        (await read(`/api/admin/users/${buyer.id}`)).orders[0].game,
        (await read('/api/orders'))[0].game,
        (await read(`/api/orders/${orderId}`)).game,
        (await read('/api/admin/featured'))[0],
      ]
      expect(
        games.map((game) => game.cardPicture.veil),
        view,
      ).toEqual(games.map(() => veil))
    }
  })

  it('is shown only after it was bought', async () => {
    const other = await signedIn(test)
    await other.post('/api/checkout', { gameId: nsfw.id, email: other.email, mode: 'base' })
    const [order] = (await other.get('/api/orders', cookie('blur'))).body
    expect(order.game).toMatchObject({
      cardImageUrl: `/uploads/${SECRET}/card-blurred.webp`,
      cardPicture: { veil: 'blurred' },
    })
  })
})

it('a cookie opens nothing else: drafts stay unknown, and private calls require a session', async () => {
  const draft = await addGame(test, { developerId: developer.id, status: 'draft', category: 'NSFW' })
  for (const path of [`/api/games/${draft.id}`, `/game/${draft.slug}`])
    expect((await test.nobody.get(path, cookie('show'))).status, path).toBe(404)
  expect((await test.nobody.get('/api/library', cookie('show'))).status).toBe(401)
})

it('keeps pages and answers for every choice apart, even when all are requested at once', async () => {
  for (const path of ['/', '/games', `/dev/${developer.username}`, '/games.data', '/api/games']) {
    await test.db.transaction().execute((tx) => test.store.catalogChanged.announce(tx))
    const asked = Array.from({ length: 40 }, (_, at) => CONTENT_VIEWS[at % 4] ?? 'none')
    const answers = await Promise.all(asked.map((view) => test.nobody.get(path, cookie(view))))
    const seen = answers.map(({ text, headers }) => ({
      isListed: text.includes(TITLE),
      isBlurred: text.includes(`/uploads/${SECRET}/card-blurred.webp`),
      isShown: text.includes(`/uploads/${SECRET}/card.webp`),
      vary: headers.get('vary'),
    }))
    expect(seen, path).toEqual(
      asked.map((view) => ({
        isListed: view !== 'sfw',
        isBlurred: view === 'blur',
        isShown: view === 'show',
        vary: path.startsWith('/api') ? 'accept-encoding, authorization, cookie' : 'accept-encoding, cookie',
      })),
    )
    const etags = answers.slice(0, 4).map(({ headers }) => headers.get('etag') ?? '')
    expect(new Set(etags).size, path).toBe(4)
    const again = await test.nobody.get(path, { ...cookie('sfw'), 'if-none-match': etags[2] ?? '' })
    expect(again.status, path).toBe(200)
    const unknown = await test.nobody.get(path, { cookie: 'content=all' })
    expect(unknown.headers.get('etag'), path).toBe(etags[0])
  }
})

it('refuses any other choice, more than thirty excluded tags, and tags over forty letters', async () => {
  const save = async (body: object) => (await buyer.put('/api/settings', body)).status
  expect(await save({ contentChoice: 'all' })).toBe(400)
  expect(await save({ excludedTags: Array.from({ length: 31 }, (_, at) => `tag ${at}`) })).toBe(422)
  expect(await save({ excludedTags: ['a'.repeat(41)] })).toBe(422)
  expect(await save({ excludedTags: [' gore ', 'Vore'] })).toBe(200)
  expect(await save({})).toBe(200)
  const { excludedTags, contentChoice } = (await buyer.get('/api/whoami')).body
  expect({ excludedTags, contentChoice }).toEqual({ excludedTags: ['gore', 'Vore'], contentChoice: null })
})
