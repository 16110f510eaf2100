import sharp from 'sharp'

const WIDTH = 240

/** A picture as those who have to look at it see it, as a data address. */
export async function smallAndGray(bytes: Buffer): Promise<string> {
  const small = await sharp(bytes).resize({ width: WIDTH }).grayscale().webp().toBuffer()
  return `data:image/webp;base64,${small.toString('base64')}`
}
