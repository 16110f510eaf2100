import { expect, it } from 'vitest'
import { readTotal, showTotal, TOTAL_MAX, writeTotal } from './browsing.ts'

it('A total is exact up to 100,000 and shown as 100000+ above that', () => {
  const totals = [0, 1_000, 99_999, TOTAL_MAX, TOTAL_MAX + 1]
  expect(totals.map(writeTotal)).toEqual(['0', '1000', '99999', '100000', '100000+'])
  expect(totals.map(writeTotal).map(readTotal)).toEqual(totals)
  expect(totals.map(showTotal)).toEqual(['0', '1,000', '99,999', '100,000', '100,000+'])
})
