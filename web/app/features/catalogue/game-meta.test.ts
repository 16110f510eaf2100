import type { Game } from '@nofiller/contract/catalogue'
import { expect, it } from 'vitest'
import { gameMeta } from './game-meta.ts'

const store = { name: 'No Filler', tagline: '', chatUrl: null, publicUrl: 'https://store.example' }
const cover = {
  url: '/uploads/a/b/cover/1.webp',
  width: 1280,
  height: 720,
  blur: 'data:image/webp;base64,AA',
}
const aGame = (category: Game['category']) =>
  ({
    title: 'Kelp',
    slug: 'kelp',
    description: '<p>Under <b>water</b>.</p>',
    category,
    coverImage: cover,
    cardPicture: cover,
    tags: ['sandbox'],
    devices: ['Windows'],
    devName: 'Tiny Furnace',
    price: 4.5,
  }) as unknown as Game // only what the page's head reads

it('a link preview of an SFW game shows its cover, by its whole address', () => {
  expect(gameMeta(aGame('SFW'), store)).toContainEqual({
    property: 'og:image',
    content: 'https://store.example/uploads/a/b/cover/1.webp',
  })
})

it('a link preview of an NSFW game holds no picture at all', () => {
  expect(JSON.stringify(gameMeta(aGame('NSFW'), store))).not.toMatch(/\.webp|data:image/)
})
