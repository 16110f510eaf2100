import { z } from 'zod'
import { type CallTable, Dollars, Done, Id, IsoTime } from './call.ts'
import { DEVICES } from './devices.ts'
import { FILES_MAX } from './game-rules.ts'
import { ORDER_FLAGS, ORDER_STATUSES } from './order-status.ts'

export const CheckoutBody = z.object({
  gameId: Id,
  email: z.string().max(254),
  mode: z.enum(['base', 'extra']),
  items: z
    .array(z.object({ fileId: Id, device: z.enum(DEVICES).optional(), price: z.number().optional() }))
    .max(FILES_MAX)
    .nullable()
    .default(null),
  price: z.number().optional().describe('What the buyer was shown, in dollars; only compared'),
})
export type CheckoutBody = z.infer<typeof CheckoutBody>

export const Order = z.object({
  orderId: z.string(),
  status: z.enum(ORDER_STATUSES),
  flags: z.array(z.enum(ORDER_FLAGS)),
  price: Dollars,
  currency: z.string(),
  createdAt: IsoTime,
  paidAt: IsoTime.nullable(),
  email: z.string(),
  game: z.object({ _id: Id, slug: z.string(), title: z.string(), cardImageUrl: z.string().nullable() }),
  invoiceUrl: z.string().nullable(),
  providerInvoiceId: z.string().nullable(),
  providerStatus: z.string().nullable(),
  purchasedFileIds: z.array(Id),
  items: z.array(
    z.object({ fileId: Id.nullable(), type: z.enum(['base', 'extra']), title: z.string(), price: Dollars }),
  ),
  basePurchased: z.boolean(),
})
export type Order = z.infer<typeof Order>

export const orderCalls = {
  'POST /api/checkout': {
    summary: "Open an order and its invoice, or answer the buyer's open order for the same goods",
    access: 'signed-in',
    limit: 'checkout',
    body: CheckoutBody,
    answer: z.object({ orderId: z.string(), invoiceUrl: z.string() }),
  },
  'GET /api/orders': {
    summary: "The caller's orders, newest first; all orders for an admin",
    access: 'signed-in',
    query: z.object({
      after: z.iso
        .datetime()
        .refine((time) => !time.startsWith('0000'), 'There was no year 0.')
        .optional()
        .describe('createdAt of the last order already shown'),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    answer: z.array(Order),
  },
  'GET /api/orders/:orderId': {
    summary: 'The receipt of an order',
    access: 'signed-in',
    params: z.object({ orderId: z.string().max(200) }),
    answer: Order,
  },
  'GET /api/order-status/:orderId': {
    summary: 'The status of an order, for whoever knows its id; a download address once it is paid',
    access: 'anyone',
    limit: 'order-status',
    params: z.object({ orderId: z.string().max(200) }),
    answer: z.object({ status: z.enum(ORDER_STATUSES), downloadUrl: z.string().optional() }),
  },
  'POST /api/webhooks/:provider': {
    summary: "The payment provider's messages",
    access: 'provider',
    params: z.object({ provider: z.string().max(40) }),
    answer: Done,
  },
} satisfies CallTable
