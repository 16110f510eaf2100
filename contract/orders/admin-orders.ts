import { z } from 'zod'
import { ContactEntry, ListedUser } from '../admin/admin.ts'
import { type CallTable, Dollars, Done, Id, IsoTime } from '../call.ts'
import { writtenText } from '../text/written-text.ts'
import {
  ITEM_STATES,
  LEDGER_LINES,
  MAIL_STATES,
  NOTE_MAX,
  NOTE_MISSING,
  ORDER_MAIL_KINDS,
} from './admin-order-rules.ts'
import { Order, OrderDetail, OrderItem, OrderPayment } from './orders.ts'
import { PaymentCase } from './payment-cases.ts'

const OrderName = z.object({ orderId: z.string(), number: z.string() })
const Position = z.number().int().describe("An item's place in its order, from 0")

export const AdminOrderItem = OrderItem.extend({
  position: Position,
  state: z.enum(ITEM_STATES),
  left: Dollars.describe('What can still be given back'),
  revokedAt: IsoTime.nullable(),
  ownedBy: z
    .object({ order: OrderName.nullable().describe('null for a claim or a gift') })
    .nullable()
    .describe('By what the buyer owns it now; null when they do not'),
})
export type AdminOrderItem = z.infer<typeof AdminOrderItem>

const Invoice = z.object({
  _id: z.string().describe("The provider's id"),
  reference: z.string().describe('What the provider calls the order'),
  provider: z.string().describe('Its name'),
  url: z.string(),
  amount: Dollars,
  openedAt: IsoTime,
  expiresAt: IsoTime,
  stage: z.string().nullable().describe('How far it has come by the newest read-back'),
  payments: z.array(OrderPayment),
})

/** A share of the sale; negative when it was returned. */
const LedgerEntry = z.object({
  at: IsoTime,
  line: z.enum(LEDGER_LINES),
  item: z.string().nullable().describe('null: of all items together'),
  developer: z.string().nullable().describe('Whose share it is'),
  amount: Dollars,
})

/** The shares of one item, or of all together in a sale from before items were booked separately. */
const ItemShares = z.object({
  positions: z.array(Position),
  price: Dollars,
  refunded: Dollars,
  fee: Dollars,
  platform: Dollars,
  developer: Dollars,
})
export type ItemShares = z.infer<typeof ItemShares>

/** Everything about an order that support needs. Each list holds the newest entries that fit. */
export const AdminOrder = z.object({
  order: OrderDetail,
  items: z.array(AdminOrderItem),
  invoices: z.array(Invoice).describe('Newest first'),
  ledger: z.object({
    entries: z.array(LedgerEntry).describe('Oldest first'),
    net: Dollars.describe('What was received for the sale, less what was given back'),
    isBalanced: z.boolean(),
  }),
  shares: z.array(ItemShares).describe('By which a refund is divided'),
  refunds: z
    .array(
      z.object({
        at: IsoTime,
        amount: Dollars,
        transactionId: z.string(),
        reason: z.string(),
        by: z.string().nullable().describe('Username'),
        items: z.array(z.object({ position: Position, amount: Dollars })),
      }),
    )
    .describe('Oldest first'),
  emails: z
    .array(
      z.object({
        _id: Id,
        kind: z.enum(ORDER_MAIL_KINDS),
        subject: z.string(),
        address: z.string(),
        at: IsoTime,
        state: z.enum(MAIL_STATES),
        sentBy: z.string().nullable().describe('Who sent it again; null: the store, by itself'),
      }),
    )
    .describe('Oldest first'),
  notes: z
    .array(z.object({ _id: Id, by: z.string(), at: IsoTime, text: z.string() }))
    .describe('Oldest first'),
  cases: z.array(PaymentCase),
  downloads: z.array(z.object({ at: IsoTime, file: z.string() })).describe('Oldest first'),
  buyer: ListedUser,
  otherOrders: z.array(Order).describe("The buyer's newest, without this one"),
  otherOrderCount: z.number().int(),
  messages: z.array(ContactEntry).describe('The newest that the buyer wrote'),
  linksOutlast: z
    .boolean()
    .describe('Whether links that were given out go on to their end, because an object store answers them'),
})
export type AdminOrder = z.infer<typeof AdminOrder>

const OrderId = z.object({ orderId: Id })

export const adminOrderCalls = {
  'GET /api/admin/orders/:orderId': {
    summary: 'Everything about an order: items, money, ledger, emails, notes, cases and its buyer',
    access: 'admin',
    params: z.object({ orderId: z.string().max(100).describe('Or what a provider calls the order') }),
    response: AdminOrder,
  },
  'POST /api/admin/orders/:orderId/receipt': {
    summary: 'Mail the buyer the receipt again',
    access: 'admin',
    params: OrderId,
    response: Done,
  },
  'POST /api/admin/orders/:orderId/emails/:id/send-again': {
    summary: 'Send a mail of the order again, as it was',
    access: 'admin',
    params: OrderId.extend({ id: Id }),
    response: Done,
  },
  'POST /api/admin/orders/:orderId/notes': {
    summary: 'Write a note to the order, which admins alone read',
    access: 'admin',
    params: OrderId,
    body: z.object({
      _id: Id.describe('Made by the caller; the same one again changes nothing'),
      text: writtenText({ min: 1, tooShort: NOTE_MISSING, max: NOTE_MAX }),
    }),
    response: Done,
  },
} satisfies CallTable
