import { expect, it } from 'vitest'
import { activeFilters } from './browse.ts'
import { filtersOf } from './filters.server.ts'

const read = (query: string) => filtersOf(new URLSearchParams(query))

it('reads every filter that the catalogue knows', () => {
  expect(read('q=night%20fer&tag=rpg&device=Mac&category=SFW&price=-9.99&sort=-price')).toEqual({
    q: 'night fer',
    tag: 'rpg',
    device: 'Mac',
    category: 'SFW',
    price: '-9.99',
    sort: '-price',
  })
})

it('leaves out what cannot be asked for, and keeps the rest', () => {
  expect(read('device=Toaster&price=cheap&sort=&tag=rpg&utm_source=x')).toEqual({ tag: 'rpg' })
})

it('never takes a page size or a cursor from the address', () => {
  expect(read('limit=100&after=abc')).toEqual({})
})

it('says each active filter in words', () => {
  const words = (query: string) => activeFilters(read(query)).map(({ label }) => label)
  expect(words('q=moth&price=10-&category=NSFW&sort=price')).toEqual(['“moth”', '$10 and over', 'NSFW only'])
  expect(words('price=2-5')).toEqual(['$2 to $5'])
  expect(words('price=paid')).toEqual(['Paid'])
})
