import sharp from 'sharp'
import type { Brief } from './brief.ts'
import { drawCard, drawCover, drawScreenshots } from './draw.ts'

export type Pictures = { card: Buffer; cover: Buffer; screenshots: Buffer[] }

/** All pictures of a game as WebP: card 500 × 350, cover 1280 × 720, three to five screenshots 960 × 540. */
export async function renderPictures(game: Brief): Promise<Pictures> {
  const card = await webp(drawCard(game), 500)
  const cover = await webp(drawCover(game), 1280)
  const screenshots: Buffer[] = []
  for (const screenshot of drawScreenshots(game)) screenshots.push(await webp(screenshot, 960))
  return { card, cover, screenshots }
}

/** One picture, drawn at the density that gives it its width at once. */
const webp = (svg: string, width: number): Promise<Buffer> =>
  sharp(Buffer.from(sized(svg, width)))
    .webp({ quality: 75, effort: 6 })
    .toBuffer()

/** The same drawing told to be `width` pixels wide. */
function sized(svg: string, width: number): string {
  return svg.replace(
    /width="(\d+)" height="(\d+)"/,
    (_, w: string, h: string) => `width="${width}" height="${Math.round((Number(h) * width) / Number(w))}"`,
  )
}
