import type { MetaDescriptor } from 'react-router'

/** The card that other sites make of a page's address, by the tags in its head. */
export function LinkCard({ tags }: { tags: readonly MetaDescriptor[] }) {
  const og = (name: string) => contentOf(tags, `og:${name}`)
  return (
    <figure
      aria-label="Link preview"
      className="w-full max-w-130 overflow-hidden rounded-3 border border-line bg-surface"
    >
      <img
        src={ownAddress(og('image'))}
        alt={og('image:alt')}
        width={og('image:width')}
        height={og('image:height')}
        className="aspect-[1200/630] w-full object-cover"
      />
      <figcaption className="grid gap-1 px-4 py-3">
        <span className="text-sm text-muted">{og('site_name')}</span>
        <b dir="auto" className="text-md font-650 wrap-anywhere">
          {og('title')}
        </b>
        <span dir="auto" className="line-clamp-2 text-sm text-muted wrap-anywhere">
          {og('description')}
        </span>
      </figcaption>
    </figure>
  )
}

const contentOf = (tags: readonly MetaDescriptor[], property: string): string => {
  const tag = tags.find((each) => 'property' in each && each.property === property)
  return tag && 'content' in tag ? String(tag.content) : ''
}

/** From the store's public address, which may differ from the one in use. */
const ownAddress = (url: string): string => (url === '' ? '' : new URL(url).pathname)
