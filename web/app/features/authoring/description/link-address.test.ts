import { expect, it } from 'vitest'
import { linkAddress } from './link-address.ts'

it.each([
  ['https://a.test/b?c#d', 'https://a.test/b?c#d'],
  ['http://a.test', 'http://a.test'],
  [' a.test/b ', 'https://a.test/b'],
  ['june@a.test', 'mailto:june@a.test'],
  ['mailto:june@a.test', 'mailto:june@a.test'],
  ['', null],
  ['javascript:x()', null],
  ['JaVaScRiPt:x()', null],
  ['data:text/html,x', null],
  ['ftp://a.test', null],
  ['/games', null],
  ['#top', null],
  ['two words', null],
])('The link %j leads to %j', (typed, address) => expect(linkAddress(typed)).toBe(address))
