import { beforeAll, beforeEach, expect, it } from 'vitest'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { addRelease } from '../testing/fixtures/releases.ts'
import { useTestStore } from '../testing/store.ts'

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
