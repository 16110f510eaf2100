import { guardedPages, pages } from '@nofiller/contract/access'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, it } from 'vitest'
import routes from './routes.ts'

const leaves = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => (entry.children ? leaves(entry.children) : [entry]))

it('The web serves exactly the pages of the contract under their names', () => {
  const served = leaves(routes)
  expect(served.map(({ id }) => id).sort()).toEqual(Object.keys(pages).sort())
  expect(served.filter(({ id, path }) => id !== path)).toEqual([])
})

it('Exactly the pages that the contract guards stand below the guard', () => {
  const everywhere = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
    entries.flatMap((entry) => [entry, ...everywhere(entry.children ?? [])])
  const guards = everywhere(routes).filter(({ file }) => file === 'session/guard.tsx')
  expect(
    leaves(guards)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(Object.keys(guardedPages).sort())
})
