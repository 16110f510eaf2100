import { renderPictures } from '@nofiller/demo-art/render'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { games } from './catalog.ts'

const [game] = games
if (!game) throw new Error('The demo store has no games')

const sizeOf = async (picture: Buffer) => {
  const { format, width, height } = await sharp(picture).metadata()
  return `${format} ${width} × ${height}`
}

test('a game gets its pictures in the shop’s sizes, the same every time', async () => {
  const pictures = await renderPictures(game)
  expect(await sizeOf(pictures.card)).toBe('webp 500 × 350')
  expect(await sizeOf(pictures.cover)).toBe('webp 1280 × 720')
  for (const screenshot of pictures.screenshots) expect(await sizeOf(screenshot)).toBe('webp 960 × 540')
  expect(await renderPictures(game)).toEqual(pictures)
})
