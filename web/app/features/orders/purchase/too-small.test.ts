import { expect, it } from 'vitest'
import { missingDollars } from './too-small.tsx'

it.each([
  [1.99, 5, 3.01],
  [4.99, 5, 0.01],
  [5, 5, null],
  [0, 5, null],
  [0.01, 0, null],
])('A total of $%d, where $%d is the smallest payment, lacks %j', (dollars, minimum, missing) =>
  expect(missingDollars(dollars, minimum)).toBe(missing),
)
