import { expect, it } from 'vitest'
import { spread } from './spread.ts'

const shown = (developers: string) =>
  spread(
    [...developers].map((developer, at) => ({
      at,
      developer: { _id: developer, username: '', displayName: null },
    })),
  )
    .map(({ at, developer }) => `${developer._id}${at}`)
    .join(' ')

it('Games of one developer are not next to each other as long as there are others', () => {
  expect(shown('aaabbc')).toBe('a0 b3 a1 b4 a2 c5')
  expect(shown('abab')).toBe('a0 b1 a2 b3')
  expect(shown('aaab')).toBe('a0 b3 a1 a2')
  expect(shown('aaa')).toBe('a0 a1 a2')
})
