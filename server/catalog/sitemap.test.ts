import { expect, it } from 'vitest'
import { addGame } from '../testing/fixtures/games.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'
import { type SitemapPart, sitemapPage, sitemapPages } from './sitemap.ts'

const PER_PAGE = 3
const test = useTestStore()

/** Every path of a part, page by page, and how long the pages are. */
async function walk(part: SitemapPart) {
  const pages = (await sitemapPages(test.db, PER_PAGE)).filter((page) => page.part === part)
  const entries = await Promise.all(pages.map(({ from }) => sitemapPage(test.db, part, from, PER_PAGE)))
  return { paths: entries.flat().map(({ path }) => path), lengths: entries.map(({ length }) => length) }
}

it('lists every public game and every developer of one exactly once, in pages of limited length', async () => {
  expect(await sitemapPages(test.db, PER_PAGE)).toEqual([])
  const seller = await signedIn(test, 'developer')
  const silent = await signedIn(test, 'developer')
  await addGame(test, { developerId: silent.id, status: 'draft' })
  const games = []
  for (let number = 0; number < 8; number += 1)
    games.push(await addGame(test, { developerId: seller.id, category: number % 2 ? 'SFW' : 'NSFW' }))
  const [takenDown] = games.splice(4, 1)
  await test.sql`update games set suspended_at = now() where id = ${takenDown?.id ?? ''}`

  const { paths, lengths } = await walk('games')
  expect(paths).toEqual(games.map(({ slug }) => `/game/${slug}`))
  expect(lengths).toEqual([3, 3, 1])
  expect((await walk('developers')).paths).toEqual([`/dev/${seller.id}`])
})

it('dates a game by its newest release that stands, or by its publication, and not by a corrected word', async () => {
  const seller = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: seller.id })
  await test.sql`update games set published_at = '2026-03-01T10:00:00Z' where id = ${game.id}`
  const changedAt = async () =>
    (await sitemapPage(test.db, 'games', game.id, 1)).map(({ changedAt }) => changedAt?.toISOString())
  const release = (liveAt: string) =>
    test.sql`update releases set live_at = ${liveAt} where game_id = ${game.id}`

  await release('2026-02-01T10:00:00Z')
  expect(await changedAt()).toEqual(['2026-03-01T10:00:00.000Z'])
  await release('2026-05-04T10:00:00Z')
  await test.sql`update games set description = 'Mended.', updated_at = '2026-06-01T10:00:00Z' where id = ${game.id}`
  expect(await changedAt()).toEqual(['2026-05-04T10:00:00.000Z'])
  await test.sql`update releases set withdrawn_at = now(), withdrawn_reason = 'Broken.' where game_id = ${game.id}`
  expect(await changedAt()).toEqual(['2026-03-01T10:00:00.000Z'])
})
