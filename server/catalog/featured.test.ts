import { randomUUID } from 'node:crypto'
import type { FeaturedGame } from '@nofiller/contract/catalog/featured'
import { DAYS_TURNED, FEATURED } from '@nofiller/contract/catalog/home-rules'
import { beforeAll, expect, it } from 'vitest'
import { unlimited } from '../platform/http/audience.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { signedIn, usePerson } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { home } from './home/home.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')
let games: TestGame[]
let draft: TestGame

beforeAll(async () => {
  const developerId = (await signedIn(test, 'developer')).id
  games = []
  for (let number = 0; number < 7; number += 1)
    games.push(await addGame(test, { developerId, category: number === 1 ? 'NSFW' : 'SFW' }))
  draft = await addGame(test, { developerId, status: 'draft' })
})

const choose = (...chosen: (TestGame | undefined)[]) =>
  admin.put('/api/admin/featured', {
    games: chosen.map((game) => ({ gameId: game?.id, from: null, until: null })),
  })
const chosen = async (): Promise<[string, string][]> =>
  (await admin.get('/api/admin/featured')).body.map((game: FeaturedGame) => [game.slug, game.visibility])
const shown = async (choice: 'sfw' | 'blur' = 'blur') =>
  (await home(test.db, unlimited(choice), new Date())).featured.map(({ slug }) => slug)

it('features the games an admin chose, in that order, and updates the pages', async () => {
  let heard = 0
  test.store.catalogChanged.onChange(() => {
    heard += 1
  })
  const [a, b, c] = games
  expect((await choose(c, a, b)).body.map((game: FeaturedGame) => game._id)).toEqual([c?.id, a?.id, b?.id])
  await eventually(() => heard > 0)
  expect(await shown()).toEqual([c?.slug, a?.slug, b?.slug])
  expect((await choose(b, c)).status).toBe(200)
  expect(await shown()).toEqual([b?.slug, c?.slug])
  expect((await choose()).body).toEqual([])
  expect(await shown()).toEqual([])
})

it('refuses games that are not public, too many games, and duplicates, and then keeps the list', async () => {
  const [a] = games
  await choose(a)
  const refused = await choose(a, draft)
  expect([refused.status, refused.body.fields.games]).toEqual([
    422,
    expect.stringMatching(/is not public\.$/),
  ])
  expect((await choose({ ...draft, id: randomUUID() })).status).toBe(422)
  const tooMany = Array.from(
    { length: FEATURED.planned + 1 },
    () => ({ ...games[0], id: randomUUID() }) as TestGame,
  )
  expect((await choose(...tooMany)).status).toBe(422)
  const turned = { gameId: a?.id, from: '2026-12-02', until: '2026-12-01' }
  expect((await admin.put('/api/admin/featured', { games: [turned] })).text).toContain(DAYS_TURNED)
  expect((await choose(a, a)).body.fields.games).toBe('A game can be featured once.')
  expect(await chosen()).toEqual([[a?.slug, 'public']])
})

it('leaves out games that were taken down, and NSFW games for those who chose SFW only', async () => {
  const [a, b, c] = games
  await choose(a, b, c)
  expect(await shown('sfw')).toEqual([a?.slug, c?.slug])
  const takeDown = (suspended_at: Date | null) =>
    test.sql`update games set suspended_at = ${suspended_at} where id = ${a?.id ?? ''}`
  await takeDown(new Date())
  expect(await shown()).toEqual([b?.slug, c?.slug])
  expect(await chosen()).toEqual([
    [a?.slug, 'private'],
    [b?.slug, 'public'],
    [c?.slug, 'public'],
  ])
  await takeDown(null)
  expect(await shown()).toEqual([a?.slug, b?.slug, c?.slug])
})

it('keeps one complete list when two admins save at once', async () => {
  const [a, b, c, d] = games
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? choose(a, b) : choose(c, d))),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect([
    [a?.slug, b?.slug],
    [c?.slug, d?.slug],
  ]).toContainEqual(await shown())
})

it('B7 records who changed the featured games, and both lists', async () => {
  await choose(games[0])
  await choose(games[2])
  expect((await admin.get('/api/admin/audit?action=featured_changed&limit=1')).body).toMatchObject([
    {
      actor: admin.username,
      before: { games: [expect.any(String)] },
      after: { games: [expect.any(String)] },
    },
  ])
})
