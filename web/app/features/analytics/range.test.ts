import { expect, it } from 'vitest'
import { changeOf } from './change.ts'
import { lengthOf, rangeFilterIn, rangeOf, showStep } from './range.ts'

const NOW = new Date('2026-11-21T23:59:59Z')
const asked = (search: string) => rangeOf(rangeFilterIn(new URLSearchParams(search)), NOW)

it('shows the last 30 days, today among them, unless the address says otherwise', () => {
  expect(asked('')).toEqual({ from: '2026-10-23', to: '2026-11-21', by: 'day' })
  expect(asked('days=7')).toEqual({ from: '2026-11-15', to: '2026-11-21', by: 'day' })
  expect(asked('from=2026-01-01&to=2026-01-31&by=week')).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
    by: 'week',
  })
  expect(asked('days=12&from=never&by=hour')).toEqual(asked(''))
})

it('takes wider columns for longer spans', () => {
  expect(asked('days=90').by).toBe('day')
  expect(asked('days=365').by).toBe('week')
  expect(asked('from=2024-01-01').by).toBe('month')
})

it('counts both ends of a span', () => {
  expect(lengthOf('2026-11-21', '2026-11-21')).toBe(1)
  expect(lengthOf('2026-10-23', '2026-11-21')).toBe(30)
})

it('names a column by its first day, in UTC', () => {
  expect(showStep('2026-11-14', 'day')).toBe('Nov 14')
  expect(showStep('2026-11-01', 'month')).toBe('Nov 2026')
})

it('compares with the span before, and with nothing where there was nothing', () => {
  expect(changeOf(150, 100)).toEqual({ direction: 'up', text: '50% more' })
  expect(changeOf(0, 100)).toEqual({ direction: 'down', text: '100% less' })
  expect(changeOf(100.1, 100)).toEqual({ direction: 'same', text: 'no change' })
  expect(changeOf(5, 0)).toBeNull()
})
