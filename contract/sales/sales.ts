import { z } from 'zod'
import { type CallTable, Dollars, Done, Id, IsoTime, PageCursor } from '../call.ts'
import { LIST_MAX } from '../catalog/catalog.ts'
import { unitsMax } from '../text/text-length.ts'
import { OPEN_SALES_MAX, SALE_GAMES_MAX, SALE_NAME_MAX } from './sale-rules.ts'

export const SALE_STATES = ['planned', 'running', 'ended'] as const

/** A sale as its developer sees it; a store-wide one as everyone who can take part in it. */
export const Sale = z.object({
  _id: Id,
  name: z.string(),
  isStoreWide: z.boolean(),
  percent: z.number().int().nullable().describe('How much cheaper every game is; null where a price is set'),
  price: Dollars.nullable(),
  beginsAt: IsoTime,
  endsAt: IsoTime,
  state: z.enum(SALE_STATES),
  games: z.array(z.object({ _id: Id, title: z.string() })).describe("The caller's own that are in it"),
  sold: z.number().int().describe("How many copies of the caller's games were sold by it"),
  revenue: Dollars.describe('What buyers paid for these'),
})
export type Sale = z.infer<typeof Sale>

const GameIds = z.array(Id).max(SALE_GAMES_MAX * 2)

/** A percentage or a price, not both. */
const SaleBody = z.object({
  name: z.string().max(unitsMax(SALE_NAME_MAX)),
  percent: z.number().nullable(),
  price: Dollars.nullable(),
  beginsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
})
export type SaleBody = z.infer<typeof SaleBody>

const params = z.object({ id: Id })

export const saleCalls = {
  'GET /api/dev/sales': {
    summary:
      "The signed-in developer's sales and the store-wide ones that they can take part in, newest first; `Link` names the next page",
    access: 'developer',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(LIST_MAX).optional(),
      after: PageCursor,
    }),
    response: z.array(Sale),
  },
  'GET /api/dev/share': {
    summary: 'What a developer gets of a copy at some prices, by the fees that sales had lately',
    access: 'developer',
    query: z.object({
      prices: z
        .string()
        .regex(/^\d{1,6}(,\d{1,6}){0,9}$/)
        .describe('In cents, separated by commas'),
    }),
    response: z.array(z.object({ price: Dollars, share: Dollars })),
  },
  'POST /api/dev/sales': {
    summary: `Plan a sale of one's own games, or begin it now; at most ${OPEN_SALES_MAX} at a time`,
    access: 'developer',
    limit: 'save',
    body: SaleBody.extend({ gameIds: GameIds }),
    response: z.object({ _id: Id }),
  },
  'POST /api/dev/sales/:id': {
    summary: 'Change a sale that did not begin yet',
    access: 'developer',
    limit: 'save',
    params,
    body: SaleBody.extend({ gameIds: GameIds }),
    response: Done,
  },
  'POST /api/dev/sales/:id/games': {
    summary: "Take part in a store-wide sale with some of one's own games; with none to leave it",
    access: 'developer',
    limit: 'save',
    params,
    body: z.object({ gameIds: GameIds }),
    response: Done,
  },
  'POST /api/dev/sales/:id/end': {
    summary: 'End a running sale now, or call a planned one off. A store-wide one: admins only',
    access: 'developer',
    limit: 'save',
    params,
    response: Done,
  },
  'POST /api/admin/sales': {
    summary: 'Plan a store-wide sale, in which developers take part as they like',
    access: 'admin',
    body: SaleBody,
    response: z.object({ _id: Id }),
  },
} satisfies CallTable
