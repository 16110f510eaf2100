import { isShown, NEW_GAMES, ON_SALE, OPEN_CATEGORIES, UPDATED } from '@nofiller/contract/catalog/home-rules'
import { CARDS_PER_SECTION } from '@nofiller/contract/catalog/sections'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arrangeHome, type Candidate, type Candidates } from './arrange.ts'

const NONE: Candidates = { chosen: [], popular: [], newGames: [], onSale: [], updated: [], sections: [] }

/** `a1` is the first game of the developer `a`. */
const games = (...names: string[]): Candidate[] =>
  names.map((name) => ({ id: name, developerId: name.slice(0, 1) }))
const section = (name: string, ...names: string[]) => ({ name, count: names.length, games: games(...names) })

it('A game stands in the first region that takes it, and the next one goes on without it', () => {
  const found = {
    ...NONE,
    chosen: games('a1', 'b1'),
    popular: games('c1'),
    newGames: games('a1', 'd1', 'c1', 'e1'),
    onSale: games('d1', 'b1', 'f1', 'g1', 'h1'),
    updated: games('f1', 'i1', 'j1', 'k1'),
  }
  expect(arrangeHome(found, 0)).toEqual({
    featured: ['a1', 'b1', 'c1'],
    newGames: ['d1', 'e1'],
    onSale: ['f1', 'g1', 'h1'],
    updated: ['i1', 'j1', 'k1'],
    sections: [],
  })
})

it('A region with fewer than half of its places filled is left out, and its games are free for the next one', () => {
  const found = { ...NONE, chosen: games('a1'), newGames: games('b1'), onSale: games('a1', 'b1', 'c1') }
  expect(arrangeHome(found, 0)).toMatchObject({ featured: [], newGames: [], onSale: ['a1', 'b1', 'c1'] })
})

it('Popular games of others take turns, three a day, where an admin chose none', () => {
  const popular = games('a1', 'b1', 'c1', 'd1')
  const on = (day: number) => arrangeHome({ ...NONE, popular }, day).featured
  expect([on(0), on(1), on(0)]).toEqual([
    ['a1', 'b1', 'c1'],
    ['d1', 'a1', 'b1'],
    ['a1', 'b1', 'c1'],
  ])
  expect(arrangeHome({ ...NONE, chosen: games('b2'), popular }, 0).featured).toEqual(['b2', 'a1', 'c1'])
})

it('The first categories with a full row stand open, and all prefer games that the page has not shown', () => {
  const found = {
    ...NONE,
    chosen: games('a1', 'b1', 'c1'),
    sections: [
      section('Small', 'a1'),
      section('First', 'a1', 'd1', 'e1', 'f1', 'g1'),
      section('Second', 'a1', 'b1', 'c1', 'd1'),
      section('Third', 'd1', 'h1', 'i1', 'j1', 'k1'),
      section('Fourth', 'a1', 'b1', 'c1', 'd1'),
    ],
  }
  expect(
    arrangeHome(found, 0).sections.map(({ name, isOpen, games: ids }) => [name, isOpen, ids.join(' ')]),
  ).toEqual([
    ['First', true, 'd1 e1 f1 g1'],
    ['Second', true, 'a1 b1 c1 d1'],
    ['Third', true, 'h1 i1 j1 k1'],
    ['Small', false, 'a1'],
    ['Fourth', false, 'a1 b1 c1 d1'],
  ])
})

const someGames = fc
  .uniqueArray(fc.nat(30), { maxLength: 25 })
  .map((numbers) => numbers.map((number) => ({ id: `${number}`, developerId: `${number % 5}` })))

it('Whatever there is, no game stands twice, none is of a developer too many, and every region is half full or empty', () => {
  fc.assert(
    fc.property(
      fc.record({
        chosen: someGames,
        popular: someGames,
        newGames: someGames,
        onSale: someGames,
        updated: someGames,
      }),
      fc.array(someGames, { maxLength: 6 }),
      fc.nat(40_000),
      (regions, lists, day) => {
        const sections = lists.map((list, at) => ({ name: `${at}`, count: list.length, games: list }))
        const home = arrangeHome({ ...regions, sections }, day)
        const shown = [...home.featured, ...home.newGames, ...home.onSale, ...home.updated]
        expect(new Set(shown).size).toBe(shown.length)
        for (const [ids, rule] of [
          [home.newGames, NEW_GAMES],
          [home.onSale, ON_SALE],
          [home.updated, UPDATED],
        ] as const) {
          expect(ids.length === 0 || isShown(ids.length, rule.places)).toBe(true)
          for (let developer = 0; developer < 5; developer += 1)
            expect(ids.filter((id) => Number(id) % 5 === developer).length).toBeLessThanOrEqual(
              rule.ofDeveloper,
            )
        }
        for (const { games: ids, isOpen, name } of home.sections) {
          const all = lists[Number(name)] ?? []
          expect(ids).toHaveLength(Math.min(CARDS_PER_SECTION, all.length))
          if (isOpen) expect(ids).toHaveLength(CARDS_PER_SECTION)
        }
        expect(home.sections.filter(({ isOpen }) => isOpen).length).toBeLessThanOrEqual(OPEN_CATEGORIES)
      },
    ),
  )
})
