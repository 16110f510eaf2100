import { expect, it } from 'vitest'
import { secondsLeft, showClock } from './code-clock.ts'
import { adviceOf } from './strength-bar.tsx'

it('counts 120 seconds down from the mail and stops at none', () => {
  expect(secondsLeft(1_000, 1_000)).toBe(120)
  expect(secondsLeft(1_000, 27_000)).toBe(94)
  expect(secondsLeft(1_000, 120_999)).toBe(1)
  expect(secondsLeft(1_000, 500_000)).toBe(0)
  expect(secondsLeft(null, 500_000)).toBe(0)
})

it('never asks for more than 120 seconds, whatever the clock of the machine did', () => {
  expect(secondsLeft(90_000, 1_000)).toBe(120)
})

it('shows minutes and seconds', () => {
  expect(showClock(94)).toBe('1:34')
  expect(showClock(5)).toBe('0:05')
})

it('says what would make a password strong', () => {
  expect(adviceOf(['a digit or symbol'])).toBe('Add a digit or symbol to make it strong')
  expect(adviceOf(['8 characters or more', 'a digit or symbol'])).toBe(
    'Add 8 characters or more and a digit or symbol',
  )
})
