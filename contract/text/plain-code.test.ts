import { expect, it } from 'vitest'
import { plainCode } from './plain-code.ts'

it.each([
  ['１２３４５６', '123456'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۴۵۶', '456'],
  ['०१९', '019'],
  ['𝟘𝟙𝟗', '019'],
  ['７Ｋ２Ｍ９－ｘ４qrt', '7K2M9-x4qrt'],
  ['123 456', '123 456'],
])('%j is read as the code %j', (typed, code) => {
  expect(plainCode(typed)).toBe(code)
})

it('Every script has ten digits', () => {
  const counts = new Map<string, number>()
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const letter = String.fromCodePoint(point)
    if (/\p{Nd}/u.test(letter)) counts.set(plainCode(letter), (counts.get(plainCode(letter)) ?? 0) + 1)
  }
  expect([...counts.keys()].sort().join('')).toBe('0123456789')
  expect(new Set(counts.values()).size).toBe(1)
})
