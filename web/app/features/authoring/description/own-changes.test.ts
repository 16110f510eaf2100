import { expect, it } from 'vitest'
import { ownChanges } from './own-changes.ts'

it('knows what an editor told, also when the form shows it late or leaves some of it out', () => {
  const own = ownChanges('')
  expect(own.isOwn('')).toBe(true)
  for (const value of ['w', 'wo', 'wor', 'word']) own.add(value)
  expect(own.isOwn('w')).toBe(true)
  expect(own.isOwn('wor')).toBe(true)
  own.add('words')
  expect(own.isOwn('words')).toBe(true)
  expect(own.isOwn('words')).toBe(true)
})

it('takes every other value for one that the form sets, and what was told before it too', () => {
  const own = ownChanges('a draft')
  own.add('a draft.')
  expect(own.isOwn('another draft')).toBe(false)
  expect(own.isOwn('another draft')).toBe(true)
  expect(own.isOwn('a draft.')).toBe(false)
})
