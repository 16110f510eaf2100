import type { Services } from '../../web/app/services.ts'
import { findGame } from '../catalogue/game.ts'
import { homeSections } from '../catalogue/home.ts'
import { listGames } from '../catalogue/list.ts'
import { isDatabaseAway } from '../platform/database/database.ts'
import type { Store } from '../store.ts'

/** What pages read while they are rendered: the catalogue as any visitor sees it, in process. */
export function pageServices({ db, config, log }: Store): Services {
  return {
    store: {
      name: config.STORE_NAME,
      tagline: config.STORE_TAGLINE,
      chatUrl: config.chatUrl,
      publicUrl: config.publicUrl,
    },
    seller: {
      name: config.SELLER_NAME ?? config.STORE_NAME,
      supportEmail: config.SUPPORT_EMAIL,
      address: config.SELLER_ADDRESS ?? null,
      website: config.SELLER_WEBSITE ?? null,
      logoUrl: config.SELLER_LOGO_URL ?? null,
    },
    home: () => available(homeSections(db)),
    games: (query) => available(listGames(db, query)),
    game: (idOrSlug) => available(findGame(db, idOrSlug, null)),
    sandbox: config.PAYMENT_PROVIDER === 'sandbox',
    reportError: (error) => log.error({ err: error }, 'a page could not be made'),
  }
}

/** A database that is away makes a page 503, as it does a call. */
async function available<T>(read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    throw isDatabaseAway(error) ? new Response('The store cannot answer right now.', { status: 503 }) : error
  }
}
