/** What visitors find at /status, also while the database is away. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientOf } from '../testing/client.ts'
import { type Cluster, openCluster } from '../testing/cluster.ts'
import { eventually, openTestStore } from '../testing/store.ts'

/** The store looks every 10 s. */
const A_READING_MS = 90_000

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster({ settings: { STATUS_PAGE: '1' } })
})
afterAll(() => cluster.remove())

const wordsOf = (html: string): string =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

it('tells visitors how the store is, and goes on telling while the database is away', async () => {
  const status = async () => {
    const { status, text, headers } = await clientOf(cluster.url).get('/status')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    return wordsOf(text)
  }
  expect(await status()).toMatch(/Store .* Buying .* Downloads .* Emails .*Last checked .* UTC/)
  expect(await status()).not.toContain('Not working')

  await cluster.postgres.stop()
  expect((await clientOf(cluster.url).get('/games')).status).toBe(503)
  await eventually(async () => (await status()).includes('The store is down right now'), A_READING_MS)
  expect(await status()).toMatch(/Not working Games, .* Since \w+ \d+, \d{4}, \d\d:\d\d UTC/)

  await cluster.postgres.start()
  await eventually(async () => !/Not working|Paused|Delayed/.test(await status()), A_READING_MS)
  expect(await status()).toMatch(/(?:Working|Slow) .* Since/) // slow on a busy machine
}, 400_000)

it('shows the way there, in the foot of every page', async () => {
  expect((await clientOf(cluster.url).get('/terms')).text).toContain('href="/status"')
})

it('is as any unknown address where the owner does not want it', async () => {
  const without = await openTestStore({ pages: 'built' })
  const [page, unknown] = [await without.nobody.get('/status'), await without.nobody.get('/no-such-page')]
  expect([page.status, page.headers.get('location')]).toEqual([
    unknown.status,
    unknown.headers.get('location'),
  ])
  expect((await without.nobody.get('/terms')).text).not.toContain('href="/status"')
  await without.close()
})
