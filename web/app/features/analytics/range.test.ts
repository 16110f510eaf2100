import { expect, it } from 'vitest'
import { changeOf } from './change.ts'
import { lengthOf, rangeFilterIn, rangeOf, showStep } from './range.ts'

const NOW = new Date('2026-11-21T23:59:59Z')
const asked = (search: string) => rangeOf(rangeFilterIn(new URLSearchParams(search)), NOW)

it('The last 30 days, including today, are shown unless the address says otherwise', () => {
  expect(asked('')).toEqual({ from: '2026-10-23', to: '2026-11-21', by: 'day' })
  expect(asked('days=7')).toEqual({ from: '2026-11-15', to: '2026-11-21', by: 'day' })
  expect(asked('from=2026-01-01&to=2026-01-31&by=week')).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
    by: 'week',
  })
  expect(asked('days=12&from=never&by=hour')).toEqual(asked(''))
})

it('A longer span has wider columns', () => {
  expect(asked('days=90').by).toBe('day')
  expect(asked('days=365').by).toBe('week')
  expect(asked('from=2024-01-01').by).toBe('month')
})

it('A span includes its first and its last day', () => {
  expect(lengthOf('2026-11-21', '2026-11-21')).toBe(1)
  expect(lengthOf('2026-10-23', '2026-11-21')).toBe(30)
})

it('A column is named after its first day in UTC', () => {
  expect(showStep('2026-11-14', 'day')).toBe('Nov 14')
  expect(showStep('2026-11-01', 'month')).toBe('Nov 2026')
})

it('A span is compared with the one before, unless that was empty', () => {
  expect(changeOf(150, 100)).toEqual({ direction: 'up', text: '50% more' })
  expect(changeOf(0, 100)).toEqual({ direction: 'down', text: '100% less' })
  expect(changeOf(100.1, 100)).toEqual({ direction: 'same', text: 'no change' })
  expect(changeOf(5, 0)).toBeNull()
})
