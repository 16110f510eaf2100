import type { OwnGame } from '@nofiller/contract/catalogue'
import { expect, it } from 'vitest'
import { ownGamesShown, standingOf } from './own-games.ts'

const aGame = (title: string, more: Partial<OwnGame> = {}): OwnGame => ({
  _id: title,
  slug: title,
  title,
  price: 5,
  isFree: false,
  category: 'SFW',
  tags: [],
  devices: [],
  developer: { _id: 'd', username: 'ada', displayName: null },
  devName: 'ada',
  cardImageUrl: null,
  cardPicture: null,
  publishedAt: null,
  status: 'published',
  visibility: 'public',
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

it('shows the game that was changed last first, and sorts by what is asked for', () => {
  expect(titles(ownGamesShown(games, '', 'changed'))).toEqual(['Velvet Orbit', 'Low Tide', 'Slow Burn'])
  expect(titles(ownGamesShown(games, '', 'sales'))).toEqual(['Low Tide', 'Slow Burn', 'Velvet Orbit'])
  expect(titles(ownGamesShown(games, '', 'revenue'))[0]).toBe('Slow Burn')
})

it('finds a game by a part of its title', () => {
  expect(titles(ownGamesShown(games, ' LOW ', 'title'))).toEqual(['Low Tide', 'Slow Burn'])
})

it('tells a draft from a published game that an admin has taken down', () => {
  expect(standingOf(aGame('a'))).toBe('Published')
  expect(standingOf(aGame('a', { status: 'draft', visibility: 'private' }))).toBe('Draft')
  expect(standingOf(aGame('a', { visibility: 'private' }))).toBe('Taken down')
})
