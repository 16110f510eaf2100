import type { Journal, JournalEntry } from '@nofiller/contract/information'
import { escapeHtml } from '../platform/compose-mail.ts'

export const FEED_TYPE = 'application/atom+xml; charset=utf-8'

/** A journal as an Atom feed (RFC 4287). An entry is from midnight UTC of its date. */
export function atomFeed(journal: Journal, store: { name: string; publicUrl: string }): string {
  const page = `${store.publicUrl}/${journal.name}`
  const newest = journal.entries[0]?.date ?? '1970-01-01'
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="${escapeHtml(store.publicUrl)}/">
  <title>${escapeHtml(`${journal.title} · ${store.name}`)}</title>
  <subtitle>${escapeHtml(journal.description)}</subtitle>
  <id>${escapeHtml(page)}</id>
  <link rel="alternate" type="text/html" href="${escapeHtml(page)}"/>
  <link rel="self" type="application/atom+xml" href="${escapeHtml(page)}.atom"/>
  <updated>${newest}T00:00:00Z</updated>
  <author><name>${escapeHtml(store.name)}</name></author>
${journal.entries.map((entry) => atomEntry(page, entry)).join('\n')}
</feed>
`
}

const atomEntry = (page: string, { id, title, date, html }: JournalEntry): string => `  <entry>
    <title>${escapeHtml(title)}</title>
    <id>${escapeHtml(page)}#${id}</id>
    <link rel="alternate" type="text/html" href="${escapeHtml(page)}#${id}"/>
    <published>${date}T00:00:00Z</published>
    <updated>${date}T00:00:00Z</updated>
    <content type="html">${escapeHtml(html)}</content>
  </entry>`
