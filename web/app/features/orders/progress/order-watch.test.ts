import { describe, expect, it } from 'vitest'
import { ApiError, networkError } from '../../../api/api-error.ts'
import { afterFailureMs, failureText, nextCheckMs } from './order-watch.ts'

describe('the thank-you page', () => {
  it('asks every 5 seconds until the order is paid', () => {
    expect(nextCheckMs(undefined)).toBe(5_000)
    expect(nextCheckMs({ status: 'CREATED' })).toBe(5_000)
    expect(nextCheckMs({ status: 'PENDING' })).toBe(5_000)
  })

  it('goes on asking after the end, since late money still counts, but seldom', () => {
    expect(nextCheckMs({ status: 'EXPIRED' })).toBe(30_000)
  })

  it('fetches a new download address before the old one ends, and asks no more often where there is none', () => {
    expect(nextCheckMs({ status: 'PAID' })).toBe(300_000)
  })

  it('waits twice as long after each failure, and a minute at most', () => {
    expect([0, 1, 2, 3, 9].map((failures) => afterFailureMs(failures, networkError()))).toEqual([
      5_000, 10_000, 20_000, 40_000, 60_000,
    ])
  })

  it('waits as long as the server asks', () => {
    const busy = new ApiError({ status: 429, message: 'Slow down', retryAfterSeconds: 42 })
    expect(afterFailureMs(0, busy)).toBe(42_000)
  })

  it('says what failed in the words of the specification', () => {
    expect(failureText(new ApiError({ status: 503, message: 'x' }))).toBe('Failed to fetch status (503)')
    expect(failureText(networkError())).toBe('Status check failed')
  })
})
