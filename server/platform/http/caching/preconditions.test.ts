import { expect, it } from 'vitest'
import { namesStrongly, namesWeakly } from './preconditions.ts'

it.each([
  ['"a"', true, true],
  ['W/"a"', false, true],
  ['*', true, true],
  [' * ', true, true],
  ['"b", "a"', true, true],
  ['"b" , W/"a" ,"c"', false, true],
  [',"b",, "a",', true, true],
  ['"b, a"', false, false],
  ['"x,y", "a"', true, true],
  ['"b"', false, false],
  ['a', false, false],
  ['w/"a"', false, false],
  ['"a', false, false],
  ['"b" "a"', false, false],
  ['"A"', false, false],
  ['', false, false],
])('for the tag "a", %s matches strongly: %s, weakly: %s', (header, strongly, weakly) => {
  expect([namesStrongly(header, '"a"'), namesWeakly(header, '"a"')]).toEqual([strongly, weakly])
})

it('a strong comparison matches no weak tag', () => {
  expect([namesStrongly('W/"a"', 'W/"a"'), namesStrongly('"a"', 'W/"a"')]).toEqual([false, false])
  expect([namesWeakly('W/"a"', 'W/"a"'), namesWeakly('"a"', 'W/"a"')]).toEqual([true, true])
})

it('parses a header of many tags quickly', () => {
  const tags = Array.from({ length: 4_000 }, () => '""').join(',')
  expect(namesWeakly(`${tags} x`, '"a"')).toBe(false)
  expect(namesWeakly(`${tags}, "a"`, '"a"')).toBe(true)
})
