import type { Picture } from '@nofiller/contract/catalogue'
import type { ContentCategory } from '@nofiller/contract/game-kinds'
import { pictureSources } from '@nofiller/contract/pictures'
import { preload } from 'react-dom'
import { useNsfwShown } from './nsfw.tsx'

/** Whether the pictures of a game stay blurred for this visitor. */
export const useBlurred = (game: { category: ContentCategory }): boolean =>
  !useNsfwShown() && game.category === 'NSFW'

/** Chooses among the forms of a picture, inside a `<picture>`; `sizes` says how wide it is shown, as CSS. */
export const PictureSources = ({ picture, sizes }: { picture: Picture; sizes: string }) =>
  pictureSources(picture).map((source) => <source key={source.type} {...source} sizes={sizes} />)

type ArtProps = {
  picture: Picture
  /** How wide the box is, as CSS: the browser takes the form that fits it. */
  sizes: string
  /** Shows the picture's tiny stand-in; the picture itself is then not even asked for. */
  blurred: boolean
  alt: string
  /** Loaded at once and first: for what is seen without scrolling. */
  eager?: boolean
  className?: string
}

/** A picture of a game, filling the box around it, which must be positioned and clip. */
export function Art({ picture, sizes, blurred, alt, eager = false, className = '' }: ArtProps) {
  const fit = `absolute inset-0 size-full object-cover ${className}`
  if (blurred)
    return (
      <img
        src={picture.blur}
        alt={alt && `${alt}, blurred`}
        width={picture.width}
        height={picture.height}
        className={`${fit} scale-125 blur-md`}
      />
    )
  if (eager && import.meta.env.SSR) askFirst(picture, sizes)
  return (
    <picture>
      <PictureSources picture={picture} sizes={sizes} />
      <img
        // Before the address: some browsers begin to load as soon as they have that.
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        src={picture.url}
        alt={alt}
        width={picture.width}
        height={picture.height}
        decoding="async"
        className={fit}
      />
    </picture>
  )
}

/** Names a picture in the head of the document, before the scripts; found in the body, it would be asked for after them. */
function askFirst(picture: Picture, sizes: string) {
  const [best] = pictureSources(picture)
  const form = best && { type: best.type, imageSrcSet: best.srcSet, imageSizes: sizes }
  preload(picture.url, { as: 'image', fetchPriority: 'high', ...form })
}
