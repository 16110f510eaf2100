import type { Call } from '@nofiller/contract/call'
import { calls } from '@nofiller/contract/calls'

/** Public things whose pages and calls are read as well. */
type Shown = { slug: string; username: string }

/**
 * The address of every public reading call and of the pages that list games, with a word that finds most games, and words for
 * what must not be found.
 */
export function publicReads({ slug, username }: Shown, word: string, hidden: readonly string[]): string[] {
  const ids: Record<string, string> = { 'GET /api/games/:id': slug, 'GET /api/profile/:id': username }
  const reads = Object.entries(calls)
    .filter(([name, { access }]) => name.startsWith('GET /api/') && access === 'anyone')
    .flatMap(([name, { query }]: [string, Call]) => {
      const path = name.slice('GET '.length).replace(/:\w+/, ids[name] ?? 'none')
      if (!query || !('q' in query.shape)) return [path]
      const searches = [word, ...hidden].map((q) => `${path}?q=${encodeURIComponent(q)}`)
      return name.endsWith('suggest') ? searches : [...searches, path]
    })
  return [
    ...reads,
    ...PAGES,
    `/games?q=${word}`,
    `/dev/${username}`,
    ...['', '/releases', '/posts', '/feed.atom'].map((rest) => `/game/${slug}${rest}`),
  ]
}

const PAGES = ['/', '/_root.data', '/games', '/games.data', '/games/feed.xml', '/sell']
