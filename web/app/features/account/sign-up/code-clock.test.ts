import { expect, it } from 'vitest'
import { secondsLeft, showClock } from './code-clock.ts'

it('counts down to a moment and stops at none', () => {
  expect(secondsLeft(121_000, 1_000)).toBe(120)
  expect(secondsLeft(121_000, 27_000)).toBe(94)
  expect(secondsLeft(121_000, 120_999)).toBe(1)
  expect(secondsLeft(121_000, 500_000)).toBe(0)
  expect(secondsLeft(null, 500_000)).toBe(0)
})

it('shows minutes and seconds', () => {
  expect(showClock(94)).toBe('1:34')
  expect(showClock(5)).toBe('0:05')
})
