import { expect, it } from 'vitest'
import { ownChanges } from './own-changes.ts'

it('The editor’s own changes are recognized, even late or shortened', () => {
  const own = ownChanges('')
  expect(own.isOwn('')).toBe(true)
  for (const value of ['w', 'wo', 'wor', 'word']) own.add(value)
  expect(own.isOwn('w')).toBe(true)
  expect(own.isOwn('wor')).toBe(true)
  own.add('words')
  expect(own.isOwn('words')).toBe(true)
  expect(own.isOwn('words')).toBe(true)
})

it('Any other value counts as set by the form, as do older ones of the editor', () => {
  const own = ownChanges('a draft')
  own.add('a draft.')
  expect(own.isOwn('another draft')).toBe(false)
  expect(own.isOwn('another draft')).toBe(true)
  expect(own.isOwn('a draft.')).toBe(false)
})
