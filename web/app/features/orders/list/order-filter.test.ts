import { expect, it } from 'vitest'
import { isFiltering } from '../../../ui/list/no-match.tsx'
import { filterIn, partsOf, searchOf, statusName } from './order-filter.ts'

const asked = (search: string) => filterIn(new URLSearchParams(search))
const isFilter = (search: string) => isFiltering(partsOf(asked(search)))

it('lives in the address, and comes back from it as it was', () => {
  const filter = {
    status: 'PAID',
    q: 'velvet & co',
    from: '2026-11-01',
    to: '2026-11-21',
    sort: 'old',
  } as const
  expect(searchOf(filter).toString()).toBe(
    'status=paid&q=velvet+%26+co&from=2026-11-01&to=2026-11-21&sort=old',
  )
  expect(filterIn(searchOf(filter))).toEqual(filter)
  expect(searchOf(asked('')).toString()).toBe('')
})

it('leaves out of an address what is no filter', () => {
  expect(asked('status=unknown&from=yesterday&to=2026-13-01&q=')).toEqual({})
  expect(asked(`q=${'a'.repeat(300)}`).q).toHaveLength(100)
})

it('filters only by what was filled in', () => {
  expect(isFilter('')).toBe(false)
  expect(isFilter('q=%20')).toBe(false)
  expect(isFilter('sort=old')).toBe(false)
  expect(isFilter('q=a')).toBe(true)
  expect(isFilter('status=paid')).toBe(true)
  expect(isFilter('to=2026-11-21')).toBe(true)
})

it('names a status as the filter shows it', () => {
  expect(statusName('CANCELLED')).toBe('Cancelled')
})
