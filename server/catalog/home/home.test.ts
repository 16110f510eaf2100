import { SECTIONS } from '@nofiller/contract/catalog/sections'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { unlimited } from '../../platform/http/audience.ts'
import { addGame, type NewGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { addRelease } from '../../testing/fixtures/releases.ts'
import { useTestStore } from '../../testing/store.ts'
import { emptyResultHints } from '../search/relaxed-filters.ts'
import { home } from './home.ts'

const test = useTestStore()
const TODAY = new Date('2026-11-27T12:00:00Z')
const shown = (view: 'show' | 'sfw' = 'show') => home(test.db, unlimited(view), TODAY)
const titlesOf = (games: readonly { title: string }[]) => games.map(({ title }) => title)

let developers: Person[]
beforeAll(async () => {
  developers = await Promise.all(Array.from({ length: 12 }, () => signedIn(test, 'developer')))
})
beforeEach(async () => {
  await test.sql`delete from games`
})

/** A game of one of twelve developers, older than a month unless it says otherwise. */
async function aGame(title: string, by: number, values: Partial<NewGame> = {}): Promise<TestGame> {
  const game = await addGame(test, {
    developerId: developers[by]?.id ?? '',
    files: [],
    title,
    tags: ['cozy'],
    ...values,
  })
  await publishedDaysAgo(game, 100)
  return game
}
const publishedDaysAgo = async ({ id }: TestGame, days: number) => {
  await test.sql`update games set published_at = now() - make_interval(days => ${days}) where id = ${id}`
  await test.sql`update game_sections set published_at = now() - make_interval(days => ${days}) where game_id = ${id}`
}
const reduce = ({ id }: TestGame, percent: number) =>
  test.sql`update games set sale_percent = ${percent}, sale_price_cents = 500, sale_ends_at = now() + interval '1 day' where id = ${id}`
const review = ({ id }: TestGame, positive: number) =>
  test.sql`update games set reviews_counted = 10, reviews_positive = ${positive}, review_rank = ${positive / 10} where id = ${id}`
const feature = (game: TestGame, position: number, from: string | null = null, until: string | null = null) =>
  test.sql`insert into featured_games (game_id, position, from_on, until_on) values (${game.id}, ${position}, ${from}, ${until})`

it('Featured games are shown on their days, and popular ones fill the places that are left', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const [past, today, future, popular, other] = [
    await aGame('Past', 0),
    await aGame('Today', 1),
    await aGame('Future', 2),
    await aGame('Popular', 3, { popularityCents: 900 }),
    await aGame('Of the same developer', 3, { popularityCents: 800 }),
  ]
  await feature(past, 0, null, day(-1))
  await feature(today, 1, day(0), day(0))
  await feature(future, 2, day(1))
  const { featured } = await shown()
  expect(titlesOf(featured)[0]).toBe('Today')
  expect(featured).toHaveLength(3)
  expect(featured.filter(({ _id }) => _id === popular.id || _id === other.id).length).toBeLessThanOrEqual(1)
})

it('New games with a share come by Best reviewed, then the newest, one of a developer, and none older than 30 days', async () => {
  const days = [29, 20, 2, 1, 1, 31]
  const games = await Promise.all(
    ['Liked', 'Best', 'Newer', 'Newest', 'Second of one', 'Old'].map((title, by) =>
      aGame(title, by === 4 ? 3 : by),
    ),
  )
  for (const [at, game] of games.entries()) await publishedDaysAgo(game, days[at] ?? 0)
  await review(games[0] as TestGame, 6)
  await review(games[1] as TestGame, 9)
  await review(games[5] as TestGame, 10)
  for (const [at, title] of ['First', 'Second', 'Third'].entries())
    await feature(await aGame(title, 6 + at), at)
  const found = titlesOf((await shown()).newGames)
  expect(found.slice(0, 2)).toEqual(['Best', 'Liked'])
  expect(found).toHaveLength(4)
  expect(found).not.toContain('Old')
})

it('On sale stand the biggest savings, two of a developer at most, and their number is of all', async () => {
  for (const [at, title] of ['First', 'Second', 'Third'].entries())
    await feature(await aGame(title, 9 + at), at)
  for (const [at, percent] of [10, 50, 40, 30, 20].entries())
    await reduce(await aGame(`${percent}%`, at < 4 ? 0 : at), percent)
  const { onSale } = await shown()
  expect(titlesOf(onSale.games)).toEqual(['50%', '40%', '20%'])
  expect(onSale.count).toBe(5)
})

it('A game moves up by a release that says what is new, once in seven days, and not by its first', async () => {
  for (const [at, title] of ['First', 'Second', 'Third'].entries())
    await feature(await aGame(title, 9 + at), at)
  const games = await Promise.all(
    ['One', 'Two', 'Three', 'Silent', 'New'].map((title, by) => aGame(title, by, { files: [{}] })),
  )
  const [one, two, three, silent, fresh] = games as [TestGame, TestGame, TestGame, TestGame, TestGame]
  await test.sql`update releases set live_at = now() - interval '30 days'`
  await test.sql`delete from releases where game_id = ${fresh.id}`
  for (const game of [one, two, three]) await addRelease(test, game, { label: '1.1', summary: 'A new map.' })
  await addRelease(test, silent, { label: '1.1' })
  await addRelease(test, fresh, { label: '1.0', summary: 'It is here.' })
  await addRelease(test, one, { label: '1.2', summary: 'Bigger text.' })
  const updated = async () => (await shown()).updated
  const lines = async () =>
    (await updated()).games.map(({ title, release }) => `${title} ${release.label}: ${release.summary}`)
  expect(await lines()).toEqual(['Three 1.1: A new map.', 'Two 1.1: A new map.', 'One 1.2: Bigger text.'])
  expect((await updated()).count).toBe(3)
  await test.sql`update games set moved_up_at = now() - interval '6 days 23 hours' where id = ${one.id}`
  await addRelease(test, one, { label: '1.3', summary: 'More.' })
  expect((await lines())[2]).toBe('One 1.3: More.')
  await test.sql`update games set moved_up_at = now() - interval '7 days 1 hour' where id = ${one.id}`
  await addRelease(test, one, { label: '1.4', summary: 'A finale.' })
  expect((await lines())[0]).toBe('One 1.4: A finale.')
  await test.sql`update releases set withdrawn_at = now() where game_id in (${two.id}, ${three.id}) and live_at > now() - interval '1 day'`
  expect(await lines()).toEqual([]) // one of six places
})

it('A category shows games of four developers before a second game of any of them', async () => {
  for (const title of ['Old One', 'Old Two']) await aGame(title, title === 'Old One' ? 0 : 1)
  for (const [at, title] of ['New One', 'New Two', 'New Three', 'New Four', 'New Five'].entries())
    await publishedDaysAgo(await aGame(title, 2), 50 - at)
  for (const at of [0, 1, 2]) await feature(await aGame(`Featured ${at}`, 9 + at, { tags: ['other'] }), at)
  const { sections } = await shown()
  const cozy = sections.find(({ name }) => name === 'Cozy')
  expect(cozy).toMatchObject({ count: 7, isOpen: true })
  expect(titlesOf(cozy?.games ?? [])).toEqual(['New Five', 'Old Two', 'Old One', 'New Four'])
})

it.each([0, 1, 3, 12, 60])('A store of %i games has no empty region and no game twice', async (count) => {
  for (let at = 0; at < count; at += 1) {
    const game = await aGame(`Game ${at}`, at % 12, {
      tags: [SECTIONS[at % SECTIONS.length]?.toLowerCase() ?? ''],
    })
    if (at % 3 === 0) await publishedDaysAgo(game, 5)
    if (at % 4 === 0) await reduce(game, 10 + at)
  }
  const { featured, newGames, onSale, updated, sections, total } = await shown()
  expect(total).toBe(count)
  const regions = [featured, newGames, onSale.games, updated.games].map(titlesOf)
  expect(new Set(regions.flat()).size).toBe(regions.flat().length)
  for (const [games, places] of [
    [featured, 3],
    [newGames, 4],
    [onSale.games, 6],
    [updated.games, 6],
  ] as const)
    expect(games.length === 0 || games.length * 2 >= places).toBe(true)
  for (const { games, isOpen } of sections) expect(games.length).toBeGreaterThanOrEqual(isOpen ? 4 : 1)
})

it('Who hides 18+ games finds none of them in any region, nor counted', async () => {
  for (let at = 0; at < 8; at += 1) {
    const game = await aGame(`Game ${at}`, at, { category: at % 2 === 0 ? 'NSFW' : 'SFW' })
    await publishedDaysAgo(game, 3)
    await reduce(game, 20)
  }
  const { featured, newGames, onSale, sections, total } = await shown('sfw')
  const games = [...featured, ...newGames, ...onSale.games, ...sections.flatMap((section) => section.games)]
  expect(games.every(({ category }) => category === 'SFW')).toBe(true)
  expect([onSale.count, total]).toEqual([4, 4])
})

it('offers the closest tags and popular games when a search finds nothing', async () => {
  for (let at = 0; at < 4; at += 1) await aGame(`Game ${at}`, at, { tags: ['psychological horror', 'noir'] })
  const { tags, games } = await emptyResultHints(test.db, unlimited('show'), { q: 'horrer' })
  expect(tags[0]).toBe('psychological horror')
  expect(games).toHaveLength(4)
  expect(
    (await emptyResultHints(test.db, unlimited('show'), { q: 'horrer', exclude: 'psychological horror' }))
      .tags,
  ).not.toContain('psychological horror')
})
