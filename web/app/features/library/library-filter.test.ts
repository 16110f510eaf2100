import { expect, it } from 'vitest'
import { filterIn, isFiltering } from './library-filter.ts'

const asked = (search: string) => filterIn(new URLSearchParams(search))

it('The filters of the library are read from the address, without invalid ones', () => {
  expect(asked('q=kelp&sort=title&device=Linux&developer=ada&updated=1&hidden=1')).toEqual({
    q: 'kelp',
    sort: 'title',
    device: 'Linux',
    developer: 'ada',
    updated: '1',
    hidden: '1',
  })
  expect(asked('q=&sort=price&device=Toaster&updated=yes&other=1')).toEqual({})
  expect(asked(`q=${'a'.repeat(300)}`).q).toHaveLength(100)
})

it('The library counts as filtered only when games can be missing', () => {
  expect(isFiltering(asked('sort=title&hidden=1'))).toBe(false)
  expect(isFiltering(asked('updated=1'))).toBe(true)
})
