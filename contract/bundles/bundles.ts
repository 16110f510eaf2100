import { z } from 'zod'
import { type CallTable, Dollars, Done, Id, PageCursor } from '../call.ts'
import { GameCard, LIST_MAX } from '../catalog/catalog.ts'
import { unitsMax } from '../text/text-length.ts'
import { BUNDLE_GAMES_MAX, BUNDLE_PRICE_MAX, BUNDLE_TITLE_MAX } from './bundle-rules.ts'

/** A bundle as buyers see it. */
export const Bundle = z.object({
  _id: Id,
  slug: z.string(),
  title: z.string(),
  developer: z.object({ _id: Id, name: z.string() }),
  price: Dollars.describe('Of all its games'),
  listPrice: Dollars.describe('What they cost one by one, without sales'),
  isListed: z.boolean().describe('Not with an unlisted game: it is found by its address alone'),
  games: z.array(
    GameCard.extend({
      share: Dollars.describe('What the game costs as a part of the bundle; the shares sum to its price'),
    }),
  ),
})
export type Bundle = z.infer<typeof Bundle>

/** A bundle as its developer sees it. */
export const OwnBundle = z.object({
  _id: Id,
  slug: z.string(),
  title: z.string(),
  price: Dollars,
  listPrice: Dollars.describe('What its games cost one by one today'),
  games: z.array(z.object({ _id: Id, title: z.string() })),
  state: z
    .enum(['selling', 'paused', 'ended'])
    .describe('`paused`: a game is not for sale, or together they cost no more than the bundle'),
  sold: z.number().int().describe('How many orders had it'),
  revenue: Dollars.describe('What buyers paid for its games in these'),
})
export type OwnBundle = z.infer<typeof OwnBundle>

const BundleBody = z.object({
  title: z.string().max(unitsMax(BUNDLE_TITLE_MAX)),
  price: z.number().min(0).max(BUNDLE_PRICE_MAX).nullable(),
  gameIds: z.array(Id).max(BUNDLE_GAMES_MAX * 2),
})
export type BundleBody = z.infer<typeof BundleBody>

const params = z.object({ id: Id })

export const bundleCalls = {
  'GET /api/bundles': {
    summary: 'The bundles that a game is in, or that a developer sells; the newest 20',
    access: 'anyone',
    query: z.object({ game: Id.optional(), developer: Id.optional() }),
    response: z.array(Bundle),
  },
  'GET /api/bundles/:slug': {
    summary: 'A bundle that is sold; 404 for any other, and for one with a game that the caller does not see',
    access: 'anyone',
    params: z.object({ slug: z.string().min(1).max(100) }),
    response: Bundle,
  },
  'GET /api/dev/bundles': {
    summary: "The signed-in developer's bundles, newest first; `Link` names the next page",
    access: 'developer',
    query: z.object({ limit: z.coerce.number().int().min(1).max(LIST_MAX).optional(), after: PageCursor }),
    response: z.array(OwnBundle),
  },
  'POST /api/dev/bundles': {
    summary: "Sell some of one's own games at one price",
    access: 'developer',
    limit: 'save',
    body: BundleBody,
    response: OwnBundle.pick({ _id: true, slug: true }),
  },
  'POST /api/dev/bundles/:id': {
    summary: 'Change a bundle; orders that are open keep their price',
    access: 'developer',
    limit: 'save',
    params,
    body: BundleBody,
    response: Done,
  },
  'POST /api/dev/bundles/:id/end': {
    summary: 'Sell a bundle no more; orders that are open keep their price',
    access: 'developer',
    limit: 'save',
    params,
    response: Done,
  },
} satisfies CallTable
