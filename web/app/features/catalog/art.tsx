import { pictureSources } from '@nofiller/contract/catalog/pictures'
import { preload } from 'react-dom'
import type { ShownPicture } from './shown-card.ts'

/** Chooses among the forms of a picture, inside a `<picture>`; `sizes` says how wide it is shown, as CSS. */
export const PictureSources = ({ picture, sizes }: { picture: ShownPicture; sizes: string }) =>
  pictureSources(picture).map((source) => <source key={source.type} {...source} sizes={sizes} />)

export type ArtProps = {
  picture: ShownPicture
  /** The box's width, as CSS: the browser chooses the matching form. */
  sizes: string
  alt: string
  /** Loaded at once and first: visible without scrolling. */
  eager?: boolean
}

/**
 * A picture of a game, filling the box around it, which must be positioned and clip. The server has replaced it by a blurred
 * file or a placeholder when this visitor does not see it.
 */
export function Art({ picture, sizes, alt, eager = false }: ArtProps) {
  if (eager && import.meta.env.SSR && picture.veil !== 'placeholder') askFirst(picture, sizes)
  return (
    <picture>
      <PictureSources picture={picture} sizes={sizes} />
      <img
        // Before the URL: some browsers start to load as soon as they have that.
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        src={picture.url}
        alt={alt && picture.veil ? `${alt}, blurred` : alt}
        width={picture.width}
        height={picture.height}
        decoding="async"
        // A few pixels enlarged would show their edges.
        className={picture.veil && picture.veil !== 'blurred' ? 'art scale-125 blur-md' : 'art'}
      />
    </picture>
  )
}

/** Preloads a picture in the head of the document, before the scripts; from the body it would load after them. */
function askFirst(picture: ShownPicture, sizes: string) {
  const [best] = pictureSources(picture)
  const form = best && { type: best.type, imageSrcSet: best.srcSet, imageSizes: sizes }
  preload(picture.url, { as: 'image', fetchPriority: 'high', ...form })
}
