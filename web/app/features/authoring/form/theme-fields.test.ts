import { expect, it } from 'vitest'
import { fullHex } from './theme-fields.tsx'

it.each([
  ['#1A2B3C', '#1a2b3c'],
  ['1a2b3c', '#1a2b3c'],
  [' #abc ', '#aabbcc'],
  ['red', 'red'],
  ['#12', '#12'],
])('The color “%s” is read as “%s”', (written, taken) => {
  expect(fullHex(written)).toBe(taken)
})
