import { expect, it } from 'vitest'
import { countCharacters } from '../text/characters.ts'
import { SAMPLES } from '../text/samples.ts'
import { lengthProblem } from '../text/text-length.ts'
import { shortened, summaryOf } from './summary.ts'

it('A summary is one line of plain text', () => {
  expect(summaryOf('<h2>Fish &amp; chips</h2><p>Under <b>water</b>.</p>', 200)).toBe(
    'Fish & chips Under water.',
  )
})

it('A summary is cut between words, or anywhere in a text without spaces', () => {
  expect(summaryOf('<p>one two three four</p>', 12)).toBe('one two…')
  expect(summaryOf('x'.repeat(300), 200)).toHaveLength(200)
})

it('A summary drops a tag that was cut off', () => {
  expect(summaryOf('<p>Night</p><img src="/uploads/a', 200)).toBe('Night')
})

it('A summary never cuts a character in two, and shows that it was cut', () => {
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

it('A summary in a script without spaces uses its full length', () => {
  expect(shortened(`夜 ${'街'.repeat(300)}`, 200)).toBe(`夜 ${'街'.repeat(197)}…`)
})
