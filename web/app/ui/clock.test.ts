import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const APP = join(import.meta.dirname, '..')
const STORE_NOW = Date.parse('2026-11-26T12:00:00Z')
const HOUR_MS = 3_600_000

let clock: typeof import('./clock.ts')
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now: STORE_NOW })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.resetModules()
  clock = await import('./clock.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answerOf = (sentAtMs: number, caching = 'private, no-store') =>
  new Response('', { headers: { date: new Date(sentAtMs).toUTCString(), 'cache-control': caching } })
const isNear = (ms: number) => Math.abs(clock.currentTime().getTime() - ms) <= 500

it('is read wherever the browser tells or compares a time', () => {
  const elsewhere = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^ui[\\/]clock\.ts$|^testing/.test(path))
    .filter((path) =>
      /\bDate\.now\b|\bnew Date(?:\(\)|\b(?!\())|(?<!new )\bDate\(\)/.test(
        readFileSync(join(APP, path), 'utf8'),
      ),
    )
  expect(elsewhere).toEqual([])
})

it.each([-24, -3, -0.4, 0, 0.1, 3, 24])('is the store’s while the browser’s is %f h off', (hours) => {
  vi.setSystemTime(STORE_NOW + hours * HOUR_MS)
  clock.setClockBy(answerOf(STORE_NOW), performance.now())
  expect(isNear(STORE_NOW + 500)).toBe(true)
  vi.advanceTimersByTime(90_000)
  expect(isNear(STORE_NOW + 90_500)).toBe(true)
})

it('goes on when somebody sets the browser’s clock', () => {
  clock.setClockBy(answerOf(STORE_NOW), performance.now())
  vi.setSystemTime(STORE_NOW - 5 * HOUR_MS)
  expect(isNear(STORE_NOW + 500)).toBe(true)
})

it('is not set by what a cache may have stored, nor by an answer without a date', () => {
  clock.setClockBy(answerOf(STORE_NOW - HOUR_MS, 'public, max-age=60'), performance.now())
  clock.setClockBy(new Response('', { headers: { 'cache-control': 'no-store' } }), performance.now())
  expect(clock.currentTime().getTime()).toBe(STORE_NOW)
})

it('grows no less exact with slow answers, and more with each other one', () => {
  clock.setClockBy(answerOf(STORE_NOW), performance.now())
  const askedAt = performance.now()
  vi.advanceTimersByTime(9_000)
  clock.setClockBy(answerOf(STORE_NOW + 9_000), askedAt)
  expect(isNear(STORE_NOW + 9_500)).toBe(true)
  vi.advanceTimersByTime(700)
  clock.setClockBy(answerOf(STORE_NOW + 10_000), performance.now())
  expect(clock.currentTime().getTime()).toBeGreaterThanOrEqual(STORE_NOW + 10_000)
})

it('catches up after a sleep, in which the monotonic clock stood still', async () => {
  let asked = 0
  vi.stubGlobal('fetch', async (path: string) => {
    expect(path).toBe('/api/health')
    asked += 1
    return answerOf(Date.now())
  })
  clock.setClockBy(answerOf(STORE_NOW), performance.now())
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toBe(0)
  vi.setSystemTime(STORE_NOW + 8 * HOUR_MS)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(isNear(STORE_NOW + 8 * HOUR_MS + 500)).toBe(true))
  expect(asked).toBe(1)
})
