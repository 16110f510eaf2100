import { COUNT_MAX } from '@nofiller/contract/catalog/browsing'
import type { Facets, GameCard, Suggestions } from '@nofiller/contract/catalog/catalog'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

const test = useTestStore()
const june = usePerson(test, 'developer')
beforeAll(async () => {
  await test.sql`update accounts set display_name = 'Dark Moon Works' where id = ${june.id}`
  const add = (title: string, game: Partial<Parameters<typeof addGame>[1]>) =>
    addGame(test, { developerId: june.id, title, files: [], ...game })
  await add('Crypt', {
    tags: ['RPG', 'Dark', 'Party'],
    devices: ['Windows', 'Linux'],
    priceCents: 999,
  })
  await add('Meadow', {
    tags: ['RPG', 'Cozy'],
    devices: ['Mac'],
    priceCents: 0,
    category: 'NSFW',
    popularityCents: 9,
  })
  await add('Tower', {
    tags: ['rpg', 'Party', 'dark'],
    devices: ['Linux'],
    priceCents: 1000,
    stage: 'In Development',
  })
  await add('Darkroom', { tags: ['Tools'], devices: ['Windows'], priceCents: 2500, projectType: 'Tool' })
  await add('Inn', { tags: ['Party', 'RPG'], devices: ['Windows'], popularityCents: 3 })
  await add('Draft', { tags: ['RPG', 'Dark', 'Party'], status: 'draft' })
})

/** Like the browser of a viewer who hides NSFW games. */
const SFW_ONLY = { cookie: 'content=sfw' }

const facets = async (query: string): Promise<Facets> =>
  (await test.nobody.get(`/api/games/facets?anew=1&${query}`)).body
const suggest = async (q: string): Promise<Suggestions> =>
  (await test.nobody.get(`/api/games/suggest?anew=1&q=${q}`)).body
const counts = (facet: Facets['tags']) => Object.fromEntries(facet.map(({ value, count }) => [value, count]))

describe('facets', () => {
  it('count all games when nothing is chosen, the most frequent tag first', async () => {
    const result = await facets('')
    expect(result.tags[0]).toEqual({ value: 'RPG', count: 4 })
    expect(counts(result.tags)).toEqual({ RPG: 4, Party: 3, Dark: 2, Cozy: 1, Tools: 1 })
    expect(counts(result.category)).toEqual({ SFW: 4, NSFW: 1 })
    expect(counts(result.device)).toEqual({ Windows: 3, Linux: 2, Mac: 1 })
    expect(counts(result.type)).toEqual({ Game: 4, Tool: 1 })
    expect(counts(result.stage)).toEqual({ Released: 4, 'In Development': 1 })
    expect(counts(result.price)).toEqual({ free: 1, '0.01-9.99': 2, '10-': 2 })
  })

  it('count what each choice leaves with the other filters, and do not offer a chosen tag again', async () => {
    const result = await facets('tag=party&device=Linux')
    expect(counts(result.tags)).toEqual({ RPG: 2, Dark: 2 })
    expect(counts(result.device)).toEqual({ Windows: 2, Linux: 2 })
    expect(counts(result.stage)).toEqual({ Released: 1, 'In Development': 1 })
    expect(counts(result.price)).toEqual({ '0.01-9.99': 1, '10-': 1 })
  })

  it('agree with the list for every choice they offer', async () => {
    const parameters = {
      tags: 'tag',
      category: 'category',
      device: 'device',
      type: 'type',
      stage: 'stage',
      price: 'price',
      sale: 'sale',
    }
    for (const chosen of ['', 'q=dark', 'exclude=party&price=-9.99', 'category=SFW'])
      for (const [name, values] of Object.entries(await facets(chosen)))
        for (const { value, count } of values) {
          const query = new URLSearchParams(`anew=1&${chosen}`)
          query.set(parameters[name as keyof Facets], value)
          const { headers } = await test.nobody.get(`/api/games?${query}`)
          expect([chosen, name, value, headers.get('x-total-count')]).toEqual([
            chosen,
            name,
            value,
            String(count),
          ])
        }
  })

  it('leave out NSFW games for those who chose SFW only, with and without filters', async () => {
    const answer = async (query: string) =>
      (await test.nobody.get(`/api/games/facets?anew=1&${query}`, SFW_ONLY)).body as Facets
    const all = await answer('')
    expect(counts(all.tags)).toEqual({ RPG: 3, Party: 3, Dark: 2, Tools: 1 })
    expect(counts(all.category)).toEqual({ SFW: 4 })
    expect(counts(all.device)).toEqual({ Windows: 3, Linux: 2 })
    expect(counts(all.price)).toEqual({ '0.01-9.99': 2, '10-': 2 })
    expect(counts((await answer('tag=rpg')).category)).toEqual({ SFW: 3 })
    expect(await answer('category=NSFW')).toEqual(all)
  })

  it('count tags that read alike as one tag, which finds the games of both', async () => {
    const alike = ['می\u200cخواهم', 'میخواهم']
    const games = await Promise.all(
      alike.map((tag) => addGame(test, { developerId: june.id, files: [], tags: [tag, 'Persian'] })),
    )
    const known = (found: Record<string, number>) =>
      Object.entries(found).filter(([tag]) => alike.includes(tag))
    expect(known(counts((await facets('')).tags))).toEqual([[expect.any(String), 2]])
    expect(known(counts((await facets('tag=persian')).tags))).toEqual([[expect.any(String), 2]])
    for (const tag of alike) {
      const found = await test.nobody.get(`/api/games?anew=1&tag=${encodeURIComponent(tag)}`)
      expect(found.headers.get('x-total-count')).toBe('2')
    }
    for (const { id } of games) await test.sql`delete from games where id = ${id}`
  })

  it('are updated when a game changes its category', async () => {
    const { id } = await addGame(test, { developerId: june.id, files: [], tags: ['Fleeting'] })
    const shown = async () => counts((await test.nobody.get('/api/games/facets?anew=1', SFW_ONLY)).body.tags)
    expect(await shown()).toHaveProperty('Fleeting')
    await test.sql`update games set category = 'NSFW' where id = ${id}`
    expect(await shown()).not.toHaveProperty('Fleeting')
    await test.sql`delete from games where id = ${id}`
  })

  it('are updated when a game changes and when it is deleted', async () => {
    const { id } = await addGame(test, { developerId: june.id, files: [], tags: ['Fleeting'] })
    expect(counts((await facets('')).tags)).toMatchObject({ Fleeting: 1 })
    await test.sql`update games set tags = array['Lasting'] where id = ${id}`
    expect(counts((await facets('')).tags)).toMatchObject({ Lasting: 1 })
    await test.sql`update games set suspended_at = now() where id = ${id}`
    expect(counts((await facets('')).tags)).not.toHaveProperty('Lasting')
    await test.sql`update games set suspended_at = null where id = ${id}`
    await test.sql`delete from games where id = ${id}`
    expect(counts((await facets('')).tags)).toEqual({ RPG: 4, Party: 3, Dark: 2, Cozy: 1, Tools: 1 })
  })

  it('stay the same when they are recounted', async () => {
    const before = await sql`select * from facet_counts where games > 0 order by facet`.execute(test.db)
    const words = await sql`select * from game_tags order by game_id, tag`.execute(test.db)
    await test.sql`call count_games()`
    expect(await test.sql`select * from facet_counts order by facet`).toEqual(before.rows)
    expect(await test.sql`select * from game_tags order by game_id, tag`).toEqual(words.rows)
  })
})

describe('suggestions', () => {
  it('find games, tags and developers by the beginnings of their words', async () => {
    const suggestions = await suggest('da')
    expect(suggestions.games.map((game) => game.title)).toEqual(['Darkroom'])
    expect(suggestions.tags).toEqual(['Dark'])
    expect(suggestions.developers).toEqual([
      { _id: june.id, username: june.username, displayName: 'Dark Moon Works' },
    ])
    expect((await suggest('moo')).developers).toHaveLength(1)
  })

  it('match each word on its own, in any order, and symbols that are spelled out', async () => {
    const { id: developerId } = await signedIn(test, 'developer')
    await test.sql`update accounts set display_name = 'Rook & Daughter' where id = ${developerId}`
    await addGame(test, { developerId, files: [], title: 'Salt & Rope', tags: ['Slow Folk Tale'] })
    expect((await suggest('folk+slow')).tags).toEqual(['Slow Folk Tale'])
    for (const q of ['rook+and+daughter', 'daughter+rook'])
      expect((await suggest(q)).developers.map(({ displayName }) => displayName)).toEqual(['Rook & Daughter'])
    expect((await suggest('salt+and+rope')).games).toHaveLength(1)
    expect((await suggest('slow+darkroom')).tags).toEqual([])
    await test.sql`delete from games where developer_id = ${developerId}`
  })

  it('tolerate a typing mistake', async () => {
    expect((await suggest('dakrroom')).games.map((game) => game.title)).toEqual(['Darkroom'])
    expect((await suggest('paryt')).tags).toEqual(['Party'])
  })

  it('leave out tags and developers that only have NSFW games for those who chose SFW only', async () => {
    const { id: developerId, username } = await signedIn(test, 'developer')
    const { id } = await addGame(test, { developerId, files: [], tags: ['Cozynook'], category: 'NSFW' })
    const offered = async (q: string, headers = {}) => {
      const { tags, developers } = (await test.nobody.get(`/api/games/suggest?anew=1&q=${q}`, headers)).body
      return [tags.length, developers.length]
    }
    expect([await offered('cozynook'), await offered(username)]).toEqual([
      [1, 0],
      [0, 1],
    ])
    expect([await offered('cozynook', SFW_ONLY), await offered(username, SFW_ONLY)]).toEqual([
      [0, 0],
      [0, 0],
    ])
    await test.sql`delete from games where id = ${id}`
  })

  it('are empty for a search without a letter or digit', async () => {
    await test.sql`update accounts set display_name = 'Oh!! Works' where id = ${june.id}`
    expect(await suggest('!!')).toEqual({ games: [], tags: [], developers: [] })
    expect((await suggest('oh!!')).developers).toHaveLength(1)
    await test.sql`update accounts set display_name = 'Dark Moon Works' where id = ${june.id}`
  })

  it('correct at most three words', async () => {
    await addGame(test, { developerId: june.id, files: [], title: 'Copper Lantern Harbour Mirror', tags: [] })
    expect((await suggest('coper+lanturn+harbor')).games).toHaveLength(1)
    expect((await suggest('coper+lanturn+harbor+miror')).games).toHaveLength(0)
    await test.sql`delete from games where title like 'Copper%'`
  })

  it('are refused for one letter', async () => {
    expect((await test.nobody.get('/api/games/suggest?q=d')).status).toBe(422)
  })

  it('treat a wildcard as an ordinary character (B5)', async () => {
    for (const q of ['%25%25', '__', '%5C%5C'])
      expect(await suggest(q)).toEqual({ games: [], tags: [], developers: [] })
  })
})

describe('related games', () => {
  const related = async (slug: string): Promise<GameCard[]> =>
    (await test.nobody.get(`/api/games/${slug}?anew=1`)).body.related

  const addAlone = async (game: Partial<Parameters<typeof addGame>[1]>) =>
    addGame(test, { developerId: (await signedIn(test, 'developer')).id, files: [], ...game })
  afterEach(() => test.sql`delete from games where 'Crowd' = any(tags)`)

  it('share the most tags regardless of case, and popular games come first among equals', async () => {
    const { slug } = await addAlone({ tags: ['Crowd', 'Reef', 'Gull'], devices: ['Windows', 'Linux'] })
    await addAlone({ title: 'One', tags: ['Crowd'] })
    await addAlone({ title: 'Popular one', tags: ['Crowd'], popularityCents: 5, devices: ['Linux'] })
    await addAlone({ title: 'Two', tags: ['Crowd', 'gull'] })
    await addAlone({ title: 'For no device of it', tags: ['Crowd', 'Reef'], devices: ['Mac'] })
    expect((await related(slug)).map((game) => game.title)).toEqual(['Two', 'Popular one', 'One'])
  })

  it('are at most ten, two of one developer, and never include drafts or the game itself', async () => {
    const { id, slug } = await addAlone({ tags: ['Crowd'] })
    await addAlone({ title: 'Draft', tags: ['Crowd'], status: 'draft' })
    for (let nth = 0; nth < 3; nth += 1)
      await addGame(test, { developerId: june.id, title: 'By June', files: [], tags: ['Crowd'] })
    for (let nth = 0; nth < 3; nth += 1) await addAlone({ tags: ['Crowd'] })
    const titlesOf = async () => (await related(slug)).map((game) => game.title)
    expect(await titlesOf()).toHaveLength(5)
    expect((await titlesOf()).filter((title) => title === 'By June')).toHaveLength(2)
    for (let nth = 0; nth < 7; nth += 1) await addAlone({ tags: ['Crowd'] })
    const games = await related(slug)
    expect(games).toHaveLength(10)
    expect(games.map((game) => game._id)).not.toContain(id)
    expect(games.map((game) => game.title)).not.toContain('Draft')
  })
})

it('a total is exact beyond the limit of the counts beside filters, and the list continues', async () => {
  await test.db.transaction().execute(async (tx) => {
    await sql`alter table games disable trigger games_counted`.execute(tx)
    await sql`
      insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, price_cents, is_free,
        status, theme, devices, published_at)
      select gen_random_uuid(), ${june.id}::uuid, 'mass-' || n, 'Mass ' || n, '', 'Game', 'Released', 'SFW', array['Mass'], 100,
        false, 'published', '{}', array['VR'], now() + make_interval(secs => n)
      from generate_series(1, ${COUNT_MAX + 7}::integer) as n`.execute(tx)
    await sql`alter table games enable trigger games_counted`.execute(tx)
    await sql`call count_games()`.execute(tx)
  })
  const list = (query: string) => test.nobody.get(`/api/games?anew=1&${query}`)
  for (const query of ['tag=mass', 'q=mass', 'q=mass&sort=title']) {
    const { body, headers } = await list(`limit=100&${query}`)
    expect([body.length, headers.get('x-total-count')]).toEqual([100, String(COUNT_MAX + 7)])
  }
  expect((await list('q=mass+77')).body[0].title).toBe('Mass 77')
  expect((await list('limit=1')).headers.get('x-total-count')).toBe(String(COUNT_MAX + 12))
  expect((await facets('q=mass')).device).toEqual([{ value: 'VR', count: COUNT_MAX }])
  const newest = (await list('limit=3&tag=mass&sort=new')).body.map((game: GameCard) => game.title)
  expect(newest).toEqual([7, 6, 5].map((n) => `Mass ${COUNT_MAX + n}`))
})
