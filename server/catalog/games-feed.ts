import { gamePath } from '@nofiller/contract/catalog/paths'
import { atomFeed } from '../platform/atom-feed.ts'
import type { Database } from '../platform/database/database.ts'
import type { Audience } from '../platform/http/audience.ts'
import { escapeHtml } from '../platform/mail/compose-mail.ts'
import { selectCards } from './card.ts'
import { descriptionStart, summaryOfStart } from './summary.ts'
import { withinLimits } from './within-limits.ts'

const ENTRIES = 50
const SUMMARY_MAX = 500

export const GAMES_FEED_PATH = '/games/feed.xml'

/** The newest games as an Atom feed: their titles and the beginnings of their texts, without any picture. */
export async function gamesFeed(
  db: Database,
  store: { name: string; publicUrl: string },
  { view, hidden }: Audience,
): Promise<string> {
  const games = await selectCards(db)
    .select(['games.updated_at', descriptionStart.as('description')])
    .where('games.status', '=', 'published')
    .where('games.suspended_at', 'is', null)
    .where(withinLimits(hidden))
    .$if(view === 'sfw', (shown) => shown.where('games.category', '=', 'SFW'))
    .orderBy('games.published_at', 'desc')
    .orderBy('games.id', 'desc')
    .limit(ENTRIES)
    .execute()
  return atomFeed({
    title: `New games · ${store.name}`,
    subtitle: 'The newest games first. For adults.',
    page: `${store.publicUrl}/games`,
    self: store.publicUrl + GAMES_FEED_PATH,
    author: store.name,
    siteUrl: store.publicUrl,
    entries: games.map((game) => ({
      id: `urn:uuid:${game.id}`,
      page: `${store.publicUrl}${gamePath(game.slug)}`,
      title: game.title,
      author: game.display_name ?? game.username,
      publishedAt: (game.published_at ?? game.updated_at).toISOString(),
      updatedAt: game.updated_at.toISOString(),
      html: `<p>${escapeHtml(summaryOfStart(game.description, SUMMARY_MAX))}</p>`,
    })),
  })
}
