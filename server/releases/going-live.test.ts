import type { Game } from '@nofiller/contract/catalog/catalog'
import { beforeAll, expect, it, vi } from 'vitest'
import { unavailable } from '../platform/http/errors/errors.ts'
import { aZip, upload } from '../testing/fixtures/game-form.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { anOwner, draftRelease, publishGame } from '../testing/fixtures/publishing.ts'
import { addDrafts, liveLabels } from '../testing/fixtures/releases.ts'
import { useTestStore } from '../testing/store.ts'
import { openDueReleases } from './open-on-time.ts'

const test = useTestStore()
let dev: Person
beforeAll(async () => {
  dev = await signedIn(test, 'developer')
})

const twoFiles = (): Promise<TestGame> =>
  addGame(test, { developerId: dev.id, files: [{}, { name: 'map.zip' }] })

it('VE2 Two releases of the same files at once go live one after the other, each whole', async () => {
  const game = await twoFiles()
  const ids = await Promise.all(
    ['0.5', '0.6'].map(async (label) => (await addDrafts(test.db, [game.id], label)).get(game.id) ?? ''),
  )
  const statuses = await Promise.all(
    ids.map(async (id) => (await dev.post(`/api/releases/${id}/live`, {})).status),
  )
  expect(statuses).toEqual([200, 200])
  const [newest] = await test.sql<{ label: string }>`
    select label from releases where game_id = ${game.id} order by live_at desc limit 1`
  expect(await liveLabels(test.db, game.id)).toEqual([newest?.label, newest?.label])
})

it('VE2 Downloads while a release goes live get one whole build each, under its own tag', async () => {
  const game = await publishGame(dev)
  const owner = await anOwner(test, game)
  const next = await draftRelease(dev, game, { label: '0.5' })
  const answers: Promise<[string, string]>[] = []
  for (let nth = 0; nth < 50; nth += 1) {
    answers.push(downloaded(owner, game))
    if (nth === 25) await dev.post(`/api/releases/${next}/live`, {})
  }
  const rows = await test.sql<{ sha256: string }>`
    select encode(sha256, 'hex') as sha256 from file_builds where file_id = ${game.gameFiles[0]?._id ?? ''}`
  const hashes = rows.map(({ sha256 }) => sha256)
  const tags = new Map<string, Set<string>>()
  for (const [hash, tag] of await Promise.all(answers)) {
    expect(hashes).toContain(hash)
    tags.set(tag, (tags.get(tag) ?? new Set()).add(hash))
  }
  for (const ofTag of tags.values()) expect(ofTag.size).toBe(1)
  expect(tags.size).toBe(2)
})

/** The hash of what an owner downloads, and its tag. */
async function downloaded(owner: Person, { _id, gameFiles }: Game): Promise<[string, string]> {
  const { body } = await owner.post(`/api/library/${_id}/download`, { fileId: gameFiles[0]?._id })
  const answer = await fetch(body.downloadUrl)
  const bytes = await answer.arrayBuffer()
  return [
    Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex'),
    answer.headers.get('etag') ?? '',
  ]
}

it('VE10 A download that runs while its release is withdrawn ends whole', async () => {
  const game = await publishGame(dev)
  const owner = await anOwner(test, game)
  const bytes = aZip(2_000_000)
  const entry = { _id: game.gameFiles[0]?._id, device: 'Windows', tempKey: await upload(dev, bytes) }
  const { id } = (await dev.post(`/api/games/${game._id}/releases`, { files: [entry] })).body
  await test.drain()
  expect((await dev.post(`/api/releases/${id}/live`, {})).status).toBe(200)
  const { body } = await owner.post(`/api/library/${game._id}/download`, { fileId: game.gameFiles[0]?._id })
  const reader = (await fetch(body.downloadUrl)).body?.getReader()
  const parts = [(await reader?.read())?.value]
  expect((await dev.post(`/api/releases/${id}/withdraw`, { reason: 'It crashes.' })).status).toBe(200)
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    parts.push(part.value)
  expect(Buffer.concat(parts.flatMap((part) => part ?? []))).toEqual(bytes)
})

it('VE2 Nothing is half live while the object store is away: a draft is refused with 503, and what is checked goes live', async () => {
  const game = await publishGame(dev)
  const ready = await draftRelease(dev, game, { label: '0.5' })
  const tempKey = await upload(dev, aZip())
  const away = (['sizeOf', 'read'] as const).map((name) =>
    vi.spyOn(test.store.storage, name).mockImplementation(() => {
      throw unavailable('The files cannot be reached right now.')
    }),
  )
  try {
    const files = [{ _id: game.gameFiles[0]?._id, device: 'Windows', tempKey }]
    const refused = await dev.post(`/api/games/${game._id}/releases`, { label: '0.6', files })
    expect([refused.status, refused.body.error]).toEqual([503, 'The files cannot be reached right now.'])
    expect((await dev.post(`/api/releases/${ready}/live`, {})).status).toBe(200)
  } finally {
    for (const one of away) one.mockRestore()
  }
  expect(await liveLabels(test.db, game._id)).toEqual(['0.5'])
  const files = [{ _id: game.gameFiles[0]?._id, device: 'Windows', tempKey }]
  expect((await dev.post(`/api/games/${game._id}/releases`, { label: '0.6', files })).status).toBe(200)
})

const OUT = {
  'is out of the store': (id: string) =>
    test.db.updateTable('games').set({ suspended_at: new Date() }).where('id', '=', id),
  'was taken down as illegal': (id: string) =>
    test.db.updateTable('games').set({ suspended_at: new Date(), is_illegal: true }).where('id', '=', id),
  'is of a suspended developer': (_: string, developerId: string) =>
    test.db.updateTable('accounts').set({ suspended_at: new Date() }).where('id', '=', developerId),
}

it.each(Object.entries(OUT))(
  'VE3 A release of a game that %s goes live neither by hand nor by time',
  async (_, takeOut) => {
    const other = await signedIn(test, 'developer')
    const game = await publishGame(other)
    const id = await draftRelease(other, game, { label: '0.5' })
    await takeOut(game._id, other.id).execute()
    expect([401, 403, 409]).toContain((await other.post(`/api/releases/${id}/live`, {})).status)
    await test.sql`update releases set opens_at = now() where id = ${id}`
    expect(await openDueReleases(test.store)).toBe(0)
    expect(await liveLabels(test.db, game._id)).toEqual(['1'])
    await test.sql`update releases set opens_at = null where id = ${id}`
  },
)
