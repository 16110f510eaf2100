import fc from 'fast-check'
import { expect, it } from 'vitest'
import '../../testing/properties.ts'
import { LINE_HEIGHT, titleLines } from './title-lines.ts'

const SPACE = { width: 1_080, height: 330 }
const widthOf = (text: string, size: number) => [...text].length * size * 0.45
const lines = (title: string) => titleLines(title, widthOf, SPACE)

it('sets a short title in one line of large letters, and a longer one in more and smaller ones', () => {
  expect(lines('Night Ferry')).toEqual({ lines: ['Night Ferry'], size: 128 })
  expect(lines('The Night Ferry to the Islands')).toEqual({
    lines: ['The Night Ferry to', 'the Islands'],
    size: 128,
  })
  expect(lines('a word and '.repeat(10).trim()).size).toBeLessThan(128)
})

it('ends a title that fits in no size with …, and breaks a word that is longer than a line', () => {
  const { lines: set, size } = lines('W'.repeat(1_000))
  expect(size).toBe(44)
  expect(set.at(-1)).toMatch(/^W+…$/)
})

it('sets every title within its space, and whole unless it ends with …', () => {
  const word = fc
    .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60 })
    .filter((text) => !/\s/.test(text))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
      const title = words.join(' ')
      const { lines: set, size } = lines(title)
      for (const line of set) expect(widthOf(line, size)).toBeLessThanOrEqual(SPACE.width)
      expect(set.length * size * LINE_HEIGHT).toBeLessThanOrEqual(SPACE.height)
      const letters = (text: string) => text.replaceAll(' ', '')
      if (!set.at(-1)?.endsWith('…')) expect(letters(set.join(''))).toBe(letters(title))
    }),
  )
})
