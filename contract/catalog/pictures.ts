import type { Picture } from './catalog.ts'

/** The forms of a picture, the most modern first; browsers use the first that they support, and `picture.url` otherwise. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** The URL of one form of a picture: `/uploads/…/3f2a.webp` is also `/uploads/…/3f2a-640.avif`. */
export const pictureAddress = (url: string, width: number, format: PictureFormat): string =>
  url.replace(/\.webp$/, `-${width}.${format}`)

const BLURRED = /-blurred\.webp$/

/** The URL of a picture's blurred file: of `/uploads/…/3f2a.webp` it is `/uploads/…/3f2a-blurred.webp`. */
export const blurredAddress = (url: string): string => url.replace(/\.webp$/, '-blurred.webp')

/** The URL of a blurred file's original; null for any other URL. */
export const addressOfBlurred = (url: string): string | null =>
  BLURRED.test(url) ? url.replace(BLURRED, '.webp') : null

/** The sources of a `<picture>`; empty for a picture in one form only. */
export const pictureSources = (
  picture: Pick<Picture, 'url' | 'widths'>,
): { type: `image/${PictureFormat}`; srcSet: string }[] =>
  picture.widths.length === 0
    ? []
    : PICTURE_FORMATS.map((format) => ({
        type: `image/${format}`,
        srcSet: picture.widths
          .map((width) => `${pictureAddress(picture.url, width, format)} ${width}w`)
          .join(', '),
      }))
