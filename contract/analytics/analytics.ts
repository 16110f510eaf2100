import { z } from 'zod'
import { type CallTable, Dollars, Done, Id, IsoTime, PageCursor } from '../call.ts'
import { DEVICES } from '../catalog/devices.ts'
import { CONTENT_CATEGORIES } from '../catalog/game-kinds.ts'
import { TIME_SORTS } from '../catalog/time-sorts.ts'
import { searchText } from '../text/written-text.ts'
import { SPANS, STEPS } from './analytics-spans.ts'

const Count = z.number().int()
const Sales = z.object({ revenue: Dollars, orders: Count })
const NamedGame = z.object({ _id: Id, slug: z.string(), title: z.string() })

/** The store's figures (requirements 8.1). Revenue and orders count paid orders, by the day of payment. */
export const Analytics = z.object({
  overview: z.object({
    totalRevenue: Dollars,
    totalOrders: Count,
    totalUsers: Count.describe('All accounts'),
    totalDevelopers: Count,
    totalAdmins: Count,
    totalDownloads: Count,
  }),
  sales: z.object({ today: Sales, thisMonth: Sales, lastMonth: Sales }).describe('Calendar spans in UTC'),
  topGames: z.array(
    NamedGame.extend({ totalSales: Count, totalRevenue: Dollars, category: z.enum(CONTENT_CATEGORIES) }),
  ),
  downloadStats: z.array(NamedGame.extend({ totalDownloads: Count, uniqueUsers: Count })),
  recentActivity: z.object({
    orders: z.array(
      z.object({
        orderId: z.string(),
        gameId: NamedGame,
        email: z.string(),
        price: Dollars,
        createdAt: IsoTime,
      }),
    ),
    downloads: z.array(
      z.object({
        gameId: NamedGame,
        email: z.string().nullable().describe('null for a free demo'),
        device: z.enum(DEVICES),
        createdAt: IsoTime,
      }),
    ),
  }),
})
export type Analytics = z.infer<typeof Analytics>

/** Events within a span of days. Amounts in dollars. */
export const StoreFigures = z.object({
  checkouts: Count.describe('Begun'),
  orders: Count.describe('Paid'),
  revenue: Dollars,
  fees: Dollars.describe('Kept by the payment provider'),
  platform: Dollars.describe("The store's share"),
  developers: Dollars.describe("The developers' share"),
  downloads: Count,
})
export type StoreFigures = z.infer<typeof StoreFigures>

const Day = z.iso.date()

export const OverTime = z.object({
  total: StoreFigures,
  before: StoreFigures.describe('The span of the same length before'),
  points: z.array(StoreFigures.extend({ day: z.string().describe('First day of the step, UTC') })),
})
export type OverTime = z.infer<typeof OverTime>

export const GameFigures = z.object({
  views: Count.describe('Of the page; a visitor counts once in half an hour'),
  checkouts: Count,
  orders: Count,
  revenue: Dollars,
  net: Dollars.describe("The developer's share"),
  downloads: Count,
})
export type GameFigures = z.infer<typeof GameFigures>

export const DeveloperAnalytics = z.object({
  total: GameFigures,
  before: GameFigures,
  points: z.array(GameFigures.extend({ day: z.string() })),
  games: z.array(NamedGame.extend(GameFigures.shape)).describe('By revenue'),
  files: z.array(
    z.object({ _id: Id, name: z.string(), device: z.enum(DEVICES), gameTitle: z.string(), downloads: Count }),
  ),
  devices: z.array(z.object({ device: z.enum(DEVICES), downloads: Count })),
  referrers: z.array(
    z.object({
      host: z.string().describe("'' for none, `other` for all beyond the first 100 of a day"),
      views: Count,
    }),
  ),
})
export type DeveloperAnalytics = z.infer<typeof DeveloperAnalytics>

/** A developer's line in the ledger. */
export const Earning = z.object({
  _id: z.string(),
  at: IsoTime,
  orderId: z.string(),
  orderNumber: z.string(),
  gameTitle: z.string().describe('With the name of the file, if it was an extra'),
  amount: Dollars.describe('What the balance changed by'),
  gross: Dollars.describe("The order's lines of the same booking"),
  fee: Dollars,
  platform: Dollars,
  isCorrection: z.boolean().describe('The provider told its fee only later'),
  isRefund: z.boolean().describe('Money of the sale was given back'),
  pendingUntil: IsoTime.nullable().describe('When it becomes available; null once it is'),
})
export type Earning = z.infer<typeof Earning>

export const Balance = z.object({
  balance: Dollars,
  gross: Dollars,
  fees: Dollars,
  platform: Dollars,
  orders: Count,
})
export type Balance = z.infer<typeof Balance>

const Range = z
  .object({ from: Day, to: Day, by: z.enum(STEPS).default('day') })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day is before the first.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 1_100 * 86_400_000, {
    path: ['from'],
    message: 'Choose at most three years.',
  })

const DeveloperId = Id.optional().describe('Another developer, for an admin')
const OfDeveloper = z.object({
  days: z.coerce
    .number()
    .pipe(z.literal([...SPANS]))
    .default(30),
  gameId: Id.optional(),
  developerId: DeveloperId,
})

export const EarningsFilter = z.object({
  developerId: DeveloperId,
  q: searchText.optional().describe('In title, order id'),
  from: Day.optional().describe('First day, UTC'),
  to: Day.optional().describe('Last day, UTC'),
  sort: z.enum(TIME_SORTS).default('new'),
})
export type EarningsFilter = z.infer<typeof EarningsFilter>

export const analyticsCalls = {
  'GET /api/admin/analytics': { summary: "The store's figures", access: 'admin', response: Analytics },
  'GET /api/admin/analytics/over-time': {
    summary: 'The same by day, week or month, with the span before',
    access: 'admin',
    query: Range,
    response: OverTime,
  },
  'GET /api/admin/analytics.csv': {
    summary: 'The figures of each step as CSV',
    access: 'admin',
    query: Range,
    response: z.string(),
    responseType: 'text/csv',
  },
  'POST /api/games/:id/view': {
    summary: 'A page of a game was seen. Kept without cookie and address',
    access: 'anyone',
    anonymous: true,
    limit: 'view',
    params: z.object({ id: Id }),
    body: z.object({ referrer: z.string().max(2_000).default('') }),
    response: Done,
  },
  'GET /api/dev/analytics': {
    summary: "A developer's games over some days",
    access: 'developer',
    query: OfDeveloper,
    response: DeveloperAnalytics,
  },
  'GET /api/dev/analytics.csv': {
    summary: 'The figures of each game and day as CSV',
    access: 'developer',
    query: OfDeveloper,
    response: z.string(),
    responseType: 'text/csv',
  },
  'GET /api/dev/balance': {
    summary: 'What the store owes a developer',
    access: 'developer',
    query: z.object({ developerId: DeveloperId }),
    response: Balance,
  },
  'GET /api/dev/earnings': {
    summary: 'The lines of the ledger behind it',
    access: 'developer',
    query: EarningsFilter.extend({
      after: PageCursor.describe('As the `Link` of the page before says; or `_id` of the last line shown'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: z.array(Earning),
  },
  'GET /api/dev/earnings.csv': {
    summary: 'The same as CSV',
    access: 'developer',
    query: EarningsFilter,
    response: z.string(),
    responseType: 'text/csv',
  },
} satisfies CallTable
