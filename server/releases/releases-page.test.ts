import { beforeAll, beforeEach, expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { addRelease } from '../testing/fixtures/releases.ts'
import { eventually, useTestStore } from '../testing/store.ts'

const test = useTestStore({ pages: 'built' })
let dev: Person
let game: TestGame

beforeAll(async () => {
  dev = await signedIn(test, 'developer')
})

beforeEach(async () => {
  game = await addGame(test, { developerId: dev.id, title: 'Saltglass' })
  const { id } = await addRelease(test, game, { label: '0.4', summary: 'Chapter two.' })
  await addRelease(test, game, {
    label: '0.5',
    summary: 'Chapter <three>.',
    saves: 'from',
    savesFrom: id,
    knownProblems: 'On Linux the window may open behind others.',
  })
  await test.store.catalogChanged.announce(test.db)
})

const read = async (path: string) => (await fetch(test.url + path)).text()

it('VE13 lists the releases of a public game on a page, for anyone', async () => {
  const html = await read(`/game/${game.slug}/releases`)
  for (const text of [
    'Chapter two.',
    'Loads saves from 0.4.',
    'On Linux the window',
    'href="/game/',
    'Show SHA-256',
  ])
    expect(html).toContain(text)
  expect(html.indexOf('id="v0.5"')).toBeLessThan(html.indexOf('id="v0.4"'))
  expect(html).toContain(`href="/game/${game.slug}/feed.atom"`)
  expect((await fetch(`${test.url}/game/no-such-game/releases`)).status).toBe(404)
})

it('VE13 offers the releases of a game as a feed, and lists them in that of the store', async () => {
  const feed = await read(`/game/${game.slug}/feed.atom`)
  expect(feed).toContain('<title>Saltglass 0.5</title>')
  expect(feed).toContain('&lt;p&gt;Chapter &amp;lt;three&amp;gt;.&lt;/p&gt;')
  expect(feed).toContain(`${test.url}/game/${game.slug}/releases#v0.5`)
  const store = await read('/games/feed.xml')
  expect(store).toContain('<title>Saltglass 0.5</title>')
  expect(store).not.toContain('<title>Saltglass 1</title>') // its first release is the game itself
  expect((await fetch(`${test.url}/game/no-such-game/feed.atom`)).status).toBe(404)
})

it('VE13 leads on from the newest releases without scripts', async () => {
  const { id: file = '' } = game.files[0] ?? {}
  for (let nth = 6; nth < 16; nth += 1)
    await test.sql`
      with release as (
        insert into releases (id, game_id, label, live_at)
        values (gen_random_uuid(), ${game.id}, ${`0.${nth}`}, clock_timestamp()) returning id
      )
      insert into release_builds (release_id, file_id, build_id)
      select release.id, ${file}, build.id from release, file_builds as build
      where build.file_id = ${file} and build.replaced_at is null and build.live_at is not null`
  await test.store.catalogChanged.announce(test.db)
  const first = await read(`/game/${game.slug}/releases`)
  const [, next = ''] = /<noscript><a href="(\?after=[^"]+)"/.exec(first) ?? []
  const second = await read(`/game/${game.slug}/releases${next}`)
  expect([first.includes('id="v0.15"'), first.includes('id="v0.5"')]).toEqual([true, false])
  expect([second.includes('id="v0.15"'), second.includes('id="v0.5"')]).toEqual([false, true])
  expect([first.includes('Newest'), second.includes('Newest')]).toEqual([true, false])
  expect((await fetch(`${test.url}/game/${game.slug}/releases?after=nonsense`)).status).toBe(400)
})

it('VE13 lets owners read on of a game that is out of the store, unless it is illegal', async () => {
  const owner = await signedIn(test)
  await buyAndPay(test, owner, game)
  const statuses = async () =>
    Promise.all(
      [owner, test.nobody, dev].map(
        async (person) => (await person.get(`/api/games/${game.id}/releases`)).status,
      ),
    )
  expect(await statuses()).toEqual([200, 200, 200])
  await test.db.updateTable('games').set({ status: 'draft' }).where('id', '=', game.id).execute()
  await test.store.catalogChanged.announce(test.db)
  await eventually(async () => (await statuses())[1] === 404)
  expect(await statuses()).toEqual([200, 404, 404])
  const [entry] = (await owner.get(`/api/library?gameId=${game.slug}`)).body
  expect(entry.gameId).toBe(game.id) // by which its address finds them
  await test.db
    .updateTable('games')
    .set({ suspended_at: new Date(), is_illegal: true })
    .where('id', '=', game.id)
    .execute()
  expect(await statuses()).toEqual([404, 404, 404])
})

it('VE13 shows neither page nor feed of a game that is not public', async () => {
  await test.db.updateTable('games').set({ status: 'draft' }).where('id', '=', game.id).execute()
  await test.store.catalogChanged.announce(test.db)
  for (const page of ['releases', 'feed.atom'])
    expect((await fetch(`${test.url}/game/${game.slug}/${page}?anew=1`)).status).toBe(404)
})

it('VE13 says on the page of a game what is newest', async () => {
  const { body } = await test.nobody.get(`/api/games/${game.slug}`)
  expect(body.release).toMatchObject({
    label: '0.5',
    summary: 'Chapter <three>.',
    saves: 'from',
    savesFrom: '0.4',
    count: 3,
  })
  const html = await read(`/game/${game.slug}`)
  for (const text of ['What’s new in', 'Known problem:', 'All 3 releases']) expect(html).toContain(text)
})
