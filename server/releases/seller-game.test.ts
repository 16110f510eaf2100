import { GAME_TEXT } from '@nofiller/contract/authoring/game-rules'
import type { Game } from '@nofiller/contract/catalog/catalog'
import { beforeAll, expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { aZip, upload } from '../testing/fixtures/game-form.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { draftRelease, publishGame, releaseGame } from '../testing/fixtures/publishing.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()
let dev: Person
beforeAll(async () => {
  dev = await signedIn(test, 'developer')
})

const page = async (game: Game) => (await dev.get(`/api/dev/games/${game._id}`)).body

it('counts owners and names what is newest and what waits for its developer', async () => {
  const game = await publishGame(dev)
  await buyAndPay(test, await signedIn(test), { id: game._id, slug: game.slug, files: [] })
  await releaseGame(dev, game, { label: '0.5' })
  const id = await draftRelease(dev, game)
  await test.db
    .updateTable('releases')
    .set({ opens_at: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute()
  await test.db.updateTable('games').set({ suspended_at: new Date() }).where('id', '=', game._id).execute()
  const { owners, newest, toDo } = await page(game)
  expect([owners, newest.label]).toEqual([1, '0.5'])
  expect(toDo).toMatchObject([{ label: '0.6', kind: 'late', reason: expect.stringContaining('wait') }])
})

it('VE5 proposes the next label and the saves of the last release, and says from when each file is', async () => {
  const game = await publishGame(dev, ['Windows', 'Windows'])
  await releaseGame(dev, game, { label: '0.5', saves: 'none', savesNote: 'Begin anew.' })
  const { body } = await dev.get(`/api/dev/games/${game._id}/next-release`)
  expect(body).toMatchObject({ label: '0.6', saves: 'none', savesNote: 'Begin anew.' })
  expect(body.files.map(({ label }: { label: string }) => label).sort()).toEqual(['0.5', '1'])
  expect(body.releases.map(({ label }: { label: string }) => label)).toEqual(['1', '0.5'])
})

it('B7 is open to an admin, whose look and changes are logged, and to no other developer', async () => {
  const [admin, other] = [await signedIn(test, 'admin'), await signedIn(test, 'developer')]
  const game = await publishGame(dev)
  expect((await other.get(`/api/dev/games/${game._id}`)).status).toBe(404)
  expect((await admin.get(`/api/dev/games/${game._id}`)).status).toBe(200)
  await admin.get(`/api/dev/games/${game._id}`)
  await admin.post(`/api/games/${game._id}/releases`, { label: '0.9' })
  const entries = await test.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('actor_id', '=', admin.id)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'game_opened', after: null },
    { action: 'release_changed', after: { release: '0.9', change: 'draft saved' } },
  ])
})

it('checks what a new file of a draft says of itself as the game form does, and lets it be changed', async () => {
  const game = await publishGame(dev)
  const entry = { tempKey: await upload(dev, aZip()), filename: 'artbook.zip' }
  const path = `/api/games/${game._id}/releases`
  const wrong = await dev.post(path, { files: [{ ...entry, customPriceEnabled: true, customPrice: 99_999 }] })
  expect([wrong.status, wrong.body.fields]).toEqual([
    422,
    { 'files.0.device': GAME_TEXT.device, 'files.0.customPrice': GAME_TEXT.priceMax },
  ])
  const { body } = await dev.post(path, { files: [{ ...entry, device: 'Other' }] })
  const [{ buildId, customPrice }] = body.files
  expect(customPrice).toBeNull()
  const files = [{ buildId, device: 'Linux', customPriceEnabled: true, customPrice: 4 }]
  const changed = await dev.send('PUT', `/api/releases/${body.id}`, {
    body: JSON.stringify({ files }),
    headers: { 'content-type': 'application/json' },
  })
  expect(changed.body.files).toMatchObject([{ buildId, device: 'Linux', customPrice: 4 }])
})
