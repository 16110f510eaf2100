import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { longLockTimeoutDatabase } from '../../testing/database.ts'
import {
  aForm,
  aPicture,
  aZip,
  createGame,
  filesJson,
  sendForm,
  upload,
} from '../../testing/fixtures/game-form.ts'
import { usePerson } from '../../testing/fixtures/people.ts'
import { untilLockIsAwaited } from '../../testing/lock.ts'
import { eventually, useTestStore } from '../../testing/store.ts'
import { sweepUploads } from '../uploads/sweep-uploads.ts'

const test = useTestStore(async () => ({ database: await longLockTimeoutDatabase() }))
const june = usePerson(test, 'developer')
const pictures = { cardImage: await aPicture(300, 210), coverImage: await aPicture() }

/** Runs something while another save, which has stored its pictures, waits at its upload and then fails. */
async function besideAFailingSave(title: string, run: () => Promise<void>): Promise<void> {
  const tempKey = await upload(june, aZip())
  await june.get(`/api/upload/temp-file/${tempKey}`) // so that the save has nothing to note of it before
  const form = await aForm({ ...pictures, title, gameFilesTempJson: filesJson({ tempKey }) })
  const stored = vi.spyOn(test.store.storage, 'write')
  let failing: Promise<unknown> = Promise.resolve()
  await test.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('uploads')
      .set({ taken_at: sql<Date>`now()` })
      .where('temp_key', '=', tempKey)
      .execute()
    failing = sendForm(june, '/api/games', form)
    await untilLockIsAwaited(test)
    expect(stored).toHaveBeenCalled()
    stored.mockRestore()
    await run()
  })
  expect(await failing).toMatchObject({ status: 422 })
}

async function expectPictures(slug: string): Promise<void> {
  const { text } = await test.nobody.get(`/api/games/${slug}`)
  const addresses = text.match(/\/uploads\/[^"]+\.webp/g) ?? []
  expect(addresses.length).toBeGreaterThan(1)
  for (const address of addresses) {
    expect((await test.nobody.get(address)).status, address).toBe(200)
    for (const form of ['-250.avif', '-250.webp'])
      if (address.includes('/card/'))
        expect((await test.nobody.get(address.replace('.webp', form))).status, address).toBe(200)
  }
}

it('R1 a failed save does not remove pictures that an identical save uses', async () => {
  await besideAFailingSave('Twins', async () => {
    expect((await createGame(june, { ...pictures, title: 'Twins' })).status).toBe(200)
  })
  await expectPictures('twins')
})

it('R1 a failed save restores pictures that another save started to use while it removed them', async () => {
  const remove = test.store.storage.remove
  let saving: ReturnType<typeof createGame> | undefined
  const removing = vi.spyOn(test.store.storage, 'remove').mockImplementation(async (key) => {
    saving ??= createGame(june, { ...pictures, title: 'Siblings' })
    expect((await saving).status).toBe(200)
    await remove(key)
  })
  await besideAFailingSave('Siblings', async () => undefined)
  removing.mockRestore()
  expect(saving).toBeDefined()
  await expectPictures('siblings')
})

it('R3 no database connection waits for storage inside a transaction', async () => {
  const { storage, uploads } = test.store
  const met = new Set<string>()
  const insideOne: string[] = []
  const noneWaits = async (name: string) => {
    met.add(name)
    const ended = eventually(async () => {
      const rows = await test.sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`
      return rows[0]?.waiting === 0
    })
    await ended.catch(() => insideOne.push(name))
  }
  const watched = [
    ...(['write', 'remove', 'sizeOf', 'presignPut'] as const).map((name) => watch(storage, name, noneWaits)),
    ...(['open', 'arrivalOf', 'remove'] as const).map((name) => watch(uploads, name, noneWaits)),
  ]
  const opened = await Promise.all(
    Array.from({ length: 25 }, () =>
      june.post('/api/upload/temp-file', { filename: 'a.zip', size: 100, resumable: true }),
    ),
  )
  const tempKeys = opened.map(({ body }) => body.tempKey)
  expect((await june.post('/api/upload/temp-file', { filename: 'a.zip' })).status).toBe(429)
  expect((await june.send('DELETE', `/api/upload/temp-file/${tempKeys[0]}`)).status).toBe(200)
  expect((await createGame(june, { title: 'Watched' })).status).toBe(200)
  await test.sql`update uploads set created_at = now() - interval '25 hours' where temp_key = any(${tempKeys})`
  expect(await sweepUploads(test.store)).toBeGreaterThanOrEqual(25)
  for (const spy of watched) spy.mockRestore()
  expect(insideOne).toEqual([])
  expect(met.size).toBe(6)
})

/** Makes each call of a function wait for something first. */
function watch<Name extends string>(
  // biome-ignore lint/suspicious/noExplicitAny: the arguments are passed on as they are
  on: Record<Name, (...given: any[]) => any>,
  name: Name,
  before: (name: string) => Promise<void>,
) {
  const real = on[name]
  // biome-ignore lint/suspicious/noExplicitAny: as above
  return vi.spyOn(on as Record<string, any>, name).mockImplementation(async (...given: unknown[]) => {
    await before(name)
    return real(...given)
  })
}
