import fc from 'fast-check'
import { expect, it } from 'vitest'
import { THEMES, unknownCode, WARNING_LEVELS, warningCode } from './content-warnings.ts'
import {
  hiddenCodes,
  LIMIT_LEVELS,
  LIMIT_PRESETS,
  type Limits,
  levelsWith,
  NO_LIMITS,
  nearestPreset,
  readLimits,
  STRICTEST,
  writeLimits,
} from './limit-rules.ts'

const limits: fc.Arbitrary<Limits> = fc.record({
  levels: fc
    .tuple(...THEMES.map(() => fc.constantFrom(...LIMIT_LEVELS)))
    .map((levels) => levelsWith(Object.fromEntries(THEMES.map(({ id }, at) => [id, levels[at]])))),
  allowsAvoidable: fc.boolean(),
})

it('W3 A limit hides its level and all stronger ones, and games that did not answer', () => {
  const hidden = (level: 0 | 1 | 2 | 3) =>
    hiddenCodes({ levels: levelsWith({ gore: level }), allowsAvoidable: false })
  const code = (level: (typeof WARNING_LEVELS)[number], avoidable: boolean) =>
    warningCode(15, level, avoidable)
  const shown = [code('shown', false), code('shown', true)]
  const implied = [code('implied', false), code('implied', true)]
  const mentioned = [code('mentioned', false), code('mentioned', true)]
  expect(hidden(0)).toEqual([])
  expect(hidden(1)).toEqual([unknownCode(15), ...shown])
  expect(hidden(2)).toEqual([unknownCode(15), ...implied, ...shown])
  expect(hidden(3)).toEqual([unknownCode(15), ...mentioned, ...implied, ...shown])
})

it('W3 A theme hides a game at the limit unless it can be avoided and that is acceptable', () => {
  fc.assert(
    fc.property(limits, fc.constantFrom(...THEMES), fc.nat(2), fc.boolean(), (set, theme, at, avoidable) => {
      const level = WARNING_LEVELS[at] ?? 'shown'
      const expected = at + 1 > 3 - set.levels[theme.id] && !(avoidable && set.allowsAvoidable)
      expect(hiddenCodes(set).includes(warningCode(theme.number, level, avoidable))).toBe(expected)
      expect(hiddenCodes(set).includes(unknownCode(theme.number))).toBe(set.levels[theme.id] > 0)
    }),
  )
})

it('W3 A stricter limit never hides fewer games', () => {
  fc.assert(
    fc.property(limits, fc.constantFrom(...THEMES), (set, { id }) => {
      const level = Math.min(3, set.levels[id] + 1) as 1 | 2 | 3 // at least one more than 0
      const stricter = hiddenCodes({ levels: { ...set.levels, [id]: level }, allowsAvoidable: false })
      expect(stricter).toEqual(expect.arrayContaining(hiddenCodes(set)))
    }),
  )
})

it('W5 Limits read back as they were written', () => {
  fc.assert(
    fc.property(limits, (set) => {
      expect(readLimits(writeLimits(set))).toEqual(set)
      expect(writeLimits(set)).toMatch(/^v1\.[0-9a-z]{1,11}(\.a)?$/) // account_limits_limits_check
    }),
  )
})

it('W5 Forged, long and unknown values count as the strictest limits', () => {
  const forged = [
    '',
    'v1',
    'v1.',
    'v2.0',
    'v1.00',
    'v1.0.a.a',
    'v1.0.b',
    'V1.0',
    'v1.-1',
    'v1.zzzzzzzz',
    'none',
    ' v1.0',
  ]
  for (const text of [...forged, `v1.${'1'.repeat(5_000)}`]) expect(readLimits(text), text).toEqual(STRICTEST)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: 'grapheme' }).map((text) => `v1.${text}`),
      ),
      (text) => {
        const read = readLimits(text)
        expect(read === STRICTEST || writeLimits(read) === text).toBe(true)
      },
    ),
  )
  expect(hiddenCodes(STRICTEST)).toHaveLength(THEMES.length * 7)
})

it('W9 There are three presets, and the nearest one is named', () => {
  expect(
    LIMIT_PRESETS.map(({ id, levels }) => [id, Object.values(levels).filter((level) => level > 0)]),
  ).toEqual([
    ['nothing', []],
    ['careful', [2, 2, 2, 2, 2, 2]],
    ['gentle', [3, 3, 3, 3, 3, 3, 3, 3]],
  ])
  for (const preset of LIMIT_PRESETS) expect(nearestPreset(preset.levels)).toEqual({ preset, changed: 0 })
  const [nothing, careful] = LIMIT_PRESETS
  expect(nearestPreset({ ...careful.levels, infidelity: 3, violence: 1, hate: 0 })).toEqual({
    preset: careful,
    changed: 3,
  })
  expect(nearestPreset(levelsWith({ flashing: 1 }))).toEqual({ preset: nothing, changed: 1 })
  expect(hiddenCodes(NO_LIMITS)).toEqual([])
})
