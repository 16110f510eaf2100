import { readdirSync } from 'node:fs'
import { slugOf } from '@nofiller/contract/authoring/slug'
import { contrast } from '@nofiller/contract/authoring/theme'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { games } from './catalog.ts'
import { readPictures } from './pictures.ts'
import spareSets from './spare-pictures.json' with { type: 'json' }
import themes from './themes.json' with { type: 'json' }

const slugs = [...games.map(({ slug }) => slug), ...spareSets.map(({ title }) => slugOf(title))]

const sizeOf = async (picture: Buffer) => {
  const { format, width, height } = await sharp(picture).metadata()
  return `${format} ${width} × ${height}`
}

test('Every game and every spare set has its pictures, and there are no others', () => {
  expect(readdirSync(new URL('pictures/', import.meta.url)).sort()).toEqual(slugs.toSorted())
})

test.each(slugs)('The pictures of %s have the sizes of the store', async (slug) => {
  const { card, cover, screenshots } = await readPictures(slug)
  expect(await sizeOf(card)).toBe('webp 500 × 350')
  expect(await sizeOf(cover)).toBe('webp 1280 × 720')
  expect(screenshots.length).toBeGreaterThanOrEqual(3)
  expect(screenshots.length).toBeLessThanOrEqual(5)
  for (const screenshot of screenshots) expect(await sizeOf(screenshot)).toBe('webp 960 × 540')
})

test('A spare set only names colors that exist', () => {
  expect(spareSets.filter(({ theme }) => !(theme in themes))).toEqual([])
})

test.each(Object.entries(themes))('A page in %s can be read', (_, theme) => {
  expect(contrast(theme.textColor, theme.previewBg)).toBeGreaterThanOrEqual(7)
  expect(contrast(theme.textColor, theme.pageBg)).toBeGreaterThanOrEqual(7)
  expect(contrast(theme.linkColor, theme.previewBg)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(theme.linkColor, theme.pageBg)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(theme.buttonTextColor, theme.buyButtonColor)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(theme.buttonTextColor, theme.demoButtonColor)).toBeGreaterThanOrEqual(4.5)
})
