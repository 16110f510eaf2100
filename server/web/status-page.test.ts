/** Visitors' view of /status, also while the database is down. */
import { expect, it } from 'vitest'
import type { Client } from '../testing/client.ts'
import { freshDatabase } from '../testing/database.ts'
import { databaseRoad } from '../testing/fakes/database-proxy.ts'
import { aStore, eventually, useTestStore } from '../testing/store.ts'

/** A store looks every 10 s, and at the first question. */
const A_READING_MS = 90_000

const settings = { STATUS_PAGE: '1' }
const test = useTestStore({ settings, pages: 'built' })

async function statusFor(visitor: Client): Promise<string> {
  const { status, text, headers } = await visitor.get('/status')
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  return text
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

it('shows visitors the status of the store', async () => {
  const words = await statusFor(test.nobody)
  expect(words).toMatch(/Store .* Buying .* Downloads .* Emails .*Last checked .* UTC/)
  expect(words).not.toContain('Not working')
})

it('tells visitors that the store is down while the database is down', async () => {
  const database = await freshDatabase()
  const road = await databaseRoad(database.url)
  const shop = await aStore({
    database: { url: road.url, drop: database.drop },
    settings,
    pages: 'built',
  })
  await road.cut()
  expect((await shop.nobody.get('/games')).status).toBe(503)
  const words = await eventually(async () => {
    const told = await statusFor(shop.nobody)
    return told.includes('The store is down right now') && told
  }, A_READING_MS)
  expect(words).toMatch(/Not working Games, .* Since \w+ \d+, \d{4}, \d\d:\d\d UTC/)
  await road.mend()
  await road.cut()
})

it('every page links to the status page in its footer', async () => {
  expect((await test.nobody.get('/terms')).text).toContain('href="/status"')
})

it('answers 404 if the owner does not want a status page', async () => {
  const without = await aStore({ pages: 'built' })
  const [page, unknown] = [await without.nobody.get('/status'), await without.nobody.get('/no-such-page')]
  expect([page.status, page.headers.get('location')]).toEqual([
    unknown.status,
    unknown.headers.get('location'),
  ])
  expect((await without.nobody.get('/terms')).text).not.toContain('href="/status"')
})
