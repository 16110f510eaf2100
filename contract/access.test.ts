import { expect, it } from 'vitest'
import { type Access, admits, type Caller, pages } from './access.ts'

const CALLERS: readonly Caller[] = ['nobody', 'player', 'developer', 'admin']

it.each<[Access, Caller[]]>([
  ['anyone', ['nobody', 'player', 'developer', 'admin']],
  ['signed-in', ['player', 'developer', 'admin']],
  ['developer', ['developer', 'admin']],
  ['admin', ['admin']],
])('what is for %s admits %j alone', (access, admitted) => {
  expect(CALLERS.filter((caller) => admits(access, caller))).toEqual(admitted)
})

it.each([
  ['admin', /^\/admin/],
  ['developer', /^\/(?:dev-|dev\/(?!:id)|create-game|decision)/],
  ['signed-in', /^\/(?:dashboard|library|orders|profile|receipt|reports|settings|whoami)/],
])('the pages for %s are those below %s', (access, below) => {
  const page = Object.entries(pages)
  expect(page.filter(([, each]) => each === access)).toEqual(page.filter(([path]) => below.test(path)))
})
