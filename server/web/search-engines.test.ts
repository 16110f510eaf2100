import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { addGame, type TestGame, useGame } from '../testing/fixtures/games.ts'
import { usePerson } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'

const test = useTestStore({ pages: 'built' })
const developer = usePerson(test, 'developer')
const game = useGame(test, developer, { category: 'NSFW' })
let draft: TestGame
/** As long as a slug may be. */
const JAPANESE = '夜の街物語'.repeat(12)

beforeAll(async () => {
  const japanese = await addGame(test, { developerId: developer.id })
  await test.db.updateTable('games').set({ slug: JAPANESE }).where('id', '=', japanese.id).execute()
  draft = await addGame(test, { developerId: developer.id, status: 'draft' })
})

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc)
const read = async (path: string) => {
  const answer = await test.nobody.get(path)
  expect(answer.status, path).toBe(200)
  return answer
}

it('robots.txt and the sitemap lead to every public page, and each may be indexed', async () => {
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
  expect(pages).toContain(`${test.url}/game/${encodeURIComponent(JAPANESE)}`)
  expect(pages).toContain(`${test.url}/dev/${developer.id}`)
  expect(pages.join()).not.toContain(draft.slug)
  expect(pages.length).toBeGreaterThan(10)
  for (const page of pages) {
    const { headers, text } = await read(page)
    expect(headers.get('x-robots-tag'), page).toBeNull()
    expect(text, page).toContain(`<link rel="canonical" href="${page}"/>`)
  }
})

it('encodes letters of other scripts in links, and finds the game by either form', async () => {
  const path = `/game/${encodeURIComponent(JAPANESE)}`
  expect((await test.nobody.get(`/api/games/${encodeURIComponent(JAPANESE)}`)).body.slug).toBe(JAPANESE)
  for (const list of ['/', '/games', `/dev/${developer.id}`])
    expect((await read(list)).text, list).toContain(`href="${path}"`)
  expect((await read('/games/feed.xml')).text).toContain(
    `<link rel="alternate" type="text/html" href="${test.url}${path}"/>`,
  )
  expect((await read(path.toLowerCase())).text).toContain(`<link rel="canonical" href="${test.url}${path}"/>`)
})

it('answers an unchanged page of the sitemap with 304, and an unknown one with 404', async () => {
  const first = await read('/sitemap.xml')
  const again = await test.nobody.get('/sitemap.xml', { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  for (const name of ['none', 'games', 'games-1', `orders-${game.id}`, `games-${randomUUID()}`])
    expect((await test.nobody.get(`/sitemap-${name}.xml`)).status, name).toBe(404)
})

it('keeps private pages out of search engines', async () => {
  for (const path of [
    '/login',
    '/library',
    '/orders',
    '/basket',
    '/admin/featured',
    '/settings',
    '/thank-you',
    `/game/${draft.slug}`,
  ])
    expect((await test.nobody.get(path)).headers.get('x-robots-tag'), path).toBe('noindex')
})

it('previews a game of which no picture was made yet with the store’s own, and tells search engines what is sold', async () => {
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

it('tells search engines the price of a free SFW game, with an absolute address of its own picture', async () => {
  const free = await addGame(test, { developerId: developer.id, priceCents: 0, tags: ['RPG', 'Cozy'] })
  const { text } = await read(`/game/${free.slug}`)
  const [, json = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(text) ?? []
  const { '@context': context, '@graph': graph } = JSON.parse(json)
  expect(context).toBe('https://schema.org')
  expect(graph[0]).toMatchObject({
    '@type': ['VideoGame', 'Product'],
    url: `${test.url}/game/${free.slug}`,
    genre: ['RPG', 'Cozy'],
    operatingSystem: 'Windows',
    offers: {
      '@type': 'Offer',
      price: '0.00',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      url: `${test.url}/game/${free.slug}`,
    },
  })
  expect(graph[0].releaseDate).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(text).toContain(`<link rel="canonical" href="${test.url}/game/${free.slug}"/>`)
  await test.db.deleteFrom('games').where('id', '=', free.id).execute()
})

it('tells search engines when a sale began and ends, and no title ends the script that says so', async () => {
  const title = 'Salt</script><script>alert(1)</script>'
  const sold = await addGame(test, { developerId: developer.id, priceCents: 1_800, title })
  const [beginsAt, endsAt] = [Date.now(), Date.now() + 86_400_000].map((at) => new Date(at).toISOString())
  const sale = { name: 'Week', percent: 50, price: null, gameIds: [sold.id], beginsAt, endsAt }
  expect((await developer.post('/api/dev/sales', sale)).status).toBe(200)
  const text = await eventually(async () => {
    const page = await read(`/game/${sold.slug}`)
    return page.text.includes('StrikethroughPrice') ? page.text : null
  })
  expect(text).not.toContain('<script>alert')
  const [, json = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(text) ?? []
  const [product] = JSON.parse(json)['@graph']
  const { begins_at: begunAt } = await test.row<{ begins_at: Date }>`
    select begins_at from sales join sale_games on sale_id = id where game_id = ${sold.id}`
  expect(product.name).toBe(title)
  expect(product.offers).toMatchObject({ price: '9.00', priceValidUntil: endsAt?.slice(0, 10) })
  expect(product.offers.priceSpecification).toMatchObject([
    { price: '9.00', validFrom: begunAt.toISOString(), validThrough: endsAt },
    { price: '18.00' },
  ])
  await test.db.updateTable('games').set({ status: 'draft' }).where('id', '=', sold.id).execute()
})

it('has no page, data or call for a draft or a game that was taken down', async () => {
  const down = await addGame(test, { developerId: developer.id })
  const paths = ({ id, slug }: TestGame) => [
    `/game/${slug}`,
    `/game/${slug}.data`,
    `/api/games/${id}`,
    `/api/games/${slug}`,
  ]
  const statuses = async (game: TestGame) =>
    Promise.all(paths(game).map(async (path) => (await test.nobody.get(path)).status))
  expect(await statuses(down)).toEqual([200, 200, 200, 200])
  await test.db.updateTable('games').set({ suspended_at: new Date() }).where('id', '=', down.id).execute()
  await test.store.catalogChanged.announce(test.db)
  await eventually(async () => (await statuses(down)).every((status) => status === 404))
  expect(await statuses(draft)).toEqual([404, 404, 404, 404])
  for (const path of ['/games/feed.xml', '/sitemap.xml', '/games'])
    expect((await read(path)).text, path).not.toContain(down.slug)
})

it('the feed lists the newest games without pictures', async () => {
  const odd = await addGame(test, {
    developerId: developer.id,
    title: 'Salt & <Rope>',
    description: '<p>A line\u0008\ufffe &amp; a hook.</p>',
  })
  expect((await read('/games')).text).toContain('type="application/atom+xml" href="/games/feed.xml"')
  await test.store.catalogChanged.announce(test.db)
  const { text, headers } = await eventually(async () => {
    const answer = await read('/games/feed.xml')
    return answer.text.includes(odd.slug) ? answer : null
  })
  expect(text).toContain('<title>Salt &amp; &lt;Rope&gt;</title>')
  expect(text).toContain('A line &amp;amp; a hook.')
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(text).toContain(`<link rel="alternate" type="text/html" href="${test.url}/game/${game.slug}"/>`)
  expect(text).toContain(`<link rel="self" type="application/atom+xml" href="${test.url}/games/feed.xml"/>`)
  expect(text).not.toContain(draft.slug)
  expect(text).not.toMatch(/img|\.webp/)
})
