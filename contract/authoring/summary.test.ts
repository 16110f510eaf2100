import { expect, it } from 'vitest'
import { countCharacters } from '../text/characters.ts'
import { SAMPLES } from '../text/samples.ts'
import { lengthProblem } from '../text/text-length.ts'
import { shortened, summaryOf } from './summary.ts'

it('is one line of plain text', () => {
  expect(summaryOf('<h2>Fish &amp; chips</h2><p>Under <b>water</b>.</p>', 200)).toBe(
    'Fish & chips Under water.',
  )
})

it('is cut at a word, and where there is none, anyway', () => {
  expect(summaryOf('<p>one two three four</p>', 12)).toBe('one two…')
  expect(summaryOf('x'.repeat(300), 200)).toHaveLength(200)
})

it('drops a tag that breaks off', () => {
  expect(summaryOf('<p>Night</p><img src="/uploads/a', 200)).toBe('Night')
})

it('cuts no character in two, in any script, and says that it cut', () => {
  for (const { text } of SAMPLES) {
    const long = Array.from({ length: 200 }, () => text).join(' ')
    for (const max of [9, 10, 11, 12, 13, 200]) {
      const kept = shortened(long, max)
      expect(kept.endsWith('…')).toBe(true)
      expect(countCharacters(kept)).toBeLessThanOrEqual(max)
      const whole = [...new Intl.Segmenter('en').segment(long)].map(({ segment }) => segment)
      expect(whole.join('').startsWith(kept.slice(0, -1))).toBe(true)
      expect(() => encodeURIComponent(kept)).not.toThrow()
      expect(lengthProblem(kept, max)).toBeNull()
    }
  }
})

it('fills its length where a script has no spaces, after the few that there are', () => {
  expect(shortened(`夜 ${'街'.repeat(300)}`, 200)).toBe(`夜 ${'街'.repeat(197)}…`)
})
