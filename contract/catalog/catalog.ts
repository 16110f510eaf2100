import { z } from 'zod'
import { ReviewerNotes } from '../authoring/reviewer-notes.ts'
import { EXCLUDED_TAG_LENGTH_MAX, EXCLUDED_TAGS_MAX } from '../authoring/tag-list.ts'
import { ContentWarnings } from '../authoring/warning-answers.ts'
import { type CallTable, Dollars, Id, IsoTime, PageCursor, ShowOnce } from '../call.ts'
import { HiddenTheme } from '../content-limits/content-limits.ts'
import { GAME_REVIEWS } from '../moderation/moderation-rules.ts'
import { SAVES_KINDS } from '../releases/release-rules.ts'
import { SupporterOffer } from '../releases/supporters.ts'
import { AUDIENCES } from '../releases/windows.ts'
import { ReviewSummary } from '../reviews/reviews.ts'
import { RELATED_KINDS } from '../suggestions/related-rules.ts'
import { unitsMax } from '../text/text-length.ts'
import { searchText } from '../text/written-text.ts'
import { isEnoughToSuggest } from './browsing.ts'
import { CONTENT_VIEWS } from './content-choice.ts'
import { DEVICES } from './devices.ts'
import { CONTENT_CATEGORIES, PROJECT_TYPES, STAGES } from './game-kinds.ts'
import { VIEWED_MAX } from './viewed-rules.ts'
import { GameAccess } from './visibility.ts'

/** `match` (best match first) is the default of a search; without a search it is `new`. */
export const CATALOG_SORTS = [
  'match',
  'new',
  'updated',
  'popular',
  'price',
  '-price',
  'discount',
  'reviews',
  'title',
  'random',
] as const
export type CatalogSort = (typeof CATALOG_SORTS)[number]
export const LIST_MAX = 100

/** A picture as pages show it; `pictureSources` returns the URLs of its smaller and more modern forms. */
export const Picture = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  blur: z.string().describe('A tiny data address that stands for it while it is hidden or loading'),
  widths: z.array(z.number().int()).describe('Widths in which it also exists, ascending'),
  alt: z.string().describe('What it shows, for those who cannot see it'),
  veil: z
    .enum(['blurred', 'placeholder', 'limits'])
    .describe(
      'What `url` names in place of the picture, which is NSFW, or a placeholder for a game beyond limits; absent when it is the picture itself',
    )
    .optional(),
})
export type Picture = z.infer<typeof Picture>

const Developer = z.object({ _id: Id, username: z.string(), displayName: z.string().nullable() })

/** A running sale of a game; the price beside it is the reduced one. */
export const GameSale = z.object({
  listPrice: Dollars.describe('The price without the sale'),
  percent: z.number().int().describe('How much cheaper it is'),
  endsAt: IsoTime,
  lowestPrice: Dollars.nullable().describe(
    'The lowest price of the 30 days before the sale; null for a game that was not public then',
  ),
})
export type GameSale = z.infer<typeof GameSale>

/** A game in cards and lists (requirements 4.1). */
export const GameCard = z.object({
  _id: Id,
  slug: z.string(),
  title: z.string(),
  price: Dollars.describe('What it costs now'),
  sale: GameSale.nullable(),
  isFree: z.boolean(),
  category: z.enum(CONTENT_CATEGORIES),
  tags: z.array(z.string()),
  devices: z.array(z.enum(DEVICES)),
  developer: Developer,
  devName: z.string(),
  cardImageUrl: z.string().nullable(),
  cardPicture: Picture.nullable(),
  publishedAt: IsoTime.nullable(),
  notForSale: z
    .boolean()
    .optional()
    .describe('Only of a game that is not for sale at present; it has no sale'),
  owned: z.boolean().optional().describe('Only in answers to a signed-in caller'),
  recommended: z
    .object({ share: z.number().int().describe('In percent'), counted: z.number().int() })
    .optional()
    .describe('Of its reviews; only in lists that are ordered by them, from five counted on'),
})
export type GameCard = z.infer<typeof GameCard>

export const GameFile = z.object({
  _id: Id,
  name: z.string(),
  size: z.number().int().describe('Bytes'),
  device: z.enum(DEVICES),
  customPriceEnabled: z.boolean(),
  customPrice: Dollars.nullable(),
  sha256: z.string().nullable().describe('Hexadecimal; null until it is computed'),
  updatedAt: IsoTime.describe('When its present build was saved'),
})
export type GameFile = z.infer<typeof GameFile>

/** The newest release of a game, as its page says it. */
const NewestRelease = z.object({
  label: z.string(),
  releasedAt: IsoTime,
  summary: z.string(),
  knownProblems: z.string(),
  saves: z.enum(SAVES_KINDS),
  savesFrom: z.string().nullable().describe('The label of that release'),
  savesNote: z.string(),
  count: z.number().int().describe('Of all its releases'),
})
export type NewestRelease = z.infer<typeof NewestRelease>

/** One of the newest posts about a game, as its page names it. */
const LatestPost = z.object({ id: Id, title: z.string(), publishedAt: IsoTime })
export type LatestPost = z.infer<typeof LatestPost>

/** A release that is announced or open to some, and that buyers do not get yet. */
const ComingRelease = z.object({
  label: z.string(),
  steps: z.array(z.object({ audience: z.enum(AUDIENCES), opensAt: IsoTime })),
  files: z
    .array(
      GameFile.pick({
        _id: true,
        name: true,
        size: true,
        device: true,
        customPriceEnabled: true,
        customPrice: true,
      }),
    )
    .describe('Files that nobody can buy before: they come with it'),
  news: NewestRelease.pick({ summary: true, saves: true, savesFrom: true, savesNote: true })
    .nullable()
    .describe('What it says, once somebody has it'),
})
export type ComingRelease = z.infer<typeof ComingRelease>

/** A full game (requirements 4.10). */
export const Game = GameCard.extend({
  payWhatYouWant: z.boolean().describe('Buyers may pay more than the price'),
  description: z.string().describe('Sanitised HTML'),
  projectType: z.enum(PROJECT_TYPES),
  stage: z.enum(STAGES),
  status: z.enum(['draft', 'published']),
  visibility: GameAccess.shape.visibility,
  gameFiles: z.array(GameFile),
  demoFile: z.object({ name: z.string(), size: z.number().int(), url: z.string() }).nullable(),
  cardImage: z.string().nullable(),
  coverImage: Picture.nullable(),
  screenshots: z.array(Picture),
  pageBgImage: Picture.nullable(),
  buyButtonImage: Picture.nullable(),
  demoButtonImage: Picture.nullable(),
  sharePicture: z
    .string()
    .nullable()
    .describe('Its picture for link previews elsewhere, 1200 × 630 pixels; null until it is made'),
  pageBg: z.string(),
  textColor: z.string(),
  linkColor: z.string(),
  previewBg: z.string(),
  previewBgAlpha: z.number(),
  buyButtonColor: z.string(),
  demoButtonColor: z.string(),
  buttonTextColor: z.string(),
  contentWarnings: ContentWarnings,
  reviewerNotes: ReviewerNotes.optional().describe('For its developer and admins alone'),
  release: NewestRelease.nullable().describe('What a buyer gets now'),
  coming: z.array(ComingRelease).describe('The next one first'),
  posts: z.array(LatestPost).describe('The newest three for everyone'),
  followers: z.number().int().nullable().describe('To two figures, from 100 on; counted nightly'),
  reviews: ReviewSummary,
  supporters: SupporterOffer.nullable().describe('What makes supporters, and what they are promised'),
  availableFrom: IsoTime.nullable().describe(
    'When a game of which no file can be fetched yet opens to buyers',
  ),
  saleBeganAt: IsoTime.nullable().describe('When the running sale began; null without one'),
  related: z
    .array(GameCard)
    .describe(
      'Up to ten other games, counted nightly, without those that the caller owns; none where it would be fewer than three',
    ),
  relatedBy: z
    .enum(RELATED_KINDS)
    .describe('Whether they are what its owners also own, or similar by tags; never both'),
  withheld: z
    .boolean()
    .describe('The caller sees SFW games only and this is none: it comes without pictures and description'),
  updatedAt: IsoTime,
})
export type Game = z.infer<typeof Game>

/** A game as the calls that list games return it. The store's own pages use the card. */
export const ListedGame = GameCard.extend({
  description: z.string().describe('The beginning of the description as plain text, at most 200 characters'),
  gameFiles: z.array(GameFile.omit({ sha256: true, updatedAt: true })),
  cardImage: z.string().nullable(),
  totalSales: z.number().int().optional().describe("For the game's developer and admins alone"),
  totalRevenue: Dollars.optional().describe("For the game's developer and admins alone"),
})
export type ListedGame = z.infer<typeof ListedGame>

/** A game in the lists of its developer and admins, with its sales. */
const Standing = z.object({
  status: z.enum(['draft', 'published']),
  visibility: z
    .enum(['public', 'private'])
    .describe('Private: a draft, or kept from the public by an admin or a review; `access` stands apart'),
  access: GameAccess,
  review: z
    .object({
      state: z.enum(GAME_REVIEWS),
      sentAt: IsoTime,
      dueAt: IsoTime,
      decisionId: Id.nullable().describe('The last decision about it'),
    })
    .nullable()
    .describe('The review that keeps it from the public'),
  archivedAt: IsoTime.nullable().describe('When its developer put it away'),
  updatedAt: IsoTime,
  totalSales: z.number().int(),
  totalRevenue: Dollars,
})

/** A developer's own game in lists. */
export const OwnGame = ListedGame.extend({
  ...Standing.shape,
  takenDownBy: Id.nullable().describe('The decision that took it down'),
  openThemes: z
    .number()
    .int()
    .describe('Of how many themes its developer has not said whether they are in it'),
})
export type OwnGame = z.infer<typeof OwnGame>

/** A game in the lists of admins. */
export const AnyGame = GameCard.extend(Standing.shape)

/** The values of one filter, each with the number of games that match it and the other filters. */
const Facet = z.array(z.object({ value: z.string(), count: z.number().int() }))

/** The results of the filters. Counting stops at `COUNT_MAX`, and for thousands of games counts a sample. */
export const Facets = z.object({
  tags: Facet.describe('The most frequent first, at most 30, besides those that are chosen'),
  category: Facet,
  device: Facet,
  type: Facet,
  stage: Facet,
  price: Facet.describe('By the values of the price filter that the page offers'),
  sale: Facet.describe('How many are on sale'),
})
export type Facets = z.infer<typeof Facets>

/** The suggestions while a user types. */
export const Suggestions = z.object({
  games: z.array(GameCard),
  tags: z.array(z.string()),
  developers: z.array(Developer),
})
export type Suggestions = z.infer<typeof Suggestions>

/** The suggestions when no game was found. */
export type EmptyResultHints = { tags: string[]; games: GameCard[] }

/** The home page. A region with too few games is empty; no game is in two of the four regions above the categories. */
export type Home = {
  featured: FeaturedCard[]
  newGames: GameCard[]
  onSale: HomeGames
  updated: Omit<HomeGames, 'games'> & { games: UpdatedCard[] }
  sections: HomeSection[]
  /** How many games the store has for this audience; of an audience with limits at most `COUNT_MAX`. */
  total: number
}
/** `count` is how many games there are of which these are the first. */
type HomeGames = { count: number; games: GameCard[] }
export type HomeSection = HomeGames & { name: string; isOpen: boolean }
export type FeaturedCard = GameCard & { coverPicture: Picture | null; summary: string }
export type UpdatedCard = GameCard & { release: { label: string; summary: string; releasedAt: string } }

/** `free`, `paid` or `min-max` in dollars, with either end optional: `5-`, `-9.99`. */
export const PRICE_FILTER =
  /^(?:free|paid|\d{1,4}(?:\.\d{1,2})?-(?:\d{1,4}(?:\.\d{1,2})?)?|-\d{1,4}(?:\.\d{1,2})?)$/

/** Tags separated by commas; `splitTags` reads them. */
/** The maximum number of tags that an account hides, each with its comma. */
const TagList = z
  .string()
  .trim()
  .max(EXCLUDED_TAGS_MAX * (unitsMax(EXCLUDED_TAG_LENGTH_MAX) + 1))

export const GamesQuery = z.object({
  q: searchText.optional(),
  tag: TagList.describe('Games that have all of these tags').optional(),
  exclude: TagList.describe('Games that have none of these tags').optional(),
  category: z.enum(CONTENT_CATEGORIES).optional(),
  device: z.enum(DEVICES).optional(),
  type: z.enum(PROJECT_TYPES).optional(),
  stage: z.enum(STAGES).optional(),
  price: z.string().regex(PRICE_FILTER).optional(),
  sale: z.literal('1').describe('On sale now').optional(),
  sort: z.enum(CATALOG_SORTS).optional(),
  start: z.coerce.number().min(0).lt(1).describe('Where a random order begins').optional(),
  limit: z.coerce.number().int().min(1).max(LIST_MAX).optional(),
  after: PageCursor,
})
export type GamesQuery = z.infer<typeof GamesQuery>

/** A query without order and paging. */
export const FacetsQuery = GamesQuery.omit({ sort: true, start: true, limit: true, after: true })
export type FacetsQuery = z.infer<typeof FacetsQuery>

export const catalogCalls = {
  'GET /api/games': {
    summary:
      'Published games; `Link` names the next page, `X-Total-Count` how many there are: exact up to 100,000, beyond `100000+`; `X-Hidden-Count` how many more the limits and blocks of the caller hide',
    access: 'anyone',
    cached: true,
    query: GamesQuery,
    response: z.array(ListedGame),
  },
  'GET /api/games/facets': {
    summary: 'How many games each further choice of a filter would leave',
    access: 'anyone',
    cached: true,
    query: FacetsQuery,
    response: Facets,
  },
  'GET /api/games/suggest': {
    summary: 'Games, tags and developers that begin with what is typed',
    access: 'anyone',
    cached: true,
    query: z.object({ q: searchText.refine(isEnoughToSuggest) }),
    response: Suggestions,
  },
  'POST /api/viewed-games/look-up': {
    summary:
      'The cards of games that a browser remembers, in its order, without those that are not public or that the caller hides; nothing of it is stored',
    access: 'anyone',
    anonymous: true,
    limit: 'wishlist',
    body: z.object({ gameIds: z.array(Id).max(VIEWED_MAX) }),
    response: z.object({ games: z.array(GameCard) }),
  },
  'GET /api/games/:id': {
    summary:
      "One game, by id or slug; 403 `hidden_by_limits` or `hidden_by_blocks` when the caller's limits or blocks hide it",
    access: 'anyone',
    anonymous: true,
    cached: true,
    params: z.object({ id: z.string().min(1).max(100) }),
    query: z.object({ show: ShowOnce }),
    response: Game,
  },
  'GET /api/dev/games/:id/seen-by': {
    summary: "One of the caller's games as visitors see it or, while it is not public, would see it",
    access: 'developer',
    params: z.object({ id: Id }),
    query: z.object({
      view: z.enum(CONTENT_VIEWS).default('none'),
      limits: z.string().max(40).optional().describe('As the cookie `limits` has them'),
    }),
    response: z.object({
      hiddenBy: z.array(HiddenTheme).describe('The themes for which these limits hide the game'),
      game: Game.nullable().describe('null where limits hide it'),
    }),
  },
  'GET /api/my-games': {
    summary:
      "The signed-in developer's games, newest first; `Link` names the next page, `X-Total-Count` how many there are",
    access: 'developer',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(LIST_MAX).optional(),
      after: PageCursor,
    }),
    response: z.array(OwnGame),
  },
} satisfies CallTable
