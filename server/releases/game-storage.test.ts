import type { Notice } from '@nofiller/contract/notices/notices'
import type { GameStorage } from '@nofiller/contract/releases/seller-game'
import { beforeAll, expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { aZip, upload } from '../testing/fixtures/game-form.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { addRelease } from '../testing/fixtures/releases.ts'
import { useTestStore } from '../testing/store.ts'
import { removeBuilds } from './leaving-builds.ts'

const test = useTestStore({ settings: { GAME_STORAGE_BYTES: '20000' } })
let dev: Person
beforeAll(async () => {
  dev = await signedIn(test, 'developer')
})

const aGame = () => addGame(test, { developerId: dev.id })
const storage = async ({ id }: TestGame): Promise<GameStorage> =>
  (await dev.get(`/api/dev/games/${id}/storage`)).body
const keep = (game: TestGame, oldBuilds: number | null) =>
  dev.put(`/api/games/${game.id}/old-builds`, { oldBuilds })

async function ownerOf(game: TestGame): Promise<Person> {
  const owner = await signedIn(test)
  await buyAndPay(test, owner, game)
  return owner
}

const fetchBuild = (owner: Person, game: TestGame, buildId: string) =>
  owner.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id, buildId })

it('VE9 leaves an older build to who fetched it alone once its developer keeps the newest only', async () => {
  const game = await aGame()
  const [early, late] = [await ownerOf(game), await ownerOf(game)]
  const old = (await addRelease(test, game, { label: '0.3' })).builds[0]?.buildId ?? ''
  await early.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id })
  await addRelease(test, game, { label: '0.4' })
  expect((await fetchBuild(late, game, old)).status).toBe(200)
  await test.db.deleteFrom('owned_versions').where('account_id', '=', late.id).execute()
  expect((await keep(game, 0)).body.oldBuilds).toBe(0)
  expect((await fetchBuild(early, game, old)).status).toBe(200)
  expect((await fetchBuild(late, game, old)).status).toBe(404)
  await keep(game, 1)
  expect((await fetchBuild(late, game, old)).status).toBe(200)
})

it('VE9 leaves what is newer than an owner’s version to them, as their saves may need it', async () => {
  const game = await aGame()
  const owner = await ownerOf(game)
  await owner.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id })
  const step = (await addRelease(test, game, { label: '0.4' })).builds[0]?.buildId ?? ''
  await addRelease(test, game, { label: '0.5' })
  await keep(game, 0)
  expect((await fetchBuild(owner, game, step)).status).toBe(200)
})

it('VE9 counts what is live, what the policy keeps, and drafts, and apart what stays for owners', async () => {
  const game = await aGame()
  const first = game.files[0]?.bytes.length ?? 0
  await addRelease(test, game, { label: '0.3' })
  await addRelease(test, game, { label: '0.4' })
  const bytes = aZip()
  const files = [{ _id: game.files[0]?.id, tempKey: await upload(dev, bytes) }]
  await dev.post(`/api/games/${game.id}/releases`, { files })
  expect(await storage(game)).toEqual({
    oldBuilds: null,
    maxBytes: 20_000,
    live: 2_000,
    earlier: 2_000 + first,
    earlierReleases: 2,
    drafts: bytes.length,
    owners: 0,
    leaving: null,
  })
  await keep(game, 1)
  expect(await storage(game)).toMatchObject({ earlier: 2_000, owners: first })
})

it('VE9 refuses an upload that does not fit before it begins, with what could go, until an admin allows more', async () => {
  const game = await aGame()
  for (const label of ['0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '0.8', '0.9'])
    await addRelease(test, game, { label })
  const open = (size: number) =>
    dev.post('/api/upload/temp-file', { filename: 'game.zip', size, gameId: game.id })
  const early = await open(6_000)
  expect([early.status, early.body.code]).toEqual([413, 'storage_full'])
  expect((await open(10)).status).toBe(200)
  const other = await signedIn(test, 'developer')
  const foreign = { filename: 'game.zip', size: 10, gameId: game.id }
  expect((await other.post('/api/upload/temp-file', foreign)).status).toBe(404)
  const files = [{ _id: game.files[0]?.id, tempKey: await upload(dev, aZip(6_000)) }]
  const draft = () => dev.post(`/api/games/${game.id}/releases`, { files })
  const refused = await draft()
  expect([refused.status, refused.body.code]).toEqual([413, 'storage_full'])
  expect(refused.body.error).toContain('keep fewer old builds')
  const admin = await signedIn(test, 'admin')
  await admin.put(`/api/admin/games/${game.id}/storage`, { maxBytes: 2 ** 30, reason: 'As agreed' })
  expect((await draft()).status).toBe(200)
  expect((await open(6_000)).status).toBe(200)
})

it('VE9 removes builds that nobody may download any more 30 days after it told their developer', async () => {
  const game = await aGame()
  const builds: string[] = []
  for (const label of ['0.2', '0.3', '0.4', '0.5'])
    builds.push((await addRelease(test, game, { label })).builds[0]?.buildId ?? '')
  const [two = '', three = '', four = ''] = builds
  const owner = await ownerOf(game)
  await fetchBuild(owner, game, three) // and 0.4 may be a step for its saves
  const stored = async () => {
    const rows = await test.db
      .selectFrom('file_builds')
      .select(['id', 'storage_key'])
      .where('id', 'in', builds)
      .where('destroyed_at', 'is', null)
      .execute()
    for (const { storage_key } of rows) expect(await test.storage.sizeOf(storage_key)).not.toBeNull()
    return rows.map(({ id }) => builds.indexOf(id) + 2).sort()
  }
  const notices = async (): Promise<Notice[]> =>
    (await dev.get('/api/notices')).body.filter(({ gameId }: Notice) => gameId === game.id)
  const late = () => test.sql`update file_builds set leaves_at = now() where leaves_at is not null`
  await removeBuilds(test.store)
  expect(await notices()).toEqual([])

  await keep(game, 0)
  await removeBuilds(test.store)
  expect(await notices()).toMatchObject([{ topic: 'builds-leave', labels: ['0.2', '1'] }])
  expect((await storage(game)).leaving).toMatchObject({ builds: 2 })
  await keep(game, null)
  await late()
  await removeBuilds(test.store)
  expect(await stored()).toEqual([2, 3, 4, 5])
  expect((await storage(game)).leaving).toBeNull()

  await keep(game, 0)
  await removeBuilds(test.store)
  await late()
  await test.db.updateTable('games').set({ suspended_at: new Date() }).where('id', '=', game.id).execute()
  await removeBuilds(test.store)
  expect(await stored()).toEqual([2, 3, 4, 5]) // it may be evidence
  await test.db.updateTable('games').set({ suspended_at: null }).where('id', '=', game.id).execute()
  await removeBuilds(test.store)
  await late()
  await removeBuilds(test.store)
  expect(await stored()).toEqual([3, 4, 5])
  expect(await notices()).toHaveLength(1)
  for (const buildId of [three, four]) expect((await fetchBuild(owner, game, buildId)).status).toBe(200)
  expect((await fetchBuild(owner, game, two)).status).toBe(404)
})
