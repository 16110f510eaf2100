import type { Picture } from './catalog.ts'

/** The forms of a picture, the most modern first; browsers take the first they know, and `picture.url` if they know none. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** The address of one form of a picture: `/uploads/…/3f2a.webp` is also `/uploads/…/3f2a-640.avif`. */
export const pictureAddress = (url: string, width: number, format: PictureFormat): string =>
  url.replace(/\.webp$/, `-${width}.${format}`)

const BLURRED = /-blurred\.webp$/

/** The address of a picture's blurred file: of `/uploads/…/3f2a.webp` it is `/uploads/…/3f2a-blurred.webp`. */
export const blurredAddress = (url: string): string => url.replace(/\.webp$/, '-blurred.webp')

/** The address of the picture that a blurred file was made of; null for any other address. */
export const addressOfBlurred = (url: string): string | null =>
  BLURRED.test(url) ? url.replace(BLURRED, '.webp') : null

/** What a `<picture>` offers the browser to choose from; empty for a picture that exists in one form only. */
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
