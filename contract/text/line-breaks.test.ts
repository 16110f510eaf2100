import { expect, it } from 'vitest'
import { withPlainLineBreaks } from './line-breaks.ts'

it('Every kind of line break becomes one character in all texts', () => {
  const received = { text: 'a\r\nb\rc\n\r\nd', list: ['x\r\n', 1, null, true], deep: { note: '\r' } }
  expect(withPlainLineBreaks(received)).toEqual({
    text: 'a\nb\nc\n\nd',
    list: ['x\n', 1, null, true],
    deep: { note: '\n' },
  })
  expect(withPlainLineBreaks(undefined)).toBe(undefined)
})
