// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const APP = join(import.meta.dirname, '..')
const STORE_NOW = Date.parse('2026-11-26T12:00:00Z')
const HOUR_MS = 3_600_000

let clock: typeof import('./clock.ts')
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now: STORE_NOW })
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

it('Every screen that shows or compares a time uses the store’s clock', () => {
  const elsewhere = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^ui[\\/]clock\.ts$|^testing/.test(path))
    .filter((path) =>
      /\bDate\.now\b|\bnew Date(?:\(\)|\b(?!\())|(?<!new )\bDate\(\)/.test(
        readFileSync(join(APP, path), 'utf8'),
      ),
    )
  expect(elsewhere).toEqual([])
})

it.each([-24, -3, -0.4, 0, 0.1, 3, 24])(
  'The clock shows the store’s time while the browser is %f h off',
  (hours) => {
    vi.setSystemTime(STORE_NOW + hours * HOUR_MS)
    clock.setClockBy(answerOf(STORE_NOW), performance.now())
    expect(isNear(STORE_NOW + 500)).toBe(true)
    vi.advanceTimersByTime(90_000)
    expect(isNear(STORE_NOW + 90_500)).toBe(true)
  },
)

it('The clock goes on when somebody changes the browser’s clock', () => {
  clock.setClockBy(answerOf(STORE_NOW), performance.now())
  vi.setSystemTime(STORE_NOW - 5 * HOUR_MS)
  expect(isNear(STORE_NOW + 500)).toBe(true)
})

it('The clock ignores cached responses and responses without a date', () => {
  clock.setClockBy(answerOf(STORE_NOW - HOUR_MS, 'public, max-age=60'), performance.now())
  clock.setClockBy(new Response('', { headers: { 'cache-control': 'no-store' } }), performance.now())
  expect(clock.currentTime().getTime()).toBe(STORE_NOW)
})

it('The clock does not move for a response that agrees, however slow it was', () => {
  clock.setClockBy(answerOf(STORE_NOW), performance.now())
  const askedAt = performance.now()
  vi.advanceTimersByTime(9_000)
  clock.setClockBy(answerOf(STORE_NOW + 1_000), askedAt)
  clock.setClockBy(answerOf(STORE_NOW + 9_000), performance.now())
  expect(clock.currentTime().getTime()).toBe(STORE_NOW + 9_500)
})

it('The clock catches up after a sleep', async () => {
  let asked = 0
  vi.stubGlobal('fetch', async (path: string) => {
    expect(path).toBe('/api/health')
    asked += 1
    return answerOf(Date.now())
  })
  const { result, unmount } = renderHook(() => clock.useAtPresent((now) => now.toISOString().slice(0, 13)))
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toBe(1) // no response had come before
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(1)
  vi.setSystemTime(STORE_NOW + 8 * HOUR_MS)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(result.current).toBe('2026-11-26T20')
  expect(asked).toBe(2)
  unmount()
})

it('The clock asks every 10 seconds at most while no response sets it', async () => {
  const ask = vi.fn(async () => Promise.reject(new TypeError('offline')))
  vi.stubGlobal('fetch', ask)
  const { unmount } = renderHook(() => clock.useAtPresent((now) => now.getTime(), 500))
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(ask).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(ask).toHaveBeenCalledTimes(2)
  unmount()
})
