import sharp from 'sharp'

const WIDTH = 240

/** A picture as moderators see it, as a data URL. */
export async function smallAndGray(bytes: Buffer): Promise<string> {
  const small = await sharp(bytes).resize({ width: WIDTH }).grayscale().webp().toBuffer()
  return `data:image/webp;base64,${small.toString('base64')}`
}
