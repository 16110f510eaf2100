import { expect, it } from 'vitest'
import { saying, showDuration } from './time-left.tsx'

it('The time left is shown in minutes and seconds, with hours if needed', () => {
  expect(showDuration(877)).toBe('14:37')
  expect(showDuration(7_145)).toBe('1:59:05')
  expect(showDuration(0)).toBe('0:00')
})

it('The time left is announced at five minutes and at one', () => {
  expect([301, 300, 61, 60, 1, 0].map(saying)).toEqual([
    '',
    '5 minutes left',
    '5 minutes left',
    '1 minute left',
    '1 minute left',
    '',
  ])
})
