import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each(['=1+1', '+1', '-1', '@sum(a)', '\tx', '\rx'])('C8 makes %j no formula', (cell) => {
  expect(csvLine([cell]).replace(/^"/, '')).toMatch(/^'/)
})

it('C8 keeps amounts numbers, also negative ones', () => {
  expect(csvLine([9.99, -3, 0, 1000])).toBe('9.99,-3,0,1000\r\n')
})

it('quotes as RFC 4180 says', () => {
  expect(csvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', '', null])).toBe(
    'plain,"a,b","say ""hi""","two\nlines",,\r\n',
  )
})
