import { describe, expect, it } from 'vitest'
import { activeFilters, cycleTag, type Filters, sortOf, sortsFor, tagState } from './filters.ts'

const words = (filters: Filters) => activeFilters(filters).map(({ label }) => label)
const after = (filters: Filters, change: object): Filters => ({ ...filters, ...change })

it('says each active filter in words', () => {
  expect(words({ q: 'moth', price: '10-', category: 'NSFW', sort: 'price' })).toEqual([
    '“moth”',
    '$10 and over',
    'NSFW only',
  ])
  expect(words({ price: '2-5', type: 'Asset', stage: 'No Longer Updated' })).toEqual([
    '$2 to $5',
    'Game Asset',
    'Released (No Longer Updated)',
  ])
  expect(words({ price: 'paid', tag: 'rpg, Cozy', exclude: 'horror' })).toEqual([
    'Paid',
    'rpg',
    'Cozy',
    'horror',
  ])
})

it('takes away one tag and leaves the others', () => {
  const removals = activeFilters({ tag: 'rpg,cozy', exclude: 'horror' }).map(({ removal }) => removal)
  expect(removals).toEqual([{ tag: 'cozy' }, { tag: 'rpg' }, { exclude: '' }])
})

it('takes a tag from off to included, to excluded, to off, whatever its case', () => {
  let filters: Filters = { tag: 'cozy' }
  const states = []
  for (let press = 0; press < 3; press += 1) {
    filters = after(filters, cycleTag(filters, press === 1 ? 'RPG' : 'rpg'))
    states.push(tagState(filters, 'rpg'))
  }
  expect(states).toEqual(['included', 'excluded', 'off'])
  expect(filters).toEqual({ tag: 'cozy', exclude: '' })
})

describe('the order of a list', () => {
  it('is the best match of a search and the newest of all games, unless another one is chosen', () => {
    expect(sortOf({ q: 'moth' })).toBe('match')
    expect(sortOf({ q: 'moth', sort: 'new' })).toBe('new')
    expect(sortOf({})).toBe('new')
    expect(sortOf({ sort: 'title' })).toBe('title')
  })

  it('offers the best match while searching only', () => {
    const offered = (filters: Filters) => sortsFor(filters).map(([sort]) => sort)
    expect(offered({ q: 'moth' })).toContain('match')
    expect(offered({})).not.toContain('match')
    expect(sortOf({ sort: 'match' })).toBe('new')
  })
})
