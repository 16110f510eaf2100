import fc from 'fast-check'
import { expect, it } from 'vitest'
import { COPY_DISTANCE, simhash } from './simhash.ts'

/** How many bits differ. */
function distance(one: string, other: string): number {
  const [a, b] = [simhash(one) ?? 0n, simhash(other) ?? 0n]
  return BigInt.asUintN(64, a ^ b)
    .toString(2)
    .replaceAll('0', '').length
}

const TEXT =
  'The quietest game about being tired together. The fourth dinner is the best scene that I have read this year, and nobody hurries you through it.'
const THAI = 'เกมนี้เงียบสงบและเขียนได้ดีมาก ฉากอาหารเย็นครั้งที่สี่คือฉากที่ดีที่สุดที่ฉันเคยอ่านในปีนี้'

it('RV11 A text and its copy with other case, spaces and accents are one', () => {
  expect(distance(TEXT, TEXT.toUpperCase().replaceAll(' ', '  '))).toBe(0)
  expect(distance(TEXT, TEXT.replaceAll('e', 'é'))).toBe(0)
})

it('RV11 Texts of different people are none, in any script', () => {
  const other =
    'Somebody finally wrote a spaceship on which people do the laundry. I trust every one of them, mostly.'
  expect(distance(TEXT, other)).toBeGreaterThan(COPY_DISTANCE)
  expect(distance(THAI, 'ภาพสวยแต่เนื้อเรื่องสั้นเกินไป หวังว่าจะมีตอนต่อไปเร็ว ๆ นี้นะคะ')).toBeGreaterThan(COPY_DISTANCE)
})

it('A hash fits the column that keeps it, and a text of three characters has none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const hash = simhash(text)
      return hash === null || BigInt.asIntN(64, hash) === hash
    }),
  )
  expect(simhash('abc')).toBeNull()
})
