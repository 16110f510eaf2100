import type { MetaDescriptor } from 'react-router'
import { storeOf, withStoreName } from '../../shell/store-info.ts'

type TextMetaArgs = {
  loaderData: { page: { title: string; description: string } } | undefined
  matches: Parameters<typeof storeOf>[0]
}

/** The `meta` of a text page at a path like `/faq`. */
export const textMeta =
  (path: string, more: MetaDescriptor[] = []) =>
  ({ loaderData, matches }: TextMetaArgs): MetaDescriptor[] => {
    const store = storeOf(matches)
    if (!loaderData || !store) return [{ title: withStoreName('', matches) }]
    const { title, description } = loaderData.page
    return [
      { title: withStoreName(title, matches) },
      { name: 'description', content: description },
      { tagName: 'link', rel: 'canonical', href: store.publicUrl + path },
      ...more,
    ]
  }

/** Lets feed readers find the feed of a journal. */
export const feedLink = (path: string): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/atom+xml',
  href: `${path}.atom`,
})
