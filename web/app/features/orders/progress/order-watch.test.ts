import { DOWNLOAD_SECONDS } from '@nofiller/contract/library/download-lifetimes'
import { expect, it } from 'vitest'
import { ApiError, networkError } from '../../../api/api-error.ts'
import { afterFailureMs, failureText, nextCheckMs } from './order-watch.ts'

it('The thank-you page asks every 5 seconds until the order is paid', () => {
  expect(nextCheckMs(undefined)).toBe(5_000)
  expect(nextCheckMs({ status: 'CREATED' })).toBe(5_000)
  expect(nextCheckMs({ status: 'PENDING' })).toBe(5_000)
})

it('The thank-you page of an ended order keeps asking for late money, but rarely', () => {
  expect(nextCheckMs({ status: 'EXPIRED' })).toBe(30_000)
})

it('The thank-you page renews a download address before it expires', () => {
  expect(nextCheckMs({ status: 'PAID' })).toBeLessThan(DOWNLOAD_SECONDS * 1_000)
})

it('The thank-you page doubles its wait after each failure, up to a minute', () => {
  expect([0, 1, 2, 3, 9].map((failures) => afterFailureMs(failures, networkError()))).toEqual([
    5_000, 10_000, 20_000, 40_000, 60_000,
  ])
})

it('The thank-you page waits as long as the server asks', () => {
  const busy = new ApiError({ status: 429, message: 'Slow down', retryAfterSeconds: 42 })
  expect(afterFailureMs(0, busy)).toBe(42_000)
})

it('The thank-you page says what failed', () => {
  expect(failureText(new ApiError({ status: 503, message: 'x' }))).toBe('Failed to fetch status (503)')
  expect(failureText(networkError())).toBe('Status check failed')
})
