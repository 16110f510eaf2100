import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import { hiddenLine, type Limits } from '@nofiller/contract/content-limits/limit-rules'
import { utcDay } from '@nofiller/contract/text/time'
import { exampleBody } from '@nofiller/contract/webhooks/webhook-events'
import { EVENT_TYPES, type EventType } from '@nofiller/contract/webhooks/webhook-rules'
import type { Services } from '../../web/app/services.ts'
import { findBundle } from '../bundles/find-bundle.ts'
import { findGame, whyHidden } from '../catalog/game.ts'
import { home } from '../catalog/home/home.ts'
import { gameFacets } from '../catalog/search/facets.ts'
import { gamesLike } from '../catalog/search/games-like.ts'
import { hiddenAmongAll, listGames } from '../catalog/search/list-games.ts'
import { emptyResultHints } from '../catalog/search/relaxed-filters.ts'
import { themesForbidden } from '../catalog/theme-policy.ts'
import { readJournal, readPage } from '../content/pages.ts'
import { readRulesPage } from '../content/rules.ts'
import type { StatusWatch } from '../monitoring/watch-status.ts'
import { unsubscribeFrom } from '../notices/unsubscribe.ts'
import { despiteBlocks, hiddenBy, reasonFor, unlimited, type Viewer } from '../platform/http/audience.ts'
import { asHttpError } from '../platform/http/errors/error-response.ts'
import { postPage, postsPage } from '../posts/show-post.ts'
import { findDeveloper, whyDeveloperHidden } from '../profiles/developer.ts'
import { releasesPage } from '../releases/releases-page.ts'
import { removedByMonth } from '../reviews/removed-by-month.ts'
import { readableBy, type Store } from '../store.ts'
import { transparency } from '../transparency/transparency.ts'
import { selling } from './selling.ts'

/**
 * The data of rendered pages: the catalog for any visitor with this choice for NSFW games and these limits, or for one viewer
 * with blocks, and the store's texts.
 */
export function pageServices(
  store: Store,
  status: StatusWatch | null,
  view: ContentView,
  limits: Limits,
  viewer: Viewer | null,
): Services {
  const { db, config, clock, log } = store
  const publicDb = readableBy(store, viewer)
  const audience = { view, hidden: hiddenBy([limits, viewer?.limits ?? null], viewer?.blocks ?? null) }
  const info = {
    name: config.STORE_NAME,
    tagline: config.STORE_TAGLINE,
    chatUrl: config.chatUrl,
    publicUrl: config.publicUrl,
    statusPage: status !== null,
    forbiddenThemes: themesForbidden(config.THEME_POLICY),
  }
  return {
    view,
    store: info,
    seller: {
      name: config.SELLER_NAME ?? config.STORE_NAME,
      supportEmail: config.SUPPORT_EMAIL,
      address: config.SELLER_ADDRESS ?? null,
      website: config.SELLER_WEBSITE ?? null,
      logoUrl: config.SELLER_LOGO_URL ?? null,
    },
    home: () => available(home(publicDb, audience, clock())),
    games: (query) => available(listGames(publicDb, audience, query)),
    emptyResultHints: (query) => available(emptyResultHints(publicDb, audience, query)),
    gamesLike: (address) => available(gamesLike(publicDb, audience, address)),
    facets: (query) => available(gameFacets(publicDb, audience, query)),
    game: (idOrSlug) => available(findGame({ db: publicDb, config }, idOrSlug, null, audience)),
    whyHidden: (idOrSlug) => available(whyHidden(publicDb, idOrSlug, null, audience)),
    hiddenLine: (hidden) => hiddenLine(hidden, reasonFor(audience)),
    limits: async () => {
      const limited = { view, hidden: hiddenBy([limits], null) }
      return { ...limits, ...(await available(hiddenAmongAll(publicDb, limited))) }
    },
    bundle: (slug) => available(findBundle(publicDb, slug, audience)),
    whyDeveloperHidden: (idOrUsername) => available(whyDeveloperHidden(publicDb, idOrUsername, audience)),
    developer: (idOrUsername, show) =>
      available(findDeveloper(publicDb, idOrUsername, show ? despiteBlocks(audience) : audience)),
    page: (name) => readPage(config, name),
    rules: () => readRulesPage(config),
    transparency: () => available(transparency({ db, clock, config })),
    removedReviews: () => available(removedByMonth(publicDb, clock())),
    journal: (name) => readJournal(config, name),
    webhookExamples: () => eventTypes.map(exampleBody),
    releases: (idOrSlug, { after, show }) =>
      available(releasesPage(publicDb, idOrSlug, show ? unlimited(view) : audience, after)),
    posts: (idOrSlug, { after, show }) =>
      available(postsPage(publicDb, idOrSlug, show ? unlimited(view) : audience, { after })),
    post: (idOrSlug, postId, show) =>
      available(postPage(publicDb, idOrSlug, postId, show ? unlimited(view) : audience)),
    selling: () => available(selling(publicDb, config, clock(), audience.hidden)),
    unsubscribe: (token, ending) => available(unsubscribeFrom(db, token, ending)),
    today: () => utcDay(clock()),
    status: status?.reading ?? null,
    sandbox: config.paymentProviders.includes('sandbox'),
    reportError: (error) => log.error({ err: error }, 'a page could not be made'),
  }
}

/** An error that makes a call 4xx or 503 makes a page the same. */
async function available<T>(read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    const known = asHttpError(error)
    throw known ? new Response(known.message, { status: known.status }) : error
  }
}

const eventTypes = Object.keys(EVENT_TYPES) as EventType[] // the table has no others
