import type { LibraryEntry } from '@nofiller/contract/library/library'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'
import { grant } from './grants.ts'

const test = useTestStore()
const ada = usePerson(test, 'developer')
const june = usePerson(test)
const games: Record<string, TestGame> = {}

beforeAll(async () => {
  const bo = await signedIn(test, 'developer')
  await add('Velvet Orbit', ada, { bought: '2026-11-03', built: '2026-10-01' })
  await add('100% Kelp', ada, { bought: '2026-11-02', built: '2026-11-02', device: 'Linux' })
  await add('Anemone', bo, { bought: '2026-11-01', built: '2026-10-15', tags: ['Puzzle'] })
})

type Facts = { bought: string; built: string; device?: 'Linux'; tags?: string[] }
async function add(title: string, developer: Person, { bought, built, device = undefined, tags }: Facts) {
  const game = await addGame(test, { developerId: developer.id, ...(tags && { tags }) })
  games[title] = game
  await test.db.updateTable('games').set({ title }).where('id', '=', game.id).execute()
  await own(june, game, bought)
  await rebuild(game, built)
  if (device) await test.db.updateTable('game_files').set({ device }).where('game_id', '=', game.id).execute()
}
async function own(who: Person, game: TestGame, at: string) {
  const owner = { accountId: who.id, gameId: game.id, fileId: null, orderId: null }
  await test.db.transaction().execute((tx) => grant(tx, owner))
  await test.sql`update grants set created_at = ${new Date(at)} where game_id = ${game.id}`
}
const rebuild = (game: TestGame, at: string) =>
  test.sql`update file_builds set live_at = ${new Date(at)}
    where file_id = ${game.files[0]?.id ?? ''} and replaced_at is null`
/** A further build, and the one before again. */
const replace = (fileId: string) =>
  test.sql`
  with old as (update file_builds set replaced_at = now() where file_id = ${fileId} returning file_id, name, size_bytes)
  insert into file_builds (id, file_id, name, size_bytes, storage_key)
    select gen_random_uuid(), file_id, name, size_bytes, gen_random_uuid()::text from old`
const bringBack = async (fileId: string) => {
  await test.sql`delete from file_builds where file_id = ${fileId} and replaced_at is null`
  await test.sql`update file_builds set replaced_at = null where file_id = ${fileId}`
}

async function search(query: Record<string, string>, who = june) {
  const answer = await who.get(`/api/library?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  const titles = answer.body.map(({ game }: LibraryEntry) => game.title)
  expect(Number(answer.headers.get('x-total-count'))).toBe(titles.length)
  return titles
}
const entryOf = async (title: string): Promise<LibraryEntry> =>
  (await june.get(`/api/library?gameId=${games[title]?.id}`)).body[0]

it.each([
  [{}, ['Velvet Orbit', '100% Kelp', 'Anemone']],
  [{ sort: 'updated' }, ['100% Kelp', 'Anemone', 'Velvet Orbit']],
  [{ sort: 'title' }, ['100% Kelp', 'Anemone', 'Velvet Orbit']],
  [{ q: ' ORB ' }, ['Velvet Orbit']],
  [{ q: 'puzz' }, ['Anemone']],
  [{ q: '%' }, ['100% Kelp']],
  [{ q: 'nothing like it' }, []],
  [{ device: 'Linux' }, ['100% Kelp']],
  [{ device: 'Windows', sort: 'title' }, ['Anemone', 'Velvet Orbit']],
] as const)('finds games in the library by %o', async (query, titles) => {
  expect(await search(query)).toEqual(titles)
})

it('finds games by the developer’s name or the developer filter', async () => {
  expect(await search({ developer: ada.username.toUpperCase() })).toEqual(['Velvet Orbit', '100% Kelp'])
  expect(await search({ q: ada.username })).toEqual(['Velvet Orbit', '100% Kelp'])
})

it('shows which games were updated since their download', async () => {
  const game = games['Velvet Orbit'] as TestGame
  const fileId = game.files[0]?.id ?? ''
  expect(await search({ updated: '1' })).toEqual([])

  expect((await june.post(`/api/library/${game.id}/download`, { fileId })).status).toBe(200)
  expect((await entryOf('Velvet Orbit')).hasUpdate).toBe(false)
  await replace(fileId)
  await rebuild(game, '2999-01-01')
  expect(await search({ updated: '1' })).toEqual(['Velvet Orbit'])
  expect(await entryOf('Velvet Orbit')).toMatchObject({
    hasUpdate: true,
    updatedAt: '2999-01-01T00:00:00.000Z',
    files: [{ _id: fileId, hasUpdate: true }],
  })
  expect((await june.get('/api/library/facets')).body.updated).toBe(1)

  await bringBack(fileId)
  expect(await search({ updated: '1' })).toEqual([])
})

it('treats a new file for a device as an update of the downloaded one', async () => {
  const buyer = await signedIn(test)
  const game = await addGame(test, { developerId: ada.id, files: [{}, { name: 'version-2.zip' }] })
  await own(buyer, game, '2026-11-01')
  const [first, second] = game.files
  await test.sql`update file_builds set live_at = ${new Date('2999-01-01')} where file_id = ${second?.id ?? ''}`
  await buyer.post(`/api/library/${game.id}/download`, { fileId: first?.id })
  const updated = async () =>
    (await buyer.get('/api/library')).body[0].files.map((file: { hasUpdate: boolean }) => file.hasUpdate)
  expect(await updated()).toEqual([false, true])
  await test.sql`update game_files set device = 'Mac' where id = ${second?.id ?? ''}`
  expect(await updated()).toEqual([false, false])
})

it('hides a game in the library, and shows it again', async () => {
  const id = games.Anemone?.id
  const hide = (who: Person, hidden: boolean) => who.patch(`/api/library/${id}`, { hidden })
  expect((await hide(await signedIn(test), true)).status).toBe(404)
  for (let times = 0; times < 2; times += 1) expect((await hide(june, true)).body).toEqual({ hidden: true })
  expect(await search({})).toEqual(['Velvet Orbit', '100% Kelp'])
  expect(await search({ hidden: '1' })).toEqual(['Anemone'])
  expect((await entryOf('Anemone')).hidden).toBe(true)
  expect((await june.get('/api/library/facets')).body).toEqual({
    total: 2,
    updated: 0,
    muted: [],
    hidden: 1,
    devices: [
      { device: 'Linux', count: 1 },
      { device: 'Windows', count: 1 },
    ],
    developers: [{ username: ada.username, name: ada.username, count: 2 }],
  })
  expect((await hide(june, false)).body).toEqual({ hidden: false })
  expect(await search({ hidden: '1' })).toEqual([])
})

it('an empty library shows nothing of others', async () => {
  const nobody = await signedIn(test)
  expect(await search({}, nobody)).toEqual([])
  expect((await nobody.get('/api/library/facets')).body).toEqual({
    total: 0,
    updated: 0,
    muted: [],
    hidden: 0,
    devices: [],
    developers: [],
  })
})

it('recognizes a file by its hash, even of an earlier build, or else names the expected file', async () => {
  const game = games.Anemone as TestGame
  const fileId = game.files[0]?.id ?? ''
  const sha256 = 'ab'.repeat(32)
  await test.sql`update file_builds set sha256 = ${Buffer.from(sha256, 'hex')} where file_id = ${fileId}`
  const verify = async (who: Person, query: Record<string, string>) =>
    (await who.get(`/api/library/verify?${new URLSearchParams({ name: '', size: '1', ...query })}`)).body
  const build = {
    gameId: game.id,
    title: 'Anemone',
    fileId,
    name: 'file-0.zip',
    size: 2_000,
    isPresent: true,
    sha256,
  }
  expect(await verify(june, { sha256 })).toEqual({ match: build, closest: null })
  expect(await verify(ada, { sha256 })).toEqual({ match: null, closest: null })

  const other = 'cd'.repeat(32)
  expect((await verify(june, { sha256: other, name: 'file-0.zip' })).closest).toMatchObject({
    name: 'file-0.zip',
  })
  expect((await verify(june, { sha256: other, size: '2000' })).closest).toMatchObject({ size: 2_000 })
  expect(await verify(june, { sha256: other, name: 'holiday.jpg' })).toEqual({ match: null, closest: null })

  await test.sql`update file_builds set replaced_at = now() where file_id = ${fileId}`
  expect((await verify(june, { sha256 })).match).toMatchObject({ isPresent: false })
  await test.sql`update file_builds set replaced_at = null where file_id = ${fileId}`
})

it('lists a library of 1,010 games page by page, each game once', async () => {
  const collector = await signedIn(test)
  const template = games['Velvet Orbit']?.id
  await test.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
    with made as (
      insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, price_cents, is_free, status, theme, devices, published_at)
      select gen_random_uuid(), developer_id, 'many-' || n, 'Many ' || n, description, project_type, stage, category, tags, price_cents, is_free, 'draft', theme, devices, published_at
      from games, generate_series(1, 1010) as n where id = ${template}
      returning id
    ), files as (
      insert into game_files (id, game_id, kind, device, position)
      select gen_random_uuid(), made.id, 'file', 'Windows', n from made, generate_series(1, 2) as n
      returning id, game_id
    ), builds as (
      insert into file_builds (id, file_id, name, size_bytes, storage_key)
      select gen_random_uuid(), id, 'game.zip', 1, id::text from files
    ), earlier as (
      insert into file_builds (id, file_id, name, size_bytes, storage_key, replaced_at)
      select gen_random_uuid(), id, 'game.zip', 1, id || ' earlier', now() from files returning id, file_id
    ), taken as (
      insert into downloads (id, account_id, game_id, file_id, build_id)
      select gen_random_uuid(), ${collector.id}, game_id, files.id, earlier.id
      from files join earlier on earlier.file_id = files.id
    )
    insert into grants (id, account_id, game_id) select gen_random_uuid(), ${collector.id}, id from made
  `.execute(tx)
  })
  await test.sql`analyze`

  for (const sort of ['updated', 'title']) {
    const seen = new Set<string>()
    let next = `/api/library?sort=${sort}&updated=1&limit=100`
    for (let page = 0; page < 11; page += 1) {
      const answer = await collector.get(next)
      expect(answer.headers.get('x-total-count')).toBe('1010')
      for (const { gameId } of answer.body) seen.add(gameId)
      next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
    }
    expect(seen.size, sort).toBe(1_010)
    expect(next).toBe('')
  }
  const whole = await collector.get('/api/library')
  expect(whole.body).toHaveLength(1_000)
  expect(whole.headers.get('link')).toContain('rel="next"')
  expect((await collector.get('/api/library/facets')).body).toMatchObject({ total: 1_010, updated: 1_010 })
})

it.each(['sort=price', 'after=x', 'limit=101', 'updated=yes', 'device=Toaster'])(
  'B5 refuses the filter ?%s',
  async (query) => {
    expect([400, 422]).toContain((await june.get(`/api/library?${query}`)).status)
  },
)
