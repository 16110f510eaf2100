/** The one way in which a picture that somebody uploaded is decoded, whatever it is for. */
import { open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { PICTURE_BYTES_MAX } from '@nofiller/contract/authoring/game-rules'
import pLimit from 'p-limit'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { fileTypeOf, isPicture } from './file-type.ts'
import type { FilePart } from './http/bodies/multipart.ts'

// What nobody sends stays shut (security E1). SVG is for the store's own drawings; an upload never gets that far.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Svg'].map((decoder) => `VipsForeignLoad${decoder}`),
})
sharp.cache(false) // a picture is met once

const PIXELS_MAX = 40_000_000
const SIDE_MAX = 12_000
const SECONDS_MAX = 10

/** Pictures are drawn one at a time a core. */
export const oneAtATime = pLimit(availableParallelism())

/**
 * An uploaded picture the right way up, in this size and never larger than it came. Its metadata is gone once it is encoded.
 * @throws for what is no JPEG, PNG, WebP or GIF or is too large, here or when it is encoded
 */
export async function openPicture(part: FilePart, size: ResizeOptions): Promise<Sharp> {
  await refuseOther(part)
  return sharp(part.path, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient() // before the metadata that says which way is up is dropped
    .resize({ ...size, withoutEnlargement: true })
}

/** The decoder is chosen by the first bytes, so those are looked at before it is. */
async function refuseOther({ path, sizeBytes }: FilePart): Promise<void> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0).finally(() => file.close())
  const type = fileTypeOf(buffer)
  if (!isPicture(type) || sizeBytes > PICTURE_BYTES_MAX) throw new Error('not a picture')
  const { format, width, height } = await sharp(path, { limitInputPixels: PIXELS_MAX }).metadata()
  if (format !== type || Math.max(width, height) > SIDE_MAX) throw new Error('not a picture')
}
