import { usernameProblem } from '@nofiller/contract/accounts/account-rules'
import { cleanTags, FILE_NAME_BYTES_MAX, gameProblems } from '@nofiller/contract/authoring/game-rules'
import { slugOf } from '@nofiller/contract/authoring/slug'
import { DEFAULT_THEME } from '@nofiller/contract/authoring/theme'
import { DEVICES } from '@nofiller/contract/catalog/devices'
import { SECTIONS, sectionsOf } from '@nofiller/contract/catalog/sections'
import { THEMES, WARNING_NOTE_MAX } from '@nofiller/contract/content-limits/content-warnings'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { describe, expect, test } from 'vitest'
import { type DemoGame, developers, games } from './catalog.ts'
import { answeredSlugs } from './warnings.ts'

const count = (is: (game: DemoGame) => unknown) => games.filter(is).length
const gamesBy = (username: string) => count((game) => game.developer === username)
const gamesIn = (section: string) => count((game) => sectionsOf(game.tags).includes(section))
const hasExtras = (game: DemoGame) => game.files.some((file) => file.customPriceCents !== null)
const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').trim()

test('The demo store has 62 games with slugs of their own', () => {
  expect(games).toHaveLength(62)
  expect(new Set(games.map((game) => game.slug)).size).toBe(62)
})

test('The demo store has eight developers, one with a single game and one with fourteen', () => {
  expect(developers.map(({ username }) => usernameProblem(username))).toEqual(Array(8).fill(null))
  const shares = developers.map(({ username }) => gamesBy(username))
  expect(shares.reduce((sum, share) => sum + share)).toBe(62)
  expect([Math.min(...shares), Math.max(...shares)]).toEqual([1, 14])
})

test('The demo store fills every section, and several with more than a row', () => {
  expect(SECTIONS.filter((section) => gamesIn(section) < 2)).toEqual([])
  expect(SECTIONS.filter((section) => gamesIn(section) >= 5).length).toBeGreaterThanOrEqual(6)
})

test('The demo store has free games, demos and extras', () => {
  expect(count((game) => game.isFree)).toBeGreaterThanOrEqual(8)
  expect(count((game) => game.hasDemo)).toBeGreaterThanOrEqual(10)
  expect(count(hasExtras)).toBeGreaterThanOrEqual(10)
  expect(count((game) => game.publishedDaysAgo <= 7)).toBeGreaterThanOrEqual(3)
  expect(count((game) => game.theme === DEFAULT_THEME)).toBeGreaterThanOrEqual(6)
  expect(count((game) => game.title.length >= 30)).toBeGreaterThanOrEqual(1)
})

test('The demo store answers for most of its games what they contain, and not for all', () => {
  expect(answeredSlugs.filter((slug) => !games.some((game) => game.slug === slug))).toEqual([])
  expect(count((game) => game.warnings.length === 0)).toBe(games.length - answeredSlugs.length)
  expect(count((game) => game.warnings.length === 0)).toBeGreaterThanOrEqual(5)
  const contained = games.flatMap((game) => game.warnings.filter(({ level }) => level !== 'none'))
  expect(THEMES.filter(({ id }) => !contained.some(({ theme }) => theme.id === id))).toEqual([])
  expect(contained.filter(({ note }) => (note?.length ?? 1) > WARNING_NOTE_MAX || note === '')).toEqual([])
})

test('The demo store is about three fifths NSFW and has games for every device', () => {
  expect(count((game) => game.category === 'NSFW') / games.length).toBeCloseTo(0.6, 1)
  const bases = games.flatMap((game) => game.files.filter((file) => file.customPriceCents === null))
  expect(DEVICES.filter((device) => !bases.some((file) => file.device === device))).toEqual([])
})

describe.each(games)('$title', (game) => {
  test('The game can be saved unchanged', () => {
    const files = game.files.map((file) => ({
      ...file,
      uploaded: true,
      customPriceEnabled: file.customPriceCents !== null,
      customPrice: String(dollarsOf(file.customPriceCents ?? 0)),
    }))
    expect(
      gameProblems({
        ...game,
        price: String(dollarsOf(game.priceCents)),
        files,
        hasCard: true,
        hasCover: true,
        theme: game.theme,
      }),
    ).toEqual({})
    expect(cleanTags(game.tags)).toEqual(game.tags)
    expect(game.slug).toBe(slugOf(game.title))
  })

  test('The game has a description of 150 to 400 words in permitted elements', () => {
    const words = plain(game.description).split(/\s+/).length
    expect(words).toBeGreaterThanOrEqual(150)
    expect(words).toBeLessThanOrEqual(400)
    const elements = [...game.description.matchAll(/<\/?([a-z0-9]+)/g)].map(([, name]) => name)
    expect(
      elements.filter((name) => !/^(p|h2|h3|ul|ol|li|strong|em|blockquote|a)$/.test(name ?? '')),
    ).toEqual([])
  })

  test('The game has a believable price and believable files', () => {
    if (!game.isFree) expect(game.priceCents).toBeGreaterThanOrEqual(299)
    expect(game.priceCents).toBeLessThanOrEqual(3999)
    expect(game.hasDemo && game.isFree).toBe(false)
    expect(game.files[0]?.customPriceCents).toBe(null)
    expect(game.files.every(({ name }) => name.endsWith('.zip') && name.length <= FILE_NAME_BYTES_MAX)).toBe(
      true,
    )
    expect(game.publishedDaysAgo).toBeGreaterThanOrEqual(1)
    expect(game.publishedDaysAgo).toBeLessThanOrEqual(400)
  })
})

// White on the default demo button cannot be read (2.5), so no demo game may show one.
test('No game in the default colors has a demo', () => {
  expect(games.filter((game) => game.theme === DEFAULT_THEME && game.hasDemo)).toEqual([])
})
