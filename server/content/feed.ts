import type { Journal } from '@nofiller/contract/content/information'
import { atomFeed } from '../platform/atom-feed.ts'

/** A journal as an Atom feed. An entry is from midnight UTC of its date. */
export function journalFeed(journal: Journal, store: { name: string; publicUrl: string }): string {
  const page = `${store.publicUrl}/${journal.name}`
  return atomFeed({
    title: `${journal.title} · ${store.name}`,
    subtitle: journal.description,
    page,
    self: `${page}.atom`,
    author: store.name,
    siteUrl: store.publicUrl,
    entries: journal.entries.map(({ id, title, date, html }) => ({
      id: `${page}#${id}`,
      page: `${page}#${id}`,
      title,
      publishedAt: `${date}T00:00:00Z`,
      updatedAt: `${date}T00:00:00Z`,
      html,
    })),
  })
}
