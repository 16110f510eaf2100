import { z } from 'zod'
import { FILES_MAX } from '../authoring/game-rules.ts'
import { type CallTable, Dollars, Done, Id, IsoTime, PageCursor } from '../call.ts'
import { Picture } from '../catalog/catalog.ts'
import { DEVICES } from '../catalog/devices.ts'
import { TIME_SORTS } from '../catalog/time-sorts.ts'
import { ORDER_EVENTS, ORDER_FLAGS, ORDER_STATUSES } from './order-status.ts'
import { CASE_ENDINGS, CASE_KINDS } from './payment-case-kinds.ts'

export const GOODS_MAX = 50

const Email = z.string().max(254)
const DiscountCode = z.string().max(100).optional().describe('A discount code')
const ShownPrice = z.number().optional().describe('What the buyer was shown, in dollars; only compared')

export const BundleIds = z
  .array(Id)
  .max(GOODS_MAX)
  .default([])
  .describe(
    'Bundles that the buyer was shown: they count where the goods, and what the buyer owns, are all of their games',
  )

const OwnAmount = Dollars.optional().describe(
  'What the buyer wants to pay for a base, at least its price; where its developer lets them pay more',
)

/** One thing to buy: a game's base, or one of its extras. */
export const Good = z.object({
  gameId: Id,
  fileId: Id.nullable().default(null).describe("An extra; null for the game's base"),
  price: ShownPrice,
  amount: OwnAmount,
})
export type Good = z.infer<typeof Good>

/** The goods of one game, as the documents describe the call. */
const OneGameBody = z.object({
  gameId: Id,
  email: Email,
  mode: z.enum(['base', 'extra']),
  items: z
    .array(z.object({ fileId: Id, device: z.enum(DEVICES).optional(), price: z.number().optional() }))
    .max(FILES_MAX)
    .nullable()
    .default(null),
  price: ShownPrice,
  amount: OwnAmount,
  code: DiscountCode,
})
const GoodsBody = z.object({
  email: Email,
  goods: z.array(Good).min(1).max(GOODS_MAX),
  code: DiscountCode,
  bundleIds: BundleIds,
})

export const CheckoutBody = z.union([GoodsBody, OneGameBody])
export type CheckoutBody = z.infer<typeof CheckoutBody>

const OrderGame = z.object({
  _id: Id,
  slug: z.string(),
  title: z.string(),
  cardImageUrl: z.string().nullable(),
  cardPicture: Picture.nullable(),
})

/** The reduction of an item from its list price. */
export const Reduction = z.object({
  kind: z.enum(['sale', 'bundle', 'code']),
  percent: z.number().int(),
  code: z.string().nullable().describe('The discount code that was used'),
  bundle: z.string().nullable().describe('The title of the bundle that it was bought in'),
})
export type Reduction = z.infer<typeof Reduction>

export const OrderItem = z.object({
  fileId: Id.nullable(),
  type: z.enum(['base', 'extra']),
  title: z.string(),
  price: Dollars,
  listPrice: Dollars.describe('Without reductions'),
  reduction: Reduction.nullable(),
  game: OrderGame,
  developer: z.string().describe('Who made the game, by the name shown'),
  refunded: Dollars.describe('Given back so far'),
  revoked: z.boolean().describe('Taken back: this order gives it no more'),
})
export type OrderItem = z.infer<typeof OrderItem>

export const Order = z.object({
  orderId: z.string(),
  number: z.string().describe('For people, such as 8F3K-2Q9X; it opens nothing by itself'),
  status: z.enum(ORDER_STATUSES),
  flags: z.array(z.enum(ORDER_FLAGS)),
  price: Dollars,
  received: Dollars.describe('Confirmed so far'),
  refunded: Dollars.describe('Given back so far'),
  currency: z.string(),
  createdAt: IsoTime,
  paidAt: IsoTime.nullable(),
  email: z.string(),
  game: OrderGame.describe("The first item's"),
  title: z.string().describe("The first item's game, and how many others there are"),
  invoiceUrl: z.string().nullable().describe("The provider's page"),
  payUrl: z.string().nullable().describe("The store's own payment page; for its buyer alone"),
  providerInvoiceId: z.string().nullable(),
  providerStatus: z.string().nullable(),
  purchasedFileIds: z.array(Id),
  items: z.array(OrderItem),
  basePurchased: z.boolean(),
})
export type Order = z.infer<typeof Order>

/** An order's events, oldest first: its states, the chosen coin, each payment, the delivery, support's actions. */
export const OrderEvent = z.object({
  kind: z.enum(ORDER_EVENTS),
  at: IsoTime,
  coin: z.string().nullable(),
  amount: Dollars.nullable(),
  transactionId: z.string().nullable(),
  case: z.enum(CASE_KINDS).nullable().describe('Of a payment case: its kind, where it was written down'),
  ending: z
    .enum(CASE_ENDINGS)
    .nullable()
    .describe('Of a payment case that is closed: by itself, by a refund, or by a person'),
})
export type OrderEvent = z.infer<typeof OrderEvent>

export const OrderPayment = z.object({
  coin: z.string().nullable(),
  amount: Dollars,
  confirmed: z.boolean(),
  transactionId: z.string().nullable(),
  firstSeenAt: IsoTime,
})

/** One order with its events. */
export const OrderDetail = Order.extend({
  items: z.array(
    OrderItem.extend({
      downloadUrl: z
        .string()
        .optional()
        .describe("For its buyer, once it is paid: of the item's first file, as the order's `downloadUrl`"),
    }),
  ),
  developer: z.string().describe("The first item's"),
  buyer: z
    .object({ _id: Id, username: z.string() })
    .nullable()
    .describe('Whose order it is, for an admin; null for its buyer'),
  events: z.array(OrderEvent),
  payments: z.array(OrderPayment),
  missing: Dollars.describe(
    'What has to come for the order to be paid; 0 once it is, or while nothing has come',
  ),
  downloadUrl: z
    .string()
    .optional()
    .describe('For its buyer, once it is paid: of the first file, valid 10 minutes, counted when fetched'),
  leftWishlist: z
    .array(z.object({ gameId: Id, title: z.string() }))
    .describe('For its buyer, until they have read it: what the purchase took off their wishlist'),
})
export type OrderDetail = z.infer<typeof OrderDetail>

/** Filters of a list of orders; an admin's search also reads email addresses. */
const OrdersFilter = z.object({
  status: z.enum(ORDER_STATUSES).optional(),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('In titles, status, order number or id; for an admin also email'),
  from: z.iso.date().optional().describe('First day, UTC'),
  to: z.iso.date().optional().describe('Last day, UTC'),
  sort: z.enum(TIME_SORTS).optional().describe('`new` unless said otherwise'),
})
export type OrdersFilter = z.infer<typeof OrdersFilter>

export const orderCalls = {
  'POST /api/checkout': {
    summary: "Open an order and its invoice, or answer the buyer's open order for the same goods",
    access: 'signed-in',
    limit: 'checkout',
    body: CheckoutBody,
    response: z.object({
      orderId: z.string(),
      invoiceUrl: z.string().nullable().describe('null for an order of $0, which is paid already'),
      payUrl: z.string().nullable(),
    }),
  },
  'GET /api/checkout/minimum': {
    summary: 'The smallest price that can be paid at the moment',
    access: 'signed-in',
    response: z.object({ minimum: Dollars.describe('0 where any price can be paid') }),
  },
  'GET /api/orders': {
    summary: "The caller's orders; all orders for an admin",
    access: 'signed-in',
    query: OrdersFilter.extend({
      after: PageCursor.describe(
        'As the `Link` of the page before says; or `createdAt` of the last order shown',
      ),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    response: z.array(Order),
  },
  'GET /api/orders/:orderId': {
    summary: 'The receipt of an order',
    access: 'signed-in',
    params: z.object({ orderId: z.string().max(200) }),
    response: OrderDetail,
  },
  'DELETE /api/orders/:orderId/left-wishlist': {
    summary: "Tell no more what the caller's order took off their wishlist; the games stay off it",
    access: 'signed-in',
    params: z.object({ orderId: Id }),
  },
  'GET /api/order-download/:token': {
    summary: "Where an order's `downloadUrl` leads: redirects to a signed address",
    access: 'anyone',
    params: z.object({ token: z.string().max(200) }),
    response: z.null(),
  },
  'GET /api/admin/orders.csv': {
    summary: 'All orders that a filter lets through, as CSV',
    access: 'admin',
    query: OrdersFilter,
    response: z.string(),
    responseType: 'text/csv',
  },
  'GET /api/order-status/:orderId': {
    summary: 'The status of an order, for whoever knows its id; a download address once it is paid',
    access: 'anyone',
    limit: 'order-status',
    params: z.object({ orderId: z.string().max(200) }),
    response: z.object({ status: z.enum(ORDER_STATUSES), downloadUrl: z.string().optional() }),
  },
  'GET /api/order-status/:orderId/events': {
    summary: 'The status, sent again at each change',
    access: 'anyone',
    limit: 'order-status',
    params: z.object({ orderId: z.string().max(100) }),
    response: z.object({ status: z.enum(ORDER_STATUSES) }),
    responseType: 'text/event-stream',
  },
  'POST /api/webhooks/payouts/:provider': {
    summary: "The payout provider's messages",
    access: 'provider',
    params: z.object({ provider: z.string().max(40) }),
    response: Done,
  },
  'POST /api/webhooks/:provider': {
    summary: "The payment provider's messages",
    access: 'provider',
    params: z.object({ provider: z.string().max(40) }),
    response: Done,
  },
} satisfies CallTable
