import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addGame, type TestGame } from '../testing/games.ts'
import { type Person, signedIn } from '../testing/people.ts'
import { openTestStore, type TestStore } from '../testing/store.ts'

let test: TestStore
let developer: Person
let game: TestGame
let draft: TestGame

beforeAll(async () => {
  test = await openTestStore({ pages: 'built' })
  developer = await signedIn(test, 'developer')
  game = await addGame(test, { developerId: developer.id, category: 'NSFW' })
  draft = await addGame(test, { developerId: developer.id, status: 'draft' })
})
afterAll(() => test.close())

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc)
const read = async (path: string) => {
  const answer = await test.nobody.get(path)
  expect(answer.status, path).toBe(200)
  return answer
}

it('leads from robots.txt over the sitemap to every public page, each of which may be listed', async () => {
  const robots = (await read('/robots.txt')).text
  const [, index = ''] = /^Sitemap: (.*)$/m.exec(robots) ?? []
  expect(index).toBe(`${test.url}/sitemap.xml`)
  const pages: string[] = []
  for (const part of locations((await read(index)).text)) {
    const { text, headers } = await read(part)
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    pages.push(...locations(text))
  }
  expect(pages).toContain(`${test.url}/game/${game.slug}`)
  expect(pages).toContain(`${test.url}/dev/${developer.id}`)
  expect(pages.join()).not.toContain(draft.slug)
  expect(pages.length).toBeGreaterThan(10)
  for (const page of pages) {
    const { headers, text } = await read(page)
    expect(headers.get('x-robots-tag'), page).toBeNull()
    expect(text, page).toContain(`<link rel="canonical" href="${page}"/>`)
  }
})

it('answers a known page of the sitemap with 304, and an unknown one with 404', async () => {
  const first = await read('/sitemap.xml')
  const again = await test.nobody.get('/sitemap.xml', { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  for (const name of ['none', 'games', 'games-1', `orders-${game.id}`, `games-${randomUUID()}`])
    expect((await test.nobody.get(`/sitemap-${name}.xml`)).status, name).toBe(404)
})

it('lets no search engine list a page that is somebody’s own', async () => {
  for (const path of [
    '/login',
    '/library',
    '/orders',
    '/admin/featured',
    '/settings',
    '/thank-you',
    `/game/${draft.slug}`,
  ])
    expect((await test.nobody.get(path)).headers.get('x-robots-tag'), path).toBe('noindex')
})

it('previews an NSFW game by the store’s own picture, and says to search engines what is sold', async () => {
  const { text } = await read(`/game/${game.slug}`)
  const [, picture = ''] = /<meta property="og:image" content="([^"]+)"/.exec(text) ?? []
  expect(picture).toContain(`${test.url}/assets/`)
  expect((await read(picture)).headers.get('content-type')).toBe('image/png')
  const [, json = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(text) ?? []
  const [product, way] = JSON.parse(json)['@graph']
  expect(product.offers).toMatchObject({ price: '9.99', priceCurrency: 'USD' })
  expect(product).not.toHaveProperty('image')
  expect(way.itemListElement).toHaveLength(3)
})

it('tells feed readers of the newest games, without a picture', async () => {
  expect((await read('/games')).text).toContain('type="application/atom+xml" href="/games/feed.xml"')
  const { text, headers } = await read('/games/feed.xml')
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(text).toContain(`<link rel="alternate" type="text/html" href="${test.url}/game/${game.slug}"/>`)
  expect(text).toContain(`<link rel="self" type="application/atom+xml" href="${test.url}/games/feed.xml"/>`)
  expect(text).not.toContain(draft.slug)
  expect(text).not.toMatch(/img|\.webp/)
})
