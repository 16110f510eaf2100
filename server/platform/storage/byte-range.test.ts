import { expect, it } from 'vitest'
import { requestedRange } from './byte-range.ts'

it.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['Bytes=0-9', { start: 0, end: 9 }],
  ['BYTES=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes= 0-9 ', { start: 0, end: 9 }],
  ['bytes=,0-9,', { start: 0, end: 9 }],
  ['bytes=0-99999999999999999999999', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, 'full'],
  ['', 'full'],
  ['bytes=', 'full'],
  ['bytes=-', 'full'],
  ['bytes=9-0', 'full'],
  ['bytes=200-150', 'full'],
  ['bytes=0-1,5-6', 'full'],
  ['bytes=a-b', 'full'],
  ['bytes=0-9x', 'full'],
  ['bytes =0-9', 'full'],
  ['lines=0-1', 'full'],
])('of 100 bytes, %s requests %j', (header, range) => {
  expect(requestedRange(header, 100)).toEqual(range)
})
