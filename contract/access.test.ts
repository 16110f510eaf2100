import { expect, it } from 'vitest'
import { type Access, admits, type Caller, pages } from './access.ts'

const CALLERS: readonly Caller[] = ['nobody', 'player', 'developer', 'admin']

it.each<[Access, Caller[]]>([
  ['anyone', ['nobody', 'player', 'developer', 'admin']],
  ['signed-in', ['player', 'developer', 'admin']],
  ['developer', ['developer', 'admin']],
  ['admin', ['admin']],
])('The access rule “%s” admits %j and nobody else', (access, admitted) => {
  expect(CALLERS.filter((caller) => admits(access, caller))).toEqual(admitted)
})

it.each([
  ['admin', /^\/admin/],
  ['developer', /^\/(?:dev-|dev\/(?!:id)|create-game)/],
  [
    'signed-in',
    /^\/(?:dashboard|decision|following|game\/:id\/review|library|my-reviews|notices|orders|profile|receipt|reports|settings|whoami)/,
  ],
])('The pages for “%s” are exactly the pages below %s', (access, below) => {
  const page = Object.entries(pages)
  expect(page.filter(([, each]) => each === access)).toEqual(page.filter(([path]) => below.test(path)))
})
