/** The rules for uploaded pictures of every purpose. No zod: the browser loads this. */
import { grouped } from '../text/digits.ts'
import { showSize } from '../text/size.ts'
import { PICTURE_BYTES_MAX } from './game-rules.ts'

export const PICTURE_PIXELS_MAX = 40_000_000
export const PICTURE_SIDE_MAX = 12_000

export const PICTURE_TEXT = {
  bytes: `Images can be up to ${showSize(PICTURE_BYTES_MAX)}.`,
  pixels: `Images can be up to ${PICTURE_PIXELS_MAX / 1_000_000} megapixels.`,
  side: `Images can be up to ${grouped(String(PICTURE_SIDE_MAX))} pixels wide or high.`,
  slow: 'This image takes too long to read. Save it smaller and try again.',
  firstFrame: 'This is an animation. Only its first frame is shown.',
} as const

/** Why a picture is too large to be drawn; null for any other. */
export function pictureSizeProblem({ width, height }: { width: number; height: number }): string | null {
  if (width * height > PICTURE_PIXELS_MAX) return PICTURE_TEXT.pixels
  return Math.max(width, height) > PICTURE_SIDE_MAX ? PICTURE_TEXT.side : null
}
