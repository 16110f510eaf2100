/** The one way in which a picture that somebody uploaded is decoded, whatever it is for. */
import { open, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { GAME_TEXT, PICTURE_BYTES_MAX } from '@nofiller/contract/authoring/game-rules'
import {
  PICTURE_PIXELS_MAX,
  PICTURE_TEXT,
  pictureSizeProblem,
} from '@nofiller/contract/authoring/picture-rules'
import pLimit from 'p-limit'
import sharp, { type FailOnOptions, type OutputInfo, type ResizeOptions } from 'sharp'
import type { FileType } from './database/tables.ts'
import { fileTypeOf, isPicture } from './file-type.ts'
import type { FilePart } from './http/bodies/multipart.ts'

// What nobody sends stays shut (security E1).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((decoder) => `VipsForeignLoad${decoder}`),
})
sharp.cache(false) // a picture is met once

const SECONDS_MAX = 10

/** Pictures are drawn one at a time a core. */
export const oneAtATime = pLimit(availableParallelism())

/** Why a picture is not taken, as a sentence for who sent it. */
export class PictureRefused extends Error {}

/** The sentence for a picture that could not be drawn or encoded. */
export const refusalOf = (error: unknown): string =>
  error instanceof PictureRefused ? error.message : GAME_TEXT.picture

/** A picture as it was drawn, ready to be encoded. */
export type Pixels = { data: Buffer; info: OutputInfo }

/**
 * An uploaded picture the right way up, in this size and never larger than it came, without metadata. Of an animation it is
 * the first frame.
 * @throws PictureRefused for what is no JPEG, PNG, WebP or GIF, is too large or damaged
 */
export async function drawPicture(part: FilePart, size: ResizeOptions): Promise<Pixels> {
  const type = await readType(part)
  try {
    return await draw(part.path, 'error', size).catch((error: Error) => {
      if (type !== 'jpeg' || isTimeout(error)) throw error
      return drawWithEnd(part.path, size)
    })
  } catch (error) {
    throw new PictureRefused(isTimeout(error) ? PICTURE_TEXT.slow : GAME_TEXT.picture, { cause: error })
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout')

const draw = (input: string | Buffer, failOn: FailOnOptions, size: ResizeOptions): Promise<Pixels> =>
  sharp(input, { limitInputPixels: PICTURE_PIXELS_MAX, failOn })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient() // before the metadata that says which way is up is dropped
    .resize({ ...size, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })

const END_OF_JPEG = Buffer.from('ffd9', 'hex')

/** Some cameras and programs leave the end mark out. Where more is missing, the decoder warns of it. */
const drawWithEnd = async (path: string, size: ResizeOptions): Promise<Pixels> =>
  draw(Buffer.concat([await readFile(path), END_OF_JPEG]), 'warning', size)

/** The decoder is chosen by the first bytes, so those are looked at before it is. @throws PictureRefused */
async function readType({ path, sizeBytes }: FilePart): Promise<FileType | null> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0).finally(() => file.close())
  const type = fileTypeOf(buffer)
  if (!isPicture(type)) throw new PictureRefused(GAME_TEXT.picture)
  if (sizeBytes > PICTURE_BYTES_MAX) throw new PictureRefused(PICTURE_TEXT.bytes)
  const read = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (read?.format !== type) throw new PictureRefused(GAME_TEXT.picture)
  const tooLarge = pictureSizeProblem(read)
  if (tooLarge) throw new PictureRefused(tooLarge)
  return type
}
