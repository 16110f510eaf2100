import { expect, it } from 'vitest'
import { feedOf } from './filters.server.ts'
import {
  activeFilters,
  type Filters,
  priceOf,
  sortOf,
  sortsFor,
  tagState,
  titleOf,
  toggleTag,
} from './filters.ts'

const words = (filters: Filters) => activeFilters(filters).map(({ label }) => label)
const after = (filters: Filters, change: object): Filters => ({ ...filters, ...change })

it('Each active filter is described in words', () => {
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

it('Removing one tag keeps the others', () => {
  const removals = activeFilters({ tag: 'rpg,cozy', exclude: 'horror' }).map(({ removal }) => removal)
  expect(removals).toEqual([{ tag: 'cozy' }, { tag: 'rpg' }, { exclude: '' }])
})

it('A tag can be included, excluded and removed in upper or lower case', () => {
  let filters: Filters = { tag: 'cozy' }
  const states = []
  for (const [name, state] of [
    ['rpg', 'included'],
    ['RPG', 'excluded'],
    ['rpg', 'excluded'],
  ] as const) {
    filters = after(filters, toggleTag(filters, name, state))
    states.push(tagState(filters, 'rpg'))
  }
  expect(states).toEqual(['included', 'excluded', 'off'])
  expect(filters).toEqual({ tag: 'cozy', exclude: '' })
})

it('A list has a heading that says what it shows', () => {
  expect(titleOf({})).toBe('All games')
  expect(titleOf({ sort: 'popular', stage: 'Released' })).toBe('All games')
  expect(titleOf({ tag: 'horror' })).toBe('Horror games')
  expect(titleOf({ tag: 'rpg,slow burn' })).toBe('RPG and slow burn games')
  expect(titleOf({ price: 'free', tag: 'visual novel', device: 'Linux' })).toBe(
    'Free Visual Novel games for Linux',
  )
  expect(titleOf({ q: 'dusk', tag: 'rpg' })).toBe('Results for ‘dusk’')
})

it('A price range is read from two fields in any order, and either can be empty', () => {
  const spans = [
    priceOf('2', '5'),
    priceOf('5', '2'),
    priceOf('', '4.50'),
    priceOf('10', ''),
    priceOf('', ''),
  ]
  expect(spans).toEqual(['2-5', '2-5', '-4.50', '10-', ''])
  expect(words({ price: '-4.50' })).toEqual(['Up to $4.50'])
  expect(words({ price: '0.01-9.99' })).toEqual(['Under $10'])
})

it('A search is sorted by best match and other lists by newest, unless chosen otherwise', () => {
  expect(sortOf({ q: 'moth' })).toBe('match')
  expect(sortOf({ q: 'moth', sort: 'new' })).toBe('new')
  expect(sortOf({})).toBe('new')
  expect(sortOf({ sort: 'title' })).toBe('title')
})

it('Best match is only offered for a search', () => {
  const offered = (filters: Filters) => sortsFor(filters).map(([sort]) => sort)
  expect(offered({ q: 'moth' })).toContain('match')
  expect(offered({})).not.toContain('match')
  expect(sortOf({ sort: 'match' })).toBe('new')
})

it('A list of one tag names the tag’s feed to feed readers', () => {
  expect(feedOf({ tag: 'cozy night' })).toEqual([
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/atom+xml',
      href: '/tag/cozy%20night/feed.atom',
      title: 'New: cozy night',
    },
  ])
  expect([feedOf({}), feedOf({ tag: 'cozy,horror' })]).toEqual([[], []])
})
