/** The only decoder of uploaded pictures, for every purpose. */
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
sharp.cache(false) // each picture is read once

const SECONDS_MAX = 10

/** Pictures are drawn one at a time per core. */
export const oneAtATime = pLimit(availableParallelism())

/** Why a picture is refused, as a sentence for its sender. */
export class PictureRefused extends Error {}

/** The sentence for a picture that could not be drawn or encoded. */
export const refusalOf = (error: unknown): string =>
  error instanceof PictureRefused ? error.message : GAME_TEXT.picture

/** A picture as it was drawn, ready to be encoded. */
export type Pixels = { data: Buffer; info: OutputInfo }

/**
 * An uploaded picture the right way up, in this size and never enlarged, without metadata; for an animation
 * the first frame.
 * @throws PictureRefused for anything but JPEG, PNG, WebP and GIF, and for too large or damaged files
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
    .autoOrient() // before the orientation metadata is dropped
    .resize({ ...size, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })

const END_OF_JPEG = Buffer.from('ffd9', 'hex')

/** Some cameras and programs omit the end mark. If more is missing, the decoder warns. */
const drawWithEnd = async (path: string, size: ResizeOptions): Promise<Pixels> =>
  draw(Buffer.concat([await readFile(path), END_OF_JPEG]), 'warning', size)

/** The first bytes choose the decoder, so they are checked first. @throws PictureRefused */
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
