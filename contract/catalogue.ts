import { z } from 'zod'
import { type CallTable, Dollars, Id, IsoTime } from './call.ts'
import { DEVICES } from './devices.ts'
import { CONTENT_CATEGORIES, PROJECT_TYPES, STAGES } from './game-rules.ts'

export const SORTS = ['new', 'popular', 'price', '-price', 'title'] as const
export type Sort = (typeof SORTS)[number]
export const LIST_MAX = 100

/** A picture as pages show it; `pictureSources` names the addresses of its smaller and more modern forms. */
export const Picture = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  blur: z.string().describe('A tiny data address that stands for it while it is hidden or loading'),
  widths: z.array(z.number().int()).describe('Widths in which it also exists, ascending'),
  alt: z.string().describe('What it shows, for those who cannot see it'),
})
export type Picture = z.infer<typeof Picture>

const Developer = z.object({ _id: Id, username: z.string(), displayName: z.string().nullable() })

/** A game as cards and lists read it (document 1 §3). */
export const GameCard = z.object({
  _id: Id,
  slug: z.string(),
  title: z.string(),
  price: Dollars,
  isFree: z.boolean(),
  category: z.enum(CONTENT_CATEGORIES),
  tags: z.array(z.string()),
  devices: z.array(z.enum(DEVICES)),
  developer: Developer,
  devName: z.string(),
  cardImageUrl: z.string().nullable(),
  cardPicture: Picture.nullable(),
  publishedAt: IsoTime.nullable(),
  owned: z.boolean().optional().describe('Only in answers to a signed-in caller'),
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

/** A whole game (document 2 §3). */
export const Game = GameCard.extend({
  description: z.string().describe('Sanitised HTML'),
  projectType: z.enum(PROJECT_TYPES),
  stage: z.enum(STAGES),
  status: z.enum(['draft', 'published']),
  gameFiles: z.array(GameFile),
  demoFile: z.object({ name: z.string(), size: z.number().int(), url: z.string() }).nullable(),
  cardImage: z.string().nullable(),
  coverImage: Picture.nullable(),
  screenshots: z.array(Picture),
  pageBgImage: Picture.nullable(),
  buyButtonImage: Picture.nullable(),
  demoButtonImage: Picture.nullable(),
  pageBg: z.string(),
  textColor: z.string(),
  linkColor: z.string(),
  previewBg: z.string(),
  previewBgAlpha: z.number(),
  buyButtonColor: z.string(),
  demoButtonColor: z.string(),
  buttonTextColor: z.string(),
  updatedAt: IsoTime,
})
export type Game = z.infer<typeof Game>

/** A developer's own game in lists, with what it sold. */
export const OwnGame = GameCard.extend({
  status: z.enum(['draft', 'published']),
  visibility: z.enum(['public', 'private']).describe('Private: a draft, or taken down by an admin'),
  updatedAt: IsoTime,
  totalSales: z.number().int(),
  totalRevenue: Dollars,
})
export type OwnGame = z.infer<typeof OwnGame>

export type HomeSection = { name: string; count: number; games: GameCard[] }

/** `free`, `paid` or `min-max` in dollars, either end open: `5-`, `-9.99`. */
export const PRICE_FILTER =
  /^(?:free|paid|\d{1,4}(?:\.\d{1,2})?-(?:\d{1,4}(?:\.\d{1,2})?)?|-\d{1,4}(?:\.\d{1,2})?)$/

export const GamesQuery = z.object({
  q: z.string().trim().max(100).optional(),
  tag: z.string().trim().max(40).optional(),
  category: z.enum(CONTENT_CATEGORIES).optional(),
  device: z.enum(DEVICES).optional(),
  type: z.enum(PROJECT_TYPES).optional(),
  price: z.string().regex(PRICE_FILTER).optional(),
  sort: z.enum(SORTS).optional(),
  limit: z.coerce.number().int().min(1).max(LIST_MAX).optional(),
  after: z.string().max(400).optional(),
})
export type GamesQuery = z.infer<typeof GamesQuery>

export const catalogueCalls = {
  'GET /api/games': {
    summary: 'Published games; `Link` names the next page, `X-Total-Count` how many there are',
    access: 'anyone',
    query: GamesQuery,
    answer: z.array(GameCard),
  },
  'GET /api/games/:id': {
    summary: 'One game, by id or slug',
    access: 'anyone',
    params: z.object({ id: z.string().min(1).max(100) }),
    answer: Game,
  },
  'GET /api/my-games': {
    summary: "The signed-in developer's games",
    access: 'developer',
    answer: z.array(OwnGame),
  },
} satisfies CallTable
