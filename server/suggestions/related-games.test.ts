import { THEMES } from '@nofiller/contract/content-limits/content-warnings'
import { levelsWith } from '@nofiller/contract/content-limits/limit-rules'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { browserOf } from '../testing/browser.ts'
import { addGame, type NewGame, type TestGame } from '../testing/fixtures/games.ts'
import { addGrants, addLibraries } from '../testing/fixtures/libraries.ts'
import { PASSWORD, type Person, signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'
import { relateFirst, relateGames } from './relate-games.ts'

const test = useTestStore({ pages: 'built' })

/** Each test thus has a store of its own games. */
beforeEach(async () => {
  await test.sql`update games set status = 'draft' where status = 'published'`
  await test.sql`update suggestion_consents set withdrawn_at = now(), withdrawn_through = '/library' where withdrawn_at is null`
})

let tags = 0
/** A game of a developer and a tag of its own: nothing is like it. */
async function aGame(more: Partial<NewGame> = {}): Promise<TestGame> {
  const { developerId = (await signedIn(test, 'developer')).id, ...rest } = more
  tags += 1
  return addGame(test, { developerId, files: [], tags: [`tag ${tags}`], ...rest })
}
const someGames = async (count: number, more: Partial<NewGame> = {}): Promise<TestGame[]> => {
  const games: TestGame[] = []
  while (games.length < count) games.push(await aGame(more))
  return games
}

const relate = () => relateGames(test.db)

/** What stands beside a game in the table, the closest first. */
const beside = async ({ id }: TestGame, kind: 'owners' | 'tags' = 'owners') =>
  test.sql<{ id: string; score: number }>`
    select other.id, other.score from related_games cross join lateral unnest(other_ids, scores) as other(id, score)
    where game_id = ${id} and kind = ${kind}`
const idsBeside = async (game: TestGame, kind?: 'owners' | 'tags') =>
  (await beside(game, kind)).map(({ id }) => id)
const ids = (games: readonly TestGame[]) => games.map(({ id }) => id)

/** The row on the game's page, for callers without an account unless somebody asks. */
async function rowOf({ slug }: TestGame, who: Pick<Person, 'get'> = test.nobody) {
  const { body } = await who.get(`/api/games/${slug}?anew=1`)
  return { by: body.relatedBy, ids: body.related.map(({ _id }: { _id: string }) => _id) as string[] }
}

describe('Owners also own', () => {
  it('RE2 four common owners make no pair, five do', async () => {
    const [one, other] = await someGames(2)
    if (!one || !other) throw new Error('no games')
    await addLibraries(test, 4, { games: [one, other] })
    await relate()
    expect(await idsBeside(one)).toEqual([])
    await addLibraries(test, 1, { games: [one, other] })
    await relate()
    expect(await idsBeside(one)).toEqual([other.id])
    expect(await idsBeside(other)).toEqual([one.id])
  })

  it('RE1 a pair is the closer the more of its owners own both, and more so the more they are', async () => {
    const [one, crowd, few, far] = await someGames(4)
    if (!one || !crowd || !few || !far) throw new Error('no games')
    await addLibraries(test, 20, { games: [one, crowd] })
    await addLibraries(test, 5, { games: [one, few] })
    await addLibraries(test, 5, { games: [one, far] })
    await addLibraries(test, 60, { games: [far, crowd] })
    await relate()
    const scores = new Map((await beside(one)).map(({ id, score }) => [id, score]))
    // Cosine and shrinkage: 20 of 30 and 80 owners, 5 of 30 and 5, 5 of 30 and 65.
    expect(scores.get(crowd.id)).toBeCloseTo((20 / Math.sqrt(30 * 80)) * (20 / 30), 5)
    expect(scores.get(few.id)).toBeCloseTo((5 / Math.sqrt(30 * 5)) * (5 / 15), 5)
    expect(scores.get(far.id)).toBeCloseTo((5 / Math.sqrt(30 * 65)) * (5 / 15), 5)
  })

  it('RE1 games of one bundle count for one another as one by its size', async () => {
    const bundled = await someGames(4)
    const [one, other] = bundled
    if (!one || !other) throw new Error('no games')
    await addLibraries(test, 20, { games: bundled, through: 'bundle' })
    await relate()
    const common = 20 / 4
    const [closest] = await beside(one)
    expect(closest?.score).toBeCloseTo((common / 20) * (common / (common + 10)), 5)
  })

  it('RE1 only libraries of 2 to 300 games count', async () => {
    const shelf = await someGames(2)
    const [one, other] = shelf
    if (!one || !other) throw new Error('no games')
    const hoarders = await addLibraries(test, 9, { games: shelf })
    await test.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx) // games for their number alone
      await sql`insert into grants (id, account_id, game_id)
        select gen_random_uuid(), id, gen_random_uuid() from unnest(${hoarders}::uuid[]) as id, generate_series(1, 299)`.execute(
        tx,
      )
    })
    await relate()
    expect(await idsBeside(one)).toEqual([])
    await test.sql`delete from grants where id in (
      select distinct on (account_id) id from grants where account_id = any(${hoarders}::uuid[]) and game_id <> all(${ids(shelf)}::uuid[]))`
    await relate()
    expect(await idsBeside(one)).toEqual([other.id])
  })

  it('RE5 counts nobody who did not agree, and is without a withdrawn consent after the next night', async () => {
    const shelf = await someGames(2)
    const [one, other] = shelf
    if (!one || !other) throw new Error('no games')
    await addLibraries(test, 50, { games: shelf, isCounted: false })
    await addLibraries(test, 4, { games: shelf })
    const fifth = await signedIn(test)
    await test.sql`update accounts set created_at = now() - interval '8 days' where id = ${fifth.id}`
    await addGrants(test, [fifth.id], shelf, 'order')
    await relate()
    expect(await idsBeside(one)).toEqual([])
    await fifth.put('/api/suggestion-consents', { isCounted: true, page: '/library' })
    expect(await idsBeside(one)).toEqual([])
    await relate()
    expect(await idsBeside(one)).toEqual([other.id])
    await fifth.put('/api/suggestion-consents', { isCounted: false, page: '/settings' })
    await relate()
    expect(await idsBeside(one)).toEqual([])
  })

  it.each(['suspended_at', 'deletion_at'])('leaves out accounts with %s', async (column) => {
    const shelf = await someGames(2)
    const [one] = shelf
    if (!one) throw new Error('no games')
    const [first] = await addLibraries(test, 5, { games: shelf })
    await test.sql`update accounts set ${sql.ref(column)} = now() where id = ${first}`
    await relate()
    expect(await idsBeside(one)).toEqual([])
  })

  it('RE9 planted clusters come out', async () => {
    const clusters = [await someGames(5), await someGames(5), await someGames(5)]
    for (const [nth, cluster] of clusters.entries()) {
      await addLibraries(test, 30, { games: cluster })
      // Some own a game of another cluster as well.
      const strange = clusters[(nth + 1) % clusters.length]?.[0]
      if (strange) await addLibraries(test, 6, { games: [...cluster.slice(0, 2), strange] })
    }
    await relate()
    for (const cluster of clusters)
      for (const game of cluster) {
        const closest = (await idsBeside(game)).slice(0, 4)
        expect(closest.sort()).toEqual(ids(cluster.filter(({ id }) => id !== game.id)).sort())
      }
  })

  it('RE9 a thousand claims by fake accounts move none of the six games closest to a paid one', async () => {
    const paid = await someGames(6)
    const free = await someGames(4, { priceCents: 0 })
    const [target] = paid
    if (!target) throw new Error('no games')
    for (const [nth, game] of [...paid.slice(1), ...free].entries())
      await addGrants(test, await addLibraries(test, 8 + nth, { games: [target, game] }), [], 'claim')
    const buyers = await addLibraries(test, 12, { games: paid.slice(0, 2) })
    await addGrants(test, buyers, free.slice(0, 2), 'claim')
    await relate()
    const before = (await beside(target)).slice(0, 6)
    expect(before).toHaveLength(6)
    await addLibraries(test, 500, { games: free, through: 'claim' })
    await addLibraries(test, 500, { games: free.slice(2), through: 'claim' })
    await relate()
    expect((await beside(target)).slice(0, 6)).toEqual(before)
  })

  it('RE9 a claim weighs a fifth, and an account of less than a week nothing', async () => {
    const [one, bought, claimed, fresh] = await someGames(4)
    if (!one || !bought || !claimed || !fresh) throw new Error('no games')
    const buyers = await addLibraries(test, 10, { games: [one, bought] })
    await addGrants(test, await addLibraries(test, 14, { games: [one, bought] }), [claimed], 'claim')
    await addGrants(test, buyers, [claimed], 'claim')
    await relate()
    expect(await idsBeside(one)).toEqual([bought.id]) // 24 claims are worth less than five owners
    await addGrants(test, await addLibraries(test, 6, { games: [one, bought] }), [claimed], 'claim')
    await addLibraries(test, 50, { games: [one, fresh], accountDays: 6 })
    await relate()
    const scores = new Map((await beside(one)).map(({ id, score }) => [id, score]))
    expect(scores.get(bought.id)).toBeCloseTo(30 / 40, 5)
    expect(scores.get(claimed.id)).toBeCloseTo(6 / 16, 5) // the cosine is 1, of 6 common owners instead of 30
    expect(scores.has(fresh.id)).toBe(false)
  })
})

describe('Similar games', () => {
  it('RE3 share rare tags rather than common ones, and a device', async () => {
    const one = await aGame({ tags: ['RPG', 'Lighthouse'], devices: ['Windows', 'Mac'] })
    const rare = await aGame({ tags: ['Lighthouse'], devices: ['Mac'] })
    const common = await aGame({ tags: ['RPG'], devices: ['Windows'] })
    await aGame({ tags: ['Lighthouse', 'RPG'], devices: ['Android'] })
    await someGames(6, { tags: ['RPG'], devices: ['Linux'] })
    await aGame()
    await relate()
    expect(await idsBeside(one, 'tags')).toEqual([rare.id, common.id])
    const games = 11
    const [lighthouse, rpg] = [Math.log(games / 3), Math.log(games / 9)]
    expect((await beside(one, 'tags'))[0]?.score).toBeCloseTo(lighthouse / (lighthouse + rpg), 5)
  })

  it('RE3 hold two games of one developer at most, the second for half its score', async () => {
    const { id: developerId } = await signedIn(test, 'developer')
    const one = await aGame({ tags: ['Kite'] })
    const same = await someGames(3, { developerId, tags: ['Kite'] })
    const other = await aGame({ tags: ['Kite', 'Wind'] })
    await aGame()
    await relate()
    const [first, second, third, ...none] = await beside(one, 'tags')
    expect(ids(same)).toEqual(expect.arrayContaining([first?.id, second?.id]))
    expect(second?.score).toBeCloseTo((first?.score ?? 0) / 2, 5)
    expect(third?.id).toBe(other.id)
    expect(none).toEqual([])
  })

  it('RE3 a game of today has a row by its tags before the next night', async () => {
    const [one, ...others] = await someGames(4, { tags: ['Comet'] })
    await aGame()
    await relate()
    const today = await aGame({ tags: ['Comet'] })
    expect((await rowOf(today)).ids.sort()).toEqual(ids([one as TestGame, ...others]).sort())
  })
})

describe('the row on a page', () => {
  /** A game with three that its owners own and four that are like it. */
  async function aShelf() {
    const one = await aGame({ tags: ['Harbor'] })
    const owned = await someGames(3)
    const similar = await someGames(4, { tags: ['Harbor'] })
    await addLibraries(test, 9, { games: [one, ...owned] })
    await relate()
    return { one, owned, similar }
  }

  it('RE4 is of co-owners where they made three, else of tags, and never of both', async () => {
    const { one, owned, similar } = await aShelf()
    expect(await rowOf(one)).toMatchObject({ by: 'owners', ids: expect.arrayContaining(ids(owned)) })
    expect((await rowOf(one)).ids).toHaveLength(3)
    await test.sql`update games set suspended_at = now() where id = ${owned[0]?.id}`
    const row = await rowOf(one)
    expect(row).toMatchObject({ by: 'tags', ids: expect.arrayContaining(ids(similar)) })
    expect(row.ids).toHaveLength(4)
    await test.sql`update games set suspended_at = null where id = ${owned[0]?.id}`
  })

  it('RE4 is left out when fewer than three games are left', async () => {
    const { one, owned, similar } = await aShelf()
    const gone = ids([...owned.slice(1), ...similar.slice(2)])
    await test.sql`update games set suspended_at = now() where id = any(${gone}::uuid[])`
    expect((await rowOf(one)).ids).toEqual([])
  })

  it('RE4 leaves out what the caller owns, and holds ten at most', async () => {
    const { one, owned, similar } = await aShelf()
    const june = await signedIn(test)
    await addGrants(test, [june.id], owned.slice(0, 1), 'claim')
    expect(await rowOf(one, june)).toMatchObject({ by: 'tags' })
    await addGrants(test, [june.id], similar.slice(0, 1), 'claim')
    expect((await rowOf(one, june)).ids.sort()).toEqual(ids(similar.slice(1)).sort())
    const many = await someGames(13)
    await addLibraries(test, 9, { games: [one, ...many] })
    await relate()
    expect((await rowOf(one)).ids).toHaveLength(10)
  })

  it('RE9 a game that limits or blocks hide leaves no trace in the page of the other', async () => {
    const { one, owned, similar } = await aShelf()
    const [blocked, limited] = owned
    if (!blocked || !limited) throw new Error('no games')
    for (const [game, word] of [
      [blocked, 'axolotl'],
      [limited, 'bilby'],
    ] as const)
      await test.sql`update games set title = ${word}, slug = ${word} where id = ${game.id}`
    await test.sql`insert into content_warnings (game_id, theme, level)
      select id, ${THEMES.find(({ id }) => id === 'gore')?.number}::smallint, case when id = ${limited.id} then 3 else 0 end
      from games where status = 'published'`
    await relate()
    await test.forgetCatalog()
    const page = `/game/${one.slug}`
    const seen = (await test.nobody.get(page, { cookie: 'content=show' })).text
    expect(seen.includes('axolotl')).toBe(true)
    expect(seen.includes('Owners also own')).toBe(true)
    for (const hide of [
      (who: Person) => who.put(`/api/blocks/game/${blocked.id}`, undefined),
      (who: Person) => who.put('/api/limits', { levels: levelsWith({ gore: 1 }), allowsAvoidable: false }),
    ]) {
      const june = await signedIn(test)
      expect((await hide(june)).status).toBe(200)
      const browser = browserOf(test)
      browser.cookies.set('content', 'show')
      await browser.post('/api/login', { email: june.email, password: PASSWORD })
      const { text } = await browser.get(page)
      const hidden = hide.toString().includes('blocks') ? ['axolotl', blocked.id] : ['bilby', limited.id]
      expect([...hidden, 'Owners also own'].filter((trace) => text.includes(trace))).toEqual([])
      expect(similar.filter(({ slug }) => text.includes(slug))).toHaveLength(4)
    }
  })
})

it('keeps fifty rows of a game at most, and those of no game that left the store', async () => {
  const [one, ...others] = await someGames(70, { tags: ['Crowd'] })
  await aGame()
  if (!one) throw new Error('no games')
  await addLibraries(test, 6, { games: [one, ...others] })
  await relate()
  expect(await idsBeside(one)).toHaveLength(30)
  expect(await idsBeside(one, 'tags')).toHaveLength(20)
  await test.sql`update games set status = 'draft' where status = 'published'`
  await relate()
  expect(await test.sql`select from related_games`).toEqual([])
})

it('A store that has had no such night works them out at its start, and no other does', async () => {
  const waiting = () => test.sql`select from jobs.job where name = 'relate-games' and state < 'active'`
  const [one] = await someGames(3, { tags: ['Dune'] })
  await aGame()
  await relate()
  await relateFirst(test.store)
  expect(await waiting()).toEqual([])
  await test.sql`delete from related_games`
  await relateFirst(test.store)
  await expect.poll(async () => (await idsBeside(one as TestGame, 'tags')).length).toBe(2)
})
