import { expect, it } from 'vitest'
import { summaryOf } from './summary.ts'

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
