import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextPath } from './next-path.ts'

it.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/.//evil.example',
  '/library/..//evil.example',
  '/%2e%2e//evil.example',
  'javascript:alert(1)',
  'library',
  '',
  `/${'a'.repeat(10_000)}`,
  ['/library'],
  { toString: () => '/library' },
  null,
  undefined,
])('A14 A log-in with the return path %j leads to the home page', (path) => {
  expect(nextPath(path)).toBe('/')
})

it.each([
  '/',
  '/library',
  '/game/night-ferry?file=1#screens',
  '/receipt?order=0d3b',
  '/a//b',
  '/login?next=https://evil.example',
])('A14 A log-in returns to %s, which is a path of this site', (path) => {
  expect(nextPath(path)).toBe(path)
})

it('A14 A log-in never leads to another site, whatever the return path is', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2f',
    '%2e',
    '%5c',
    '\t',
    ':',
    '@',
    'evil.example',
    '?',
    '#',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const { origin, pathname } = new URL(nextPath(`/${parts.join('')}`), 'https://store.example')
      expect(origin).toBe('https://store.example')
      expect(pathname).not.toMatch(/^\/\//)
    }),
  )
})
