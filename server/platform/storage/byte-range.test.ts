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
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=9-0', 'whole'],
  ['bytes=200-150', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=0-9x', 'whole'],
  ['bytes =0-9', 'whole'],
  ['lines=0-1', 'whole'],
])('of 100 bytes, %s requests %j', (header, range) => {
  expect(requestedRange(header, 100)).toEqual(range)
})
