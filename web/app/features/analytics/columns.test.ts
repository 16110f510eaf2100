import { expect, it } from 'vitest'
import { columnsOf } from './columns.ts'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    day: new Date(Date.parse(first) + nth * 86_400_000).toISOString().slice(0, 10),
    revenue: 0.1,
  }))

it('A chart has a column for each day, or for seven days in a long span', () => {
  const month = columnsOf(daysFrom('2026-10-23', 30), ({ revenue }) => revenue)
  expect(month).toHaveLength(30)
  expect(month[0]).toEqual({ key: '2026-10-23', label: 'Oct 23', value: 0.1 })
  const year = columnsOf(daysFrom('2025-11-22', 365), ({ revenue }) => revenue)
  expect(year).toHaveLength(53)
  expect(year[0]).toEqual({ key: '2025-11-22', label: 'Nov 22', value: 0.7 })
  expect(year.at(-1)?.value).toBe(0.1)
})
