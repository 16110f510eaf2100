import { expect, it } from 'vitest'
import { isFiltering } from '../../../ui/list/no-match.tsx'
import { filterIn, partsOf, searchOf, statusName } from './order-filter.ts'

const asked = (search: string) => filterIn(new URLSearchParams(search))
const isFilter = (search: string) => isFiltering(partsOf(asked(search)))

it('The filters of orders read back from the address unchanged', () => {
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

it('Invalid filters of orders are left out of the address', () => {
  expect(asked('status=unknown&from=yesterday&to=2026-13-01&q=')).toEqual({})
  expect(asked(`q=${'a'.repeat(300)}`).q).toHaveLength(100)
})

it('Orders are only filtered by fields that were filled in', () => {
  expect(isFilter('')).toBe(false)
  expect(isFilter('q=%20')).toBe(false)
  expect(isFilter('sort=old')).toBe(false)
  expect(isFilter('q=a')).toBe(true)
  expect(isFilter('status=paid')).toBe(true)
  expect(isFilter('to=2026-11-21')).toBe(true)
})

it('A status has the same name as in the filter', () => {
  expect(statusName('CANCELLED')).toBe('Cancelled')
})
