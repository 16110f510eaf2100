import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countCharacters, cutText, isLonger } from './characters.ts'
import { SAMPLES } from './samples.ts'
import { lengthProblem, STACKED_TEXT, unitsMax } from './text-length.ts'

const sample = fc.constantFrom(...SAMPLES.map(({ text }) => text))
const written = fc
  .array(fc.oneof(sample, fc.string(), fc.constant(' ')), { maxLength: 6 })
  .map((parts) => parts.join(''))

it.each(SAMPLES)('$text ($script) has as many characters as a reader counts', ({ text, characters }) => {
  expect(countCharacters(text)).toBe(characters)
  expect(lengthProblem(text, characters)).toBeNull()
  expect(lengthProblem(text, characters - 1)).toBe(`Use at most ${characters - 1} characters.`)
  expect(text.length).toBeLessThanOrEqual(unitsMax(characters))
})

it('A cut keeps as many whole characters as fit from the start of the text', () => {
  fc.assert(
    fc.property(written, fc.nat(12), (text, max) => {
      const kept = cutText(text, max)
      expect(text.startsWith(kept)).toBe(true)
      expect(isLonger(kept, max)).toBe(false)
      const whole = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment)
      const first = whole.slice(0, max).join('')
      expect([first, first.replace(/[\u200c\u200d]+$/, '')]).toContain(kept)
      expect(kept === text || countCharacters(text) > max).toBe(true)
    }),
  )
})

it('A cut leaves no joiner at the end', () => {
  expect(cutText('می‌خواهم', 2)).toBe('می')
  expect(cutText('👩‍💻👩‍💻', 1)).toBe('👩‍💻')
})

it('A character has at most 16 code points', () => {
  const stacked = (marks: number) => `Z${'\u0301'.repeat(marks)}algo`
  expect(lengthProblem(stacked(15), 5)).toBeNull()
  expect(lengthProblem(stacked(16), 5)).toBe(STACKED_TEXT)
  expect(lengthProblem('👩‍'.repeat(12), 5)).toBe(STACKED_TEXT)
  expect(lengthProblem('ab\ncd', 4)).toBe('Use at most 4 characters.')
  expect(lengthProblem('x'.repeat(1_001), 1_000)).toBe('Use at most 1,000 characters.')
})

it('A text at its limit is accepted however its characters are composed', () => {
  for (const character of ['a', 'é', '夜', '👍🏽', '👨‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇩🇪', '1️⃣']) {
    expect(lengthProblem(character.repeat(120), 120)).toBeNull()
    expect(lengthProblem(character.repeat(121), 120)).not.toBeNull()
    expect(cutText(character.repeat(121), 120)).toBe(character.repeat(120))
  }
})
