import { pictureSources } from '@nofiller/contract/catalog/pictures'
import { preload } from 'react-dom'
import type { ShownPicture } from './shown-card.ts'

/** Chooses among the forms of a picture, inside a `<picture>`; `sizes` says how wide it is shown, as CSS. */
export const PictureSources = ({ picture, sizes }: { picture: ShownPicture; sizes: string }) =>
  pictureSources(picture).map((source) => <source key={source.type} {...source} sizes={sizes} />)

export type ArtProps = {
  picture: ShownPicture
  /** How wide the box is, as CSS: the browser takes the form that fits it. */
  sizes: string
  alt: string
  /** Loaded at once and first: for what is seen without scrolling. */
  eager?: boolean
}

/**
 * A picture of a game, filling the box around it, which must be positioned and clip. The server has put a blurred file or a
 * placeholder in its place where this visitor does not see it.
 */
export function Art({ picture, sizes, alt, eager = false }: ArtProps) {
  if (eager && import.meta.env.SSR && picture.veil !== 'placeholder') askFirst(picture, sizes)
  return (
    <picture>
      <PictureSources picture={picture} sizes={sizes} />
      <img
        // Before the address: some browsers begin to load as soon as they have that.
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        src={picture.url}
        alt={alt && picture.veil ? `${alt}, blurred` : alt}
        width={picture.width}
        height={picture.height}
        decoding="async"
        // A few pixels drawn large would show their edges.
        className={picture.veil && picture.veil !== 'blurred' ? 'art scale-125 blur-md' : 'art'}
      />
    </picture>
  )
}

/** Names a picture in the head of the document, before the scripts; found in the body, it would be asked for after them. */
function askFirst(picture: ShownPicture, sizes: string) {
  const [best] = pictureSources(picture)
  const form = best && { type: best.type, imageSrcSet: best.srcSet, imageSizes: sizes }
  preload(picture.url, { as: 'image', fetchPriority: 'high', ...form })
}
