import { readdir } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Device } from '@nofiller/contract/catalog/devices'
import { CARDS_PER_SECTION, SECTIONS } from '@nofiller/contract/catalog/sections'
import { beforeAll, expect, it } from 'vitest'
import { addGame } from '../testing/fixtures/games.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'

const SCRIPT_BYTES_MAX = 135_000
/** Each costs a visitor's line its headers, and over HTTP/1.1 a wait. */
const SCRIPTS_MAX = 11
const FONT_BYTES_MAX = 25_000
/** For the home page with all regions and categories full, uncompressed and with brotli. */
const HOME_BYTES_MAX = 200_000
const HOME_PACKED_MAX = 30_000

const test = useTestStore({ pages: 'built' })
/** The most visited landing pages, by their URL. */
const pages = new Map<string, string>()

beforeAll(async () => {
  const [developer, second, third] = [
    await signedIn(test, 'developer'),
    await signedIn(test, 'developer'),
    await signedIn(test, 'developer'),
  ]
  const picture = {
    url: '/uploads/a/b/card/c.webp',
    width: 500,
    height: 350,
    blur: 'data:image/webp;base64,AAAA',
    widths: [250, 500],
    alt: '',
  }
  await addGame(test, { developerId: developer.id, category: 'NSFW' }) // the oldest, so that its blurred picture is not the first
  const games = []
  for (const tags of [['RPG'], ['RPG'], ['Horror'], ['Cozy'], ['Puzzle']])
    games.push(await addGame(test, { developerId: developer.id, tags }))
  for (const { id: developerId } of [second, third]) await addGame(test, { developerId, tags: ['Cozy'] })
  await test.sql`update games set card = ${JSON.stringify(picture)}, cover = ${JSON.stringify(picture)},
    screenshots = ${JSON.stringify([picture])}`
  const paths = ['/', '/games', `/game/${games[0]?.slug}`]
  for (const path of paths) pages.set(path, (await test.nobody.get(path)).text)
})

const tagsIn = (html: string, name: string): string[] =>
  html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
const assetsIn = (html: string, ending: string): string[] => [
  ...new Set(html.match(new RegExp(`/assets/[\\w.-]+\\.${ending}\\b`, 'g'))),
]
const packed = (path: string) => test.nobody.send('HEAD', path, { headers: { 'accept-encoding': 'br' } })

it('loads at most 135 kB of scripts for a first page, in few files', async () => {
  for (const [path, html] of pages) {
    let bytes = 0
    const scripts = assetsIn(html, 'js')
    expect(scripts.length, path).toBeLessThanOrEqual(SCRIPTS_MAX)
    for (const script of scripts) bytes += Number((await packed(script)).headers.get('content-length'))
    expect(bytes, path).toBeGreaterThan(50_000)
    expect(bytes, path).toBeLessThan(SCRIPT_BYTES_MAX)
  }
})

it('serves scripts, styles and fonts permanently, and compresses text', async () => {
  const [html = ''] = pages.values()
  for (const ending of ['js', 'css', 'woff2']) {
    const [asset = ''] = assetsIn(html, ending)
    const { status, headers } = await packed(asset)
    expect([ending, status, headers.get('content-encoding')]).toEqual([
      ending,
      200,
      ending === 'woff2' ? null : 'br',
    ])
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
})

/** Parts of addresses by which EasyList, EasyPrivacy and the annoyance lists stop what pages load. */
const BLOCKED =
  /analytics|telemetry|\btrack(?:er|ing)?\b|\bstats?\b|statistics|metrics|beacon|pixel|\bads?\b|advert|banner|sponsor|promo|affiliate|popup|popunder|cookie-?(?:bar|banner|consent|notice)|newsletter|social|share-?(?:bar|button)|fingerprint|\bhit\b|\blog(?:ger|ging)\b/i

it('names no script so that an ad blocker would block it', async () => {
  const scripts = await readdir(new URL('../../web/build/client/assets/', import.meta.url))
  expect(scripts.length).toBeGreaterThan(50)
  expect(scripts.filter((name) => BLOCKED.test(name.replace(/-[\w-]{7}\.\w+(?:\.\w+)?$/, '')))).toEqual([])
})

it('loads nothing from another host', () => {
  for (const [path, html] of pages) {
    const loaded = ['script', 'link', 'img', 'source', 'iframe', 'video', 'audio'].flatMap((name) =>
      tagsIn(html, name),
    )
    const addresses = loaded
      .filter((tag) => !/rel="(?:canonical|alternate)"/.test(tag))
      .flatMap((tag) =>
        [...tag.matchAll(/\b(?:src|href|srcset)="([^"]*)"/gi)].map(([, address = '']) => address),
      )
    expect(addresses.length, path).toBeGreaterThan(5)
    expect(addresses.filter((address) => !/^(?:\/(?!\/)|data:image\/)/.test(address))).toEqual([])
  }
})

it('reserves space for every picture, and loads the first visible ones at once', () => {
  for (const [path, html] of pages) {
    const pictures = tagsIn(html, 'img')
    expect(pictures.length, path).toBeGreaterThan(0)
    expect(pictures.filter((tag) => !/\bwidth="\d+"/.test(tag) || !/\bheight="\d+"/.test(tag))).toEqual([])
    expect(pictures[0], path).toMatch(/fetchpriority="high"/i)
    expect(pictures[0]).toContain('loading="eager"')
  }
  const later = tagsIn(pages.get('/') ?? '', 'img').filter((tag) => tag.includes('loading="lazy"'))
  expect(later.length).toBeGreaterThan(0)
  expect(tagsIn(pages.get('/games') ?? '', 'source').join()).toContain('-250.avif 250w')
})

it('preloads the first visible picture before any script, in the version that is shown', () => {
  for (const [path, html] of pages) {
    const [first = ''] = tagsIn(html, 'link').filter((tag) => tag.includes('as="image"'))
    const [source = ''] = tagsIn(html, 'source')
    expect(first, path).toMatch(/rel="preload".*fetchpriority="high"/i)
    for (const [, name, value] of source.matchAll(/\b(srcset|sizes|type)="([^"]*)"/gi))
      expect(first.toLowerCase()).toContain(
        `${name === 'type' ? '' : 'image'}${name}="${value}"`.toLowerCase(),
      )
    expect(html.indexOf(first)).toBeLessThan(html.indexOf('rel="modulepreload"'))
  }
})

it('names fonts and styles before anything else', async () => {
  for (const [path, html] of pages) {
    const fonts = tagsIn(html, 'link').filter((tag) => tag.includes('as="font"'))
    let bytes = 0
    for (const font of assetsIn(fonts.join(), 'woff2'))
      bytes += Number((await packed(font)).headers.get('content-length'))
    expect(bytes, path).toBeGreaterThan(10_000)
    expect(bytes, path).toBeLessThan(FONT_BYTES_MAX)
    for (const font of fonts) expect(font).toMatch(/rel="preload".*crossorigin/i)
    expect((await test.nobody.get(path)).headers.get('link')).toMatch(/\.css>; rel=preload; as=style/)
  }
})

it('sends a full home page in 200 kB, 30 kB with brotli, with nothing that is not shown', async () => {
  const developers = await Promise.all(Array.from({ length: 8 }, () => signedIn(test, 'developer')))
  const ids: string[] = []
  for (const section of SECTIONS)
    for (let at = 0; at < CARDS_PER_SECTION; at += 1) {
      const title = `The ${section} of Harbor Street`
      const tags = [section, 'slow burn', 'multiple endings', 'gamepad']
      const devices: Device[] = ['Windows', 'Mac', 'Linux', 'Android']
      const developerId = developers[ids.length % developers.length]?.id ?? ''
      ids.push((await addGame(test, { developerId, title, tags, devices, files: [] })).id)
    }
  for (const id of ids) {
    const url = `/uploads/somebody-or-other/the-harbor-street/card/${id.replaceAll('-', '')}.webp`
    const card = {
      url,
      width: 500,
      height: 350,
      blur: 'data:image/webp;base64,AAAA',
      widths: [250, 500],
      alt: '',
    }
    await test.sql`update games set card = ${JSON.stringify(card)} where id = ${id}`
  }
  await test.sql`update games set sale_percent = 25, sale_price_cents = 749, sale_ends_at = now() + interval '5 days'
    where id = any(${ids.slice(0, 12)}::uuid[])`
  await test.sql`update games set moved_up_at = now() where id = any(${ids.slice(12, 24)}::uuid[])`
  await test.sql`insert into releases (id, game_id, label, summary, live_at)
    select gen_random_uuid(), id, '1.4', 'The winter market opens, with a dog that can be named.', now() from games
    where id = any(${ids.slice(12, 24)}::uuid[])`
  await test.forgetCatalog()
  const { text } = await test.nobody.get('/', { cookie: 'content=show' })
  for (const region of ['Featured', 'New and noteworthy', 'On sale now', 'Updated this week'])
    expect(text).toContain(`>${region}</h2>`)
  expect(text.match(/class="sale-row"/g)).toHaveLength(6)
  expect(text.match(/class="updated-row"/g)).toHaveLength(6)
  expect(brotliCompressSync(text).length).toBeLessThan(HOME_PACKED_MAX)
  expect(text.match(/class="game-card/g)?.length).toBeGreaterThanOrEqual(ids.length)
  expect(Buffer.byteLength(text)).toBeLessThan(HOME_BYTES_MAX)
  expect(text).not.toContain('data:image')
})
