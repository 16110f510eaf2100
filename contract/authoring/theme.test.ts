import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  blended,
  contrast,
  DEFAULT_THEME,
  hardToRead,
  READABLE_CONTRAST,
  readable,
  themeContrasts,
} from './theme.ts'

const channel = fc.integer({ min: 0, max: 255 })
const hex = (channels: number[]) =>
  `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
const aColor = fc.tuple(channel, channel, channel).map(hex)

it('A corrected color can always be read', () => {
  fc.assert(
    fc.property(aColor, aColor, (color, against) => {
      expect(contrast(readable(color, against), against)).toBeGreaterThanOrEqual(READABLE_CONTRAST)
    }),
  )
})

it('A color that was readable is not changed', () => {
  fc.assert(
    fc.property(aColor, aColor, (color, against) => {
      fc.pre(contrast(color, against) >= READABLE_CONTRAST)
      expect(readable(color, against)).toBe(color)
    }),
  )
})

it('A corrected color keeps its hue and only moves toward white or black', () => {
  fc.assert(
    fc.property(aColor, aColor, (color, against) => {
      const mended = readable(color, against)
      const lines = ['#000000', '#ffffff'].flatMap((ink) =>
        Array.from({ length: 101 }, (_, percent) => blended(ink, color, percent / 100)),
      )
      expect(lines).toContain(mended)
      const [before, after] = [channelsOf(color), channelsOf(mended)]
      for (const [a, b] of [
        [0, 1],
        [1, 2],
        [0, 2],
      ] as const)
        expect(
          Math.sign((before[a] ?? 0) - (before[b] ?? 0)) * ((after[a] ?? 0) - (after[b] ?? 0)),
        ).toBeGreaterThanOrEqual(0)
    }),
  )
})

it('A corrected color changes as little as possible', () => {
  fc.assert(
    fc.property(aColor, aColor, (color, against) => {
      const mended = readable(color, against)
      const nearer = (ink: string) =>
        Array.from({ length: 101 }, (_, percent) => blended(ink, color, percent / 100))
      for (const line of ['#000000', '#ffffff'].map(nearer)) {
        const at = line.indexOf(mended)
        if (at > 0) expect(contrast(line[at - 1] ?? '', against)).toBeLessThan(READABLE_CONTRAST)
      }
    }),
  )
})

it('All default colors are easy to read except the demo button', () => {
  const hard = themeContrasts(DEFAULT_THEME).filter(({ ratio }) => ratio < READABLE_CONTRAST)
  expect(hard.map(({ field, ratio }) => `${field} ${ratio.toFixed(1)}`)).toEqual(['demoButtonColor 2.5'])
})

it('The default colors need no correction, but unreadable custom colors do', () => {
  expect(hardToRead(DEFAULT_THEME)).toEqual([])
  expect(hardToRead({ ...DEFAULT_THEME, linkColor: '#ffff00' }).map(({ field }) => field)).toEqual([
    'linkColor',
  ])
  expect(hardToRead({ ...DEFAULT_THEME, demoButtonColor: '#20c997' }).map(({ field }) => field)).toEqual([
    'demoButtonColor',
  ])
})

it('Contrast is measured against the page behind a translucent panel', () => {
  const theme = { ...DEFAULT_THEME, pageBg: '#000000', previewBg: '#ffffff', previewBgAlpha: 0.5 }
  expect(themeContrasts(theme)[0]).toMatchObject({ field: 'textColor', against: '#808080' })
})

it('An incomplete color has no contrast yet', () => {
  const theme = { ...DEFAULT_THEME, buttonTextColor: '#12' }
  expect(themeContrasts(theme).map(({ field }) => field)).toEqual(['textColor', 'linkColor'])
})

it('Every theme can be read after each color is corrected', () => {
  fc.assert(
    fc.property(
      fc.record({
        pageBg: aColor,
        textColor: aColor,
        linkColor: aColor,
        previewBg: aColor,
        buyButtonColor: aColor,
        demoButtonColor: aColor,
        buttonTextColor: aColor,
        previewBgAlpha: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      (theme) => {
        const mends = themeContrasts(theme).map(({ field, against }) => [
          field,
          readable(theme[field], against),
        ])
        const mended = { ...theme, ...Object.fromEntries(mends) }
        for (const { ratio } of themeContrasts(mended))
          expect(ratio).toBeGreaterThanOrEqual(READABLE_CONTRAST)
      },
    ),
  )
})
