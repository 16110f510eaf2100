import type { LibraryEntry } from '@nofiller/contract/library/library'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { addRelease, type TestRelease } from '../testing/fixtures/releases.ts'
import { useTestStore } from '../testing/store.ts'
import { grant } from './grants.ts'

const test = useTestStore()
let dev: Person
let owner: Person
let game: TestGame

beforeAll(async () => {
  dev = await signedIn(test, 'developer')
})

beforeEach(async () => {
  owner = await signedIn(test)
  game = await addGame(test, { developerId: dev.id })
  await own(owner)
})

const own = (person: Person) =>
  test.db
    .transaction()
    .execute((tx) => grant(tx, { accountId: person.id, gameId: game.id, fileId: null, orderId: null }))

const put = (path: string, body: object, person = owner) =>
  person.send('PUT', `/api/library/${game.id}/${path}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const download = (buildId?: string, person = owner) =>
  person.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id, ...(buildId && { buildId }) })
const bytesOf = async ({ body }: { body: { downloadUrl: string } }) =>
  Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer())
const buildOf = ({ builds }: TestRelease) => builds[0]?.buildId ?? ''
const inList = async (query: string, person = owner): Promise<LibraryEntry[]> =>
  (await person.get(`/api/library?${query}`)).body
const updates = async () => (await inList('updated=1')).map(({ gameId }) => gameId)
const entry = async (): Promise<LibraryEntry> => (await inList(`gameId=${game.id}`))[0] as LibraryEntry

/** Three releases after the first: a save of 0.3 goes by 0.4 to 0.5. */
async function withWay() {
  const three = await addRelease(test, game, { label: '0.3' })
  await download()
  const four = await addRelease(test, game, {
    label: '0.4',
    summary: 'Chapter two.',
    saves: 'from',
    savesFrom: three.id,
  })
  const five = await addRelease(test, game, {
    label: '0.5',
    summary: 'Chapter three.',
    saves: 'from',
    savesFrom: four.id,
  })
  return { three, four, five }
}

it('VE7 says what is new since the version that was fetched, and the way for its saves, until the newest is fetched', async () => {
  const { four, five } = await withWay()
  const [listed] = await inList('updated=1')
  expect(listed?.version).toMatchObject({ label: '0.3', isSet: false })
  expect(listed?.update).toMatchObject({
    newest: { label: '0.5', releaseId: five.id },
    releases: [
      { label: '0.5', summary: 'Chapter three.' },
      { label: '0.4', summary: 'Chapter two.' },
    ],
    releaseCount: 2,
    saves: 'steps',
    steps: [
      { label: '0.4', build: { buildId: buildOf(four), size: 2_000 } },
      { label: '0.5', build: { buildId: buildOf(five) } },
    ],
    build: { buildId: buildOf(five), size: 2_000, device: 'Windows' },
  })
  await download(buildOf(four))
  expect((await entry()).version?.label).toBe('0.4')
  expect((await entry()).update?.saves).toBe('works')
  await download()
  expect(await updates()).toEqual([])
  expect(await entry()).toMatchObject({ version: { label: '0.5' }, update: null })
})

it('VE7 says nothing of versions before the first download, and of rows without an update', async () => {
  await addRelease(test, game, { label: '0.3' })
  expect(await entry()).toMatchObject({ version: null, update: null })
  await download()
  expect((await inList(''))[0]).toMatchObject({ version: null, update: null })
  expect((await entry()).version?.label).toBe('0.3')
})

it('VE7 repeats why old saves do not work', async () => {
  await addRelease(test, game, { label: '1.9' })
  await download()
  await addRelease(test, game, { label: '2.0', saves: 'none', savesNote: 'New city.' })
  expect((await entry()).update).toMatchObject({ saves: 'none', savesNote: 'New city.', steps: [] })
})

it('VE7 takes a version that its owner has already, and not one that they could not download', async () => {
  const { four, five } = await withWay()
  const fileId = game.files[0]?.id
  expect((await put('version', { fileId, buildId: buildOf(four) })).status).toBe(200)
  expect((await entry()).version).toMatchObject({ label: '0.4', isSet: true })
  expect((await put('version', { fileId, buildId: buildOf(five) })).status).toBe(200)
  expect(await updates()).toEqual([])
  const stranger = await signedIn(test)
  expect((await put('version', { fileId, buildId: buildOf(five) }, stranger)).status).toBe(404)
  expect((await put('version', { fileId, buildId: fileId })).status).toBe(404)
})

it('VE7 skips a release but not the next, and takes it back', async () => {
  const { five } = await withWay()
  expect((await put('updates', { skipped: five.id })).status).toBe(200)
  expect(await updates()).toEqual([])
  await put('updates', { skipped: null })
  expect(await updates()).toEqual([game.id])
  expect((await owner.post('/api/library/skip-updates', {})).body).toEqual({ skipped: 1 })
  expect(await updates()).toEqual([])
  await addRelease(test, game, { label: '0.6' })
  expect((await entry()).update?.newest.label).toBe('0.6')
  const other = await addGame(test, { developerId: dev.id })
  const { id } = await addRelease(test, other, { label: '1.1' })
  expect((await put('updates', { skipped: id })).status).toBe(404)
})

it('VE7 mutes a game, which stays listed, and names it', async () => {
  await withWay()
  await put('updates', { muted: true })
  expect(await updates()).toEqual([])
  expect((await inList('muted=1')).map(({ isMuted }) => isMuted)).toEqual([true])
  const { body } = await owner.get('/api/library/facets')
  expect(body.muted).toMatchObject([{ gameId: game.id }])
  await put('updates', { muted: false })
  expect(await updates()).toEqual([game.id])
  expect((await put('updates', { muted: true }, await signedIn(test))).status).toBe(404)
})

it('VE9 an owner downloads each version that was not withdrawn, and what they fetched also after that', async () => {
  const { four } = await withWay()
  const other = await signedIn(test)
  await own(other)
  expect(await bytesOf(await download(buildOf(four)))).toEqual(four.builds[0]?.bytes)
  const { status } = await dev.post(`/api/releases/${four.id}/withdraw`, { reason: 'It crashes.' })
  expect(status).toBe(200)
  expect((await download(buildOf(four))).status).toBe(200)
  expect((await download(buildOf(four), other)).status).toBe(404)
  expect((await entry()).update?.releases.map(({ label }) => label)).toEqual(['0.5'])
  expect((await download(buildOf(four), await signedIn(test))).status).toBe(404)
})

it('VE10 an owner reads that a file was taken back which they never downloaded, and it is no update', async () => {
  game = await addGame(test, { developerId: dev.id, files: [{}, { name: 'map.zip' }] })
  await own(owner)
  const early = await signedIn(test)
  await own(early)
  const map = game.files[1]
  const first = await test.db
    .selectFrom('releases')
    .select('id')
    .where('game_id', '=', game.id)
    .executeTakeFirst()
  await addRelease(test, game, { label: '0.6' })
  await download()
  await test.sql`update owned_versions set at = now() - interval '1 day' where account_id = ${owner.id}`
  expect(await updates()).toEqual([game.id])
  const fetchMap = (person: Person) => person.post(`/api/library/${game.id}/download`, { fileId: map?.id })
  await fetchMap(early)
  await dev.post(`/api/releases/${first?.id}/withdraw`, { reason: 'It crashes.' })
  expect(await updates()).toEqual([])
  for (const [person, isTakenBack, status] of [
    [owner, true, 404],
    [early, false, 200],
  ] as const) {
    const [{ files } = { files: [] }] = await inList(`gameId=${game.id}`, person)
    expect(files.map((file) => file.isTakenBack)).toEqual([false, isTakenBack])
    expect((await fetchMap(person)).status).toBe(status)
  }
})

it('VE9 nobody downloads a version before it is live', async () => {
  const buildId = crypto.randomUUID()
  await test.db
    .insertInto('file_builds')
    .values({
      id: buildId,
      file_id: game.files[0]?.id ?? '',
      name: 'draft.zip',
      size_bytes: 1,
      storage_key: 'games/draft',
      live_at: null,
    })
    .execute()
  expect((await download(buildId)).status).toBe(404)
  expect((await download(buildId, dev)).status).toBe(404)
})
