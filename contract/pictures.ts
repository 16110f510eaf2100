import type { Picture } from './catalogue.ts'

/** The forms of a picture, the most modern first; browsers take the first they know, and `picture.url` if they know none. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** The address of one form of a picture: `/uploads/…/3f2a.webp` is also `/uploads/…/3f2a-640.avif`. */
export const pictureAddress = (url: string, width: number, format: PictureFormat): string =>
  url.replace(/\.webp$/, `-${width}.${format}`)

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
