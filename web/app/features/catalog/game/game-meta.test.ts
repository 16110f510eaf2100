import type { Game } from '@nofiller/contract/catalog/catalog'
import { NO_REVIEWS } from '@nofiller/contract/reviews/no-reviews'
import { expect, it } from 'vitest'
import { aGame } from '../../../testing/games.ts'
import { STORE } from '../../../testing/store.ts'
import { gameMeta } from './game-meta.ts'

const cover = {
  ...{ url: '/uploads/a/b/cover/1.webp', width: 1280, height: 720 },
  ...{ blur: 'data:image/webp;base64,AA', widths: [], alt: '' },
}
const kelp = (changes: Partial<Game> = {}) =>
  aGame({
    title: 'Kelp',
    slug: 'kelp',
    description: '<p>Under <b>water</b>.</p>',
    coverImage: cover,
    cardPicture: cover,
    devName: 'Tiny Furnace',
    price: 4.5,
    ...changes,
  })

type Named = { property?: string; name?: string; content?: string }
const contentOf = (game: Game, name: string) =>
  (gameMeta(game, STORE) as Named[]).find((each) => each.property === name || each.name === name)?.content
// biome-ignore lint/suspicious/noExplicitAny: JSON-LD has many shapes
const graphOf = (game: Game): any[] =>
  (gameMeta(game, STORE) as Record<string, { '@graph'?: unknown[] }>[]).flatMap(
    (each) => each['script:ld+json']?.['@graph'] ?? [],
  )

it('A link preview has the picture that was made of a game, with full address, size and description', () => {
  const game = kelp({ category: 'NSFW', sharePicture: '/uploads/a/b/share/1.webp' })
  const names = [
    'og:image',
    'og:image:type',
    'og:image:width',
    'og:image:height',
    'og:image:alt',
    'twitter:image',
  ]
  expect(names.map((name) => contentOf(game, name))).toEqual([
    'https://store.example/uploads/a/b/share/1.webp',
    'image/webp',
    '1200',
    '630',
    'Kelp on No Filler',
    'https://store.example/uploads/a/b/share/1.webp',
  ])
})

it('A link preview of a game of which no picture was made yet shows the store’s own', () => {
  const game = kelp({ category: 'NSFW' })
  expect(JSON.stringify(gameMeta(game, STORE))).not.toMatch(/\.webp|data:image/)
  expect(contentOf(game, 'og:image')).toMatch(/^https:\/\/store\.example\/.*share-picture.*\.png$/)
  expect([contentOf(game, 'og:image:width'), contentOf(game, 'og:image:height')]).toEqual(['1200', '630'])
})

it('A link preview of a game without picture or text is still complete', () => {
  expect(contentOf(kelp(), 'og:image')).toContain('share-picture')
  const bare = kelp({ coverImage: null, cardPicture: null, description: '' })
  expect(contentOf(bare, 'og:image')).toContain('share-picture')
  expect(contentOf(bare, 'description')).toBe('Kelp by Tiny Furnace.')
})

it('Search engines are told the title, the price and the address of a game', () => {
  const [product, breadcrumb] = graphOf(kelp())
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
  expect(graphOf(kelp({ projectType: 'Asset' }))[0]).not.toHaveProperty('gamePlatform')
})

it('Search engines are told a reduced price, from when until when it holds, and the list price beside it', () => {
  const sale = { listPrice: 9, percent: 50, endsAt: '2026-12-03T18:00:00.000Z', lowestPrice: null }
  const [product] = graphOf(kelp({ sale, saleBeganAt: '2026-11-26T18:00:00.000Z' }))
  expect(product.offers).toMatchObject({
    price: '4.50',
    priceValidUntil: '2026-12-03',
    priceSpecification: [
      { price: '4.50', validFrom: '2026-11-26T18:00:00.000Z', validThrough: '2026-12-03T18:00:00.000Z' },
      { priceType: 'https://schema.org/StrikethroughPrice', price: '9.00', priceCurrency: 'USD' },
    ],
    seller: { name: 'No Filler' },
  })
  expect(graphOf(kelp())[0].offers).not.toHaveProperty('priceValidUntil')
  expect(graphOf(kelp())[0].offers).not.toHaveProperty('priceSpecification')
})

it('Search engines are not told that a game can be bought before it opens to buyers', () => {
  const [product] = graphOf(kelp({ availableFrom: '2026-12-24T12:00:00.000Z' }))
  expect(product.offers).toMatchObject({
    availability: 'https://schema.org/OutOfStock',
    availabilityStarts: '2026-12-24T12:00:00.000Z',
  })
})

it('Search engines are told the share of reviews that recommend a game, from five on', () => {
  const reviews = { ...NO_REVIEWS, counted: 5, share: 80 }
  expect(graphOf(kelp({ reviews }))[0].aggregateRating).toMatchObject({ ratingValue: 80, ratingCount: 5 })
  expect(graphOf(kelp())[0]).not.toHaveProperty('aggregateRating')
})

it('LA1 The page of an unlisted game is kept out of search engines', () => {
  expect(contentOf(kelp(), 'robots')).toBeUndefined()
  expect(contentOf(kelp({ visibility: 'unlisted' }), 'robots')).toBe('noindex')
})

it('LA3 A game that is not for sale at present is offered as out of stock', () => {
  const [product] = graphOf(kelp({ notForSale: true }))
  expect(product.offers.availability).toBe('https://schema.org/OutOfStock')
})
