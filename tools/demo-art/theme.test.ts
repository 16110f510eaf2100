import { contrast, DEFAULT_THEME } from '@nofiller/contract/authoring/theme'
import { expect, test } from 'vitest'
import { PALETTES, type PaletteName } from './palettes.ts'
import { type ThemeChoice, themeOf } from './theme.ts'

const themeIn = (palette: PaletteName, theme: ThemeChoice = 'palette') => themeOf({ theme, art: { palette } })

test.each(Object.keys(PALETTES) as PaletteName[])('a page in %s can be read', (palette) => {
  const theme = themeIn(palette)
  expect(contrast(theme.textColor, theme.previewBg)).toBeGreaterThanOrEqual(7)
  expect(contrast(theme.textColor, theme.pageBg)).toBeGreaterThanOrEqual(7)
  expect(contrast(theme.linkColor, theme.previewBg)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(theme.linkColor, theme.pageBg)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(theme.buttonTextColor, theme.buyButtonColor)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(theme.buttonTextColor, theme.demoButtonColor)).toBeGreaterThanOrEqual(4.5)
})

test('a game may keep the shop’s colours', () => {
  expect(themeIn('ember', 'default')).toEqual(DEFAULT_THEME)
})
