import type { Game } from '@nofiller/contract/catalog/catalog'
import { expect, it } from 'vitest'
import { gameMeta } from './game-meta.server.ts'

const store = {
  name: 'No Filler',
  tagline: '',
  chatUrl: null,
  statusPage: false,
  forbiddenThemes: [],
  publicUrl: 'https://store.example',
}
const cover = {
  url: '/uploads/a/b/cover/1.webp',
  width: 1280,
  height: 720,
  blur: 'data:image/webp;base64,AA',
  alt: '',
}
const aGame = (changes: Partial<Game> = {}) =>
  ({
    _id: '0199',
    title: 'Kelp',
    slug: 'kelp',
    description: '<p>Under <b>water</b>.</p>',
    category: 'SFW',
    projectType: 'Game',
    coverImage: cover,
    cardPicture: cover,
    tags: ['sandbox'],
    devices: ['Windows'],
    devName: 'Tiny Furnace',
    developer: { _id: '0198' },
    price: 4.5,
    publishedAt: '2026-11-20T10:00:00Z',
    ...changes,
  }) as unknown as Game // only what the page's head reads

type Named = { property?: string; name?: string; content?: string }
const contentOf = (game: Game, name: string) =>
  (gameMeta(game, store) as Named[]).find((each) => each.property === name || each.name === name)?.content
// biome-ignore lint/suspicious/noExplicitAny: JSON-LD has many shapes
const graphOf = (game: Game): any[] =>
  (gameMeta(game, store) as Record<string, { '@graph'?: unknown[] }>[]).flatMap(
    (each) => each['script:ld+json']?.['@graph'] ?? [],
  )

it('A link preview of an SFW game has its cover with full address, size and description', () => {
  const names = ['og:image', 'og:image:width', 'og:image:height', 'og:image:alt', 'twitter:image']
  expect(names.map((name) => contentOf(aGame(), name))).toEqual([
    'https://store.example/uploads/a/b/cover/1.webp',
    '1280',
    '720',
    'Cover of Kelp',
    'https://store.example/uploads/a/b/cover/1.webp',
  ])
})

it('A link preview of an NSFW game shows the store’s picture and nothing of the game', () => {
  const game = aGame({ category: 'NSFW' })
  expect(JSON.stringify(gameMeta(game, store))).not.toMatch(/\.webp|data:image/)
  expect(contentOf(game, 'og:image')).toMatch(/^https:\/\/store\.example\/.*share-picture.*\.png$/)
  expect([contentOf(game, 'og:image:width'), contentOf(game, 'og:image:height')]).toEqual(['1200', '630'])
})

it('A link preview of a game without picture or text is still complete', () => {
  const bare = aGame({ coverImage: null, cardPicture: null, description: '' })
  expect(contentOf(bare, 'og:image')).toContain('share-picture')
  expect(contentOf(bare, 'description')).toBe('Kelp by Tiny Furnace.')
})

it('Search engines are told the title, the price and the address of a game', () => {
  const [product, breadcrumb] = graphOf(aGame())
  expect(product).toMatchObject({
    '@type': ['VideoGame', 'Product'],
    name: 'Kelp',
    image: 'https://store.example/uploads/a/b/cover/1.webp',
    offers: { price: '4.50', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  })
  expect(breadcrumb.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
    'https://store.example/',
    'https://store.example/games',
    'https://store.example/game/kelp',
  ])
  expect(graphOf(aGame({ projectType: 'Asset' }))[0]).not.toHaveProperty('gamePlatform')
})
