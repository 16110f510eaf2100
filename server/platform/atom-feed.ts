import { escapeHtml } from './mail/compose-mail.ts'

/** The data for a feed reader. URLs are absolute, times ISO 8601 in UTC. */
export type Feed = {
  title: string
  subtitle: string
  /** The page with the same content. */
  page: string
  /** Its own URL. */
  self: string
  author: string
  siteUrl: string
  entries: FeedEntry[]
}

export type FeedEntry = {
  id: string
  page: string
  title: string
  author?: string
  publishedAt: string
  updatedAt: string
  html: string
}

/** Characters that XML cannot hold, not even as an entity: one of them would make the entire feed unreadable. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu

/** A feed as Atom (RFC 4287). */
export function atomFeed(feed: Feed): string {
  const updatedAt = feed.entries
    .map((entry) => entry.updatedAt)
    .reduce((newest, each) => (each > newest ? each : newest), '1970-01-01T00:00:00Z')
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="${escapeHtml(feed.siteUrl)}/">
  <title>${escapeHtml(feed.title)}</title>
  <subtitle>${escapeHtml(feed.subtitle)}</subtitle>
  <id>${escapeHtml(feed.page)}</id>
  <link rel="alternate" type="text/html" href="${escapeHtml(feed.page)}"/>
  <link rel="self" type="application/atom+xml" href="${escapeHtml(feed.self)}"/>
  <updated>${updatedAt}</updated>
  <author><name>${escapeHtml(feed.author)}</name></author>
${feed.entries.map(atomEntry).join('\n')}
</feed>
`.replace(NOT_IN_XML, '')
}

const atomEntry = (entry: FeedEntry): string => `  <entry>
    <title>${escapeHtml(entry.title)}</title>
    <id>${escapeHtml(entry.id)}</id>
    <link rel="alternate" type="text/html" href="${escapeHtml(entry.page)}"/>
    <published>${entry.publishedAt}</published>
    <updated>${entry.updatedAt}</updated>${entry.author === undefined ? '' : `\n    <author><name>${escapeHtml(entry.author)}</name></author>`}
    <content type="html">${escapeHtml(entry.html)}</content>
  </entry>`
