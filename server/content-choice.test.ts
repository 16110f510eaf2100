import { pages as everyPage } from '@nofiller/contract/access'
import type { Call } from '@nofiller/contract/call'
import { calls } from '@nofiller/contract/calls'
import { CONTENT_CHOICES, type ContentChoice } from '@nofiller/contract/content-choice'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyAndPay } from './testing/buying.ts'
import type { Client } from './testing/client.ts'
import { addGame, type TestGame } from './testing/games.ts'
import { type Person, signedIn } from './testing/people.ts'
import { openTestStore, type TestStore } from './testing/store.ts'

/** Stands in the title, the description and the address of every picture of what is planted as NSFW. */
const SECRET = 'forbiddenfruit'
const TITLE = `Title of ${SECRET}`
const WORDS = `Words of ${SECRET}`

let test: TestStore
let developer: Person
let buyer: Person
let admin: Person
let tame: TestGame
let nsfw: TestGame
let orderId: string

beforeAll(async () => {
  test = await openTestStore({ pages: 'built' })
  developer = await signedIn(test, 'developer')
  buyer = await signedIn(test)
  admin = await signedIn(test, 'admin')
  tame = await addGame(test, { developerId: developer.id, tags: ['RPG', 'Horror'] })
  nsfw = await addGame(test, { developerId: developer.id, tags: ['RPG', 'Horror'], category: 'NSFW' })
  const picture = (name: string) => ({
    url: `/uploads/${SECRET}/${name}.webp`,
    width: 500,
    height: 350,
    blur: 'data:image/webp;base64,AAAA',
    widths: [250],
    alt: '',
  })
  await test.db
    .updateTable('games')
    .set({
      title: TITLE,
      description: `<p>${WORDS}</p><img src="/uploads/${SECRET}/words.webp" alt="">`,
      card: JSON.stringify(picture('card')),
      cover: JSON.stringify(picture('cover')),
      screenshots: JSON.stringify([picture('shot')]),
      page_bg: JSON.stringify(picture('bg')),
      buy_button: JSON.stringify(picture('buy')),
      demo_button: JSON.stringify(picture('demo')),
    })
    .where('id', '=', nsfw.id)
    .execute()
  await admin.send('PUT', '/api/admin/featured', {
    body: JSON.stringify({ gameIds: [nsfw.id] }),
    headers: { 'content-type': 'application/json' },
  })
  ;({ orderId } = await buyAndPay(test, buyer, nsfw))
  await test.db.transaction().execute((tx) => test.store.catalogueChanged.announce(tx))
})
afterAll(() => test.close())

const cookie = (choice: ContentChoice) => ({ cookie: `theme=dark; content=${choice}` })

/** What may be said of the game all the same, where a direct link, a purchase or an account leads to it. */
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

/** The answers that name the game or show anything of it. */
async function leaks(headers: Record<string, string>): Promise<string[]> {
  const found: string[] = []
  for (const { name, path, caller } of [...reads(), ...pages()]) {
    const { text, status } = await caller.get(path, headers)
    expect(status, path).toBeLessThan(500)
    const shown = (MAY_SAY[name] ?? []).reduce((rest, said) => rest.replaceAll(said, ''), text)
    // What was searched for is said again.
    if (shown.replaceAll(new RegExp(`(?:q=|[“"])${SECRET}`, 'g'), '').includes(SECRET)) found.push(path)
  }
  return found
}

describe('who chose SFW only', () => {
  it('is told of no NSFW game in any list, and never the address of a picture or a word of one', async () => {
    expect(await leaks(cookie('sfw'))).toEqual([])
  })

  it('finds the same as others where nothing is NSFW', async () => {
    const lists = ['/api/games', '/', '/games', `/dev/${developer.username}`]
    for (const path of lists) {
      const { text, headers } = await test.nobody.get(path, cookie('sfw'))
      expect(text, path).toContain(tame.slug)
      if (path === '/api/games') expect(headers.get('x-total-count')).toBe('1')
    }
  })

  it('gets what is left of an NSFW game, and its developer and admins the whole', async () => {
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

  it('keeps what they own, without its pictures', async () => {
    const [entry] = (await buyer.get('/api/library', cookie('sfw'))).body
    expect(entry).toMatchObject({ baseOwned: true, game: { title: TITLE, cardPicture: null } })
    expect(entry.files).toHaveLength(1)
  })

  it('may have said so in the account; a cookie of the browser counts more', async () => {
    const reader = await signedIn(test)
    const saved = await reader.send('PUT', '/api/settings', {
      body: JSON.stringify({ contentChoice: 'sfw' }),
      headers: { 'content-type': 'application/json' },
    })
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

it('shows the game to everybody else, on the same pages', async () => {
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
  expect(await leaks({})).toEqual(open)
})

it('puts no NSFW picture into a page, also for who shows them: the browser does', async () => {
  for (const path of ['/', '/games', `/game/${nsfw.slug}`, `/dev/${developer.username}`]) {
    const { text } = await test.nobody.get(path, cookie('show'))
    expect(text, path).toContain(nsfw.slug)
    expect(text.replace(/<script[\s\S]*?<\/script>/g, ''), path).not.toContain(`/uploads/${SECRET}`)
  }
})

it('keeps each page for either choice apart, also when both are asked for at once', async () => {
  for (const path of ['/', '/games', `/dev/${developer.username}`, '/games.data']) {
    await test.db.transaction().execute((tx) => test.store.catalogueChanged.announce(tx))
    const asked = Array.from({ length: 30 }, (_, at) => CONTENT_CHOICES[at % 3] ?? 'blur')
    const answers = await Promise.all(asked.map((choice) => test.nobody.get(path, cookie(choice))))
    const shown = answers.map(({ text, headers }) => ({
      isOpen: text.includes(SECRET),
      vary: headers.get('vary'),
    }))
    expect(shown, path).toEqual(
      asked.map((choice) => ({ isOpen: choice !== 'sfw', vary: 'accept-encoding, cookie' })),
    )
    const [sfw, blur, show] = answers.map(({ headers }) => headers.get('etag'))
    expect(sfw).not.toBe(blur)
    expect(blur).toBe(show)
    const again = await test.nobody.get(path, { ...cookie('sfw'), 'if-none-match': blur ?? '' })
    expect(again.status, path).toBe(200)
  }
})

it('takes no other choice, and of tags to leave out at most thirty of forty letters', async () => {
  const save = async (body: object) =>
    (
      await buyer.send('PUT', '/api/settings', {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    ).status
  expect(await save({ contentChoice: 'all' })).toBe(400)
  expect(await save({ excludedTags: Array.from({ length: 31 }, (_, at) => `tag ${at}`) })).toBe(422)
  expect(await save({ excludedTags: ['a'.repeat(41)] })).toBe(422)
  expect(await save({ excludedTags: [' gore ', 'Vore'] })).toBe(200)
  expect(await save({})).toBe(200)
  const { excludedTags, contentChoice } = (await buyer.get('/api/whoami')).body
  expect({ excludedTags, contentChoice }).toEqual({ excludedTags: ['gore', 'Vore'], contentChoice: null })
})
