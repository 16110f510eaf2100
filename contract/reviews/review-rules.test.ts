import { expect, it } from 'vitest'
import { reviewProblem, shareOf, spoilerParts } from './review-rules.ts'

it.each([
  ['plain', [['plain', false]]],
  [
    'a [spoiler]b[/spoiler] c',
    [
      ['a ', false],
      ['b', true],
      [' c', false],
    ],
  ],
  [
    'a [spoiler]b\nc',
    [
      ['a ', false],
      ['b\nc', true],
    ],
  ],
  ['a [/spoiler] b', [['a [/spoiler] b', false]]],
])('RV2 %j covers what is marked, to the end where the mark is not closed', (text, parts) => {
  expect(spoilerParts(text).map((part) => [part.text, part.isSpoiler])).toEqual(parts)
})

it('RV2 A text has 30 to 5,000 characters as readers count them, without its marks, or none', () => {
  const short = 'Write at least 30 characters, or none.'
  expect(reviewProblem('')).toBeNull()
  expect(reviewProblem(' \n')).toBeNull()
  expect(reviewProblem('x'.repeat(29))).toBe(short)
  expect(reviewProblem(`[spoiler]${'x'.repeat(29)}[/spoiler]`)).toBe(short)
  expect(reviewProblem('ก็'.repeat(29))).toBe(short)
  for (const letter of ['x', 'ก็', 'م', 'e\u0301']) expect(reviewProblem(letter.repeat(30))).toBeNull()
  expect(reviewProblem('ก็'.repeat(5_000))).toBeNull()
  expect(reviewProblem('x'.repeat(5_001))).toBe('Use at most 5,000 characters.')
  expect(reviewProblem(`${'x'.repeat(30)}\u200b`)).toBe('Remove the invisible characters.')
})

it('RV5 The share begins with five counted reviews', () => {
  expect([shareOf(4, 4), shareOf(5, 5), shareOf(4, 6)]).toEqual([null, 100, 67])
})
