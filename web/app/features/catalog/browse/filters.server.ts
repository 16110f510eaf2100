import { splitTags } from '@nofiller/contract/authoring/tag-list'
import { GamesQuery } from '@nofiller/contract/catalog/catalog'
import { tagFeedPath } from '@nofiller/contract/catalog/feed-paths'
import type { MetaDescriptor } from 'react-router'
import { type Filters, priceOf, tagName } from './filters.ts'

const InAddress = GamesQuery.omit({ limit: true, after: true })

/**
 * The filters in a URL; invalid ones are left out. A repeated parameter is
 * a list, because a form adds a tag to those chosen before. Without scripts the ends of a price come as
 * typed, in separate fields.
 */
export function filtersOf(search: URLSearchParams): Filters {
  const written = Object.fromEntries(
    [...new Set(search.keys())]
      .map((name) => [name, search.getAll(name).filter(Boolean).join(',')] as const)
      .filter(([, value]) => value !== ''),
  )
  const { min = '', max = '' } = written
  if (min || max) written.price = priceOf(min, max)
  const read = InAddress.safeParse(written)
  if (read.success) return read.data
  const wrong = new Set(read.error.issues.map((issue) => String(issue.path[0])))
  return InAddress.parse(Object.fromEntries(Object.entries(written).filter(([name]) => !wrong.has(name))))
}

/** The feed of a list of one tag, for feed readers; made on the server, as no script needs it. */
export function feedOf({ tag }: Filters): MetaDescriptor[] {
  const [only, ...others] = splitTags(tag)
  if (only === undefined || others.length > 0) return []
  const title = `New: ${tagName(only)}`
  return [{ tagName: 'link', rel: 'alternate', type: 'application/atom+xml', href: tagFeedPath(only), title }]
}
