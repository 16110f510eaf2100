/** The pages in the sitemap, besides those of games and developers. */
export const STANDING_PAGES = [
  '/',
  '/games',
  '/how-to-buy',
  '/detailed-how-to-buy',
  '/faq',
  '/sell',
  '/support',
  '/contact',
  '/terms',
  '/privacy',
  '/copyright',
  '/transparency',
  '/reviews-policy',
  '/how-we-order',
  '/developers',
  '/devlog',
  '/roadmap',
  '/patch-notes',
] as const

const STANDING = new Set<string>(STANDING_PAGES)

/** Whether a search engine may list a page: it shows the same to everyone, and something worth finding. */
export const isForSearchEngines = (path: string): boolean =>
  STANDING.has(path) ||
  /^\/(?:game|dev)\/[^/]+$|^\/game\/[^/]+\/(?:releases|posts(?:\/[^/]+)?)$/.test(path) ||
  /\.(?:atom|xml)$/.test(path)
