import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { expect, it } from 'vitest'
import { gamesIn, ownGamesShown, statusOf, VIEWS } from './own-games.ts'

const aGame = (title: string, more: Partial<OwnGame> = {}): OwnGame => ({
  _id: title,
  slug: title,
  title,
  price: 5,
  sale: null,
  isFree: false,
  category: 'SFW',
  tags: [],
  devices: [],
  developer: { _id: 'd', username: 'ada', displayName: null },
  devName: 'ada',
  cardImageUrl: null,
  cardPicture: null,
  publishedAt: null,
  description: '',
  gameFiles: [],
  cardImage: null,
  status: 'published',
  visibility: 'public',
  access: { visibility: 'public', onDeveloperPage: false, notForSale: false },
  review: null,
  takenDownBy: null,
  archivedAt: null,
  openThemes: 0,
  updatedAt: '2026-11-01T00:00:00.000Z',
  totalSales: 0,
  totalRevenue: 0,
  ...more,
})
const titles = (games: readonly OwnGame[]) => games.map(({ title }) => title)

const games = [
  aGame('Low Tide', { totalSales: 9, updatedAt: '2026-11-02T00:00:00.000Z' }),
  aGame('Slow Burn', { totalSales: 3, totalRevenue: 90 }),
  aGame('Velvet Orbit', { totalSales: 1, updatedAt: '2026-11-03T00:00:00.000Z' }),
]

it('The game that changed last comes first, and other orders can be chosen', () => {
  expect(titles(ownGamesShown(games, '', 'changed'))).toEqual(['Velvet Orbit', 'Low Tide', 'Slow Burn'])
  expect(titles(ownGamesShown(games, '', 'sales'))).toEqual(['Low Tide', 'Slow Burn', 'Velvet Orbit'])
  expect(titles(ownGamesShown(games, '', 'revenue'))[0]).toBe('Slow Burn')
})

it('A game is found by a part of its title', () => {
  expect(titles(ownGamesShown(games, ' LOW ', 'title'))).toEqual(['Low Tide', 'Slow Burn'])
})

it('A draft looks different from a published game that an admin took down', () => {
  expect(statusOf(aGame('a'))).toBe('Published')
  expect(statusOf(aGame('a', { status: 'draft', visibility: 'private' }))).toBe('Draft')
  expect(statusOf(aGame('a', { visibility: 'private' }))).toBe('Taken down')
})

it('Archived games are only listed under Archived', () => {
  const own = [
    aGame('Sold'),
    aGame('Sketch', { status: 'draft' }),
    aGame('Old', { status: 'draft', archivedAt: '2026-11-01T00:00:00.000Z' }),
  ]
  expect(Object.fromEntries(VIEWS.map((view) => [view, titles(gamesIn(view, own))]))).toEqual({
    all: ['Sold', 'Sketch'],
    published: ['Sold'],
    drafts: ['Sketch'],
    archived: ['Old'],
  })
  expect(own.map(statusOf)).toEqual(['Published', 'Draft', 'Archived'])
})
