/** Public reads from a real, lagging streaming replica. */
import { afterAll, describe, expect, it } from 'vitest'
import {
  type DebianPostgres,
  type DebianReplica,
  hasDebianPostgres,
  openDebianPostgres,
} from '../../testing/fakes/debian-postgres.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

describe.skipIf(!hasDebianPostgres)('with a streaming replica', () => {
  let primary: DebianPostgres
  let standby: DebianReplica
  afterAll(async () => {
    await standby?.stop()
    await primary?.stop()
  })
  const test = useTestStore(async () => {
    primary = await openDebianPostgres()
    const url = await primary.newDatabase()
    standby = await primary.openReplica()
    const name = new URL(url).pathname.slice(1)
    return {
      database: { url, drop: async () => undefined },
      settings: { DATABASE_URL: url, DATABASE_REPLICA_URL: standby.url(name) },
    }
  })

  it('serves visitors from the replica and accounts from the primary, and shows nobody a hidden game while it lags', async () => {
    const reads = test.store.replica?.reads ?? { replica: 0 }
    const [developer, admin] = [await signedIn(test, 'developer'), await signedIn(test, 'admin')]
    const game = await addGame(test, { developerId: developer.id })
    await test.forgetCatalog()
    let asked = 0
    /** A URL that nobody requested before, so no cache has it. */
    const seen = async () => (await test.nobody.get(`/api/games/${game.slug}?show=once&${++asked}`)).status
    const isReadFromReplica = async () => {
      const before = reads.replica
      await seen()
      return reads.replica > before
    }
    await eventually(isReadFromReplica)
    const before = { ...reads }
    expect((await developer.get(`/api/games/${game.id}`)).status).toBe(200)
    expect(reads).toEqual(before)

    expect(await seen()).toBe(200)
    const timesItLagged = () =>
      test.logged.filter((line) => line.includes('is unavailable or lags, and is not read')).length
    const laggedBefore = timesItLagged()
    await standby.pause()
    const reason = { reason: 'A test.', illegal: false }
    expect((await admin.post(`/api/admin/games/${game.id}/take-down`, reason)).status).toBe(200)
    await eventually(async () => (await seen()) === 404)
    await eventually(async () => {
      expect(await seen()).toBe(404)
      return timesItLagged() > laggedBefore
    })
    await standby.resume()
    await eventually(isReadFromReplica)
    expect(await seen()).toBe(404)
  })
})
