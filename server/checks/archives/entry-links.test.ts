import { expect, it } from 'vitest'
import { strayLink } from './entry-links.ts'

/** Entries without a target are files; folders are known by their contents. */
const stray = (entries: Record<string, string | null>) =>
  strayLink(Object.entries(entries).map(([path, target]) => ({ path, target })))?.path ?? null

it.each([
  ['a file beside it', { 'lib.so.1': null, 'lib.so': 'lib.so.1' }],
  ['a folder that has no entry of its own', { 'Versions/A/Foo': null, 'Versions/Current': 'A' }],
  ['a folder with a slash', { 'A/': null, Current: 'A/' }],
  ['through another link', { 'V/A/Foo': null, 'V/Current': 'A', Foo: 'V/Current/Foo' }],
  ['up and down again inside', { 'a/b/c': null, 'x/y': '../a/./b/c' }],
  ['the folder of the archive', { 'a/b': '..', c: null }],
])('accepts a link that leads to %s', (_what, entries) => {
  expect(stray(entries)).toBeNull()
})

it.each([
  ['an absolute path', { a: null, link: '/a' }],
  ['a drive', { a: null, link: 'C:\\a' }],
  ['outside', { a: null, link: '../a' }],
  ['outside by way of a folder', { 'a/b': null, link: 'a/../../link' }],
  ['outside by way of another link', { 'a/b/c': null, deep: 'a/b', link: 'deep/../../../x' }],
  ['nothing', { a: null, link: 'b' }],
  ['nothing, through another link', { 'V/A/Foo': null, 'V/Current': 'A', link: 'V/Current/Bar' }],
  ['itself', { a: null, link: 'link' }],
  ['a circle', { link: 'other', other: 'link' }],
])('refuses a link that leads to %s', (_what, entries) => {
  expect(stray(entries)).toBe('link')
})

it('resolves two dots behind a link from the link’s target, as operating systems do', () => {
  expect(stray({ 'a/b/c': null, 'a/x': null, deep: 'a/b', link: 'deep/../x' })).toBeNull()
  expect(stray({ 'a/b/c': null, x: null, deep: 'a/b', link: 'deep/../x' })).toBe('link')
})
