import { expect, it } from 'vitest'
import { filtersOf } from './filters.server.ts'

const read = (query: string) => filtersOf(new URLSearchParams(query))

it('Every filter of the catalog is read from the address', () => {
  expect(
    read(
      'q=night%20fer&tag=rpg,cozy&exclude=horror&stage=Released&type=Game&device=Mac&category=SFW&price=0.01-9.99&sort=-price',
    ),
  ).toEqual({
    q: 'night fer',
    tag: 'rpg,cozy',
    exclude: 'horror',
    stage: 'Released',
    type: 'Game',
    device: 'Mac',
    category: 'SFW',
    price: '0.01-9.99',
    sort: '-price',
  })
})

it('Invalid filters in the address are left out, and the others stay', () => {
  expect(read('device=Toaster&price=cheap&sort=&tag=rpg&utm_source=x')).toEqual({ tag: 'rpg' })
})

it('The address sets neither the page size nor the cursor', () => {
  expect(read('limit=100&after=abc')).toEqual({})
})

it('A tag sent by a form joins the ones chosen before', () => {
  expect(read('tag=rpg&tag=cozy&exclude=&price=&device=Mac')).toEqual({ tag: 'rpg,cozy', device: 'Mac' })
})
