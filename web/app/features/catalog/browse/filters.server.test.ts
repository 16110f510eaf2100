import { expect, it } from 'vitest'
import { filtersOf } from './filters.server.ts'

const read = (query: string) => filtersOf(new URLSearchParams(query))

it('reads every filter that the catalog knows', () => {
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

it('leaves out what cannot be asked for, and keeps the rest', () => {
  expect(read('device=Toaster&price=cheap&sort=&tag=rpg&utm_source=x')).toEqual({ tag: 'rpg' })
})

it('never takes a page size or a cursor from the address', () => {
  expect(read('limit=100&after=abc')).toEqual({})
})

it('reads a tag that a form sends beside those that were chosen before', () => {
  expect(read('tag=rpg&tag=cozy&exclude=&price=&device=Mac')).toEqual({ tag: 'rpg,cozy', device: 'Mac' })
})
