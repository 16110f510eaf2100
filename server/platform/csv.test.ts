import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each(['=1+1', '+1', '-1', '@sum(a)', '\tx', '\rx'])('C8 prevents %j from becoming a formula', (cell) => {
  expect(csvLine([cell]).replace(/^"/, '')).toMatch(/^'/)
})

it.each([
  ['x;=1+1;y', "x;'=1+1;y\r\n"],
  ['x;;-1', "x;;'-1\r\n"],
  ['x\t@sum(a)', "x\t'@sum(a)\r\n"],
  ['x\n+1', `"x\n'+1"\r\n`],
  ['x;"=1"', `"x;""'=1"""\r\n`],
  ['x=1; y-z, a@b.c', '"x=1; y-z, a@b.c"\r\n'],
])('C8 prevents formulas in %j even if a spreadsheet splits cells at semicolons or tabs', (cell, line) => {
  expect(csvLine([cell])).toBe(line)
})

it('C8 keeps amounts as numbers, negative ones included', () => {
  expect(csvLine([9.99, -3, 0, 1000])).toBe('9.99,-3,0,1000\r\n')
})

it('quotes fields as RFC 4180 says', () => {
  expect(csvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', '', null])).toBe(
    'plain,"a,b","say ""hi""","two\nlines",,\r\n',
  )
})
