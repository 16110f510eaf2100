import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../testing/database.ts'
import { withExclusiveLock } from './exclusive.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const nothing = () => undefined

it('waits for another process, names what it waits for, and then runs', async () => {
  const done: string[] = []
  const second = Promise.withResolvers<void>()
  await withExclusiveLock(database.url, { what: 'a house is being built', say: nothing }, async () => {
    const asked = Promise.withResolvers<string>()
    void withExclusiveLock(database.url, { what: 'a house is being built', say: asked.resolve }, async () => {
      done.push('second')
    }).then(second.resolve, second.reject)
    expect(await asked.promise).toContain('a house is being built (5 minutes at most)')
    await withExclusiveLock(
      database.url,
      { what: 'something else', say: nothing },
      async () => void done.push('something else'),
    )
    done.push('first')
  })
  await second.promise
  expect(done).toEqual(['something else', 'first', 'second'])
})

it('gives up after a time, and releases the lock when the work fails', async () => {
  const turn = { what: 'a house is being built', say: nothing }
  const failed = withExclusiveLock(database.url, turn, async () => {
    const late = withExclusiveLock(database.url, { ...turn, waitMs: 50 }, async () => undefined)
    await expect(late).rejects.toThrow(
      'Gave up waiting for another store on this database: a house is being built.',
    )
    throw new Error('no bricks')
  })
  await expect(failed).rejects.toThrow('no bricks')
  expect(await withExclusiveLock(database.url, turn, async () => 'built')).toBe('built')
})
