import { z } from 'zod'
import { REASON_MAX, REASON_MIN, REASON_MISSING } from '../admin/admin-rules.ts'
import { type CallTable, Done, Id } from '../call.ts'
import { GOODS_MAX } from './orders.ts'
import { TRANSACTION_MAX, TRANSACTION_MISSING } from './refund-rules.ts'

/** Why an admin does something about an order; the buyer reads it. */
export const Reason = z.string().trim().min(REASON_MIN, REASON_MISSING).max(REASON_MAX)
const Position = z
  .number()
  .int()
  .min(0)
  .max(GOODS_MAX - 1)
  .describe("An item's place in its order, from 0")
const OrderId = z.object({ orderId: Id })

export const refundCalls = {
  'POST /api/admin/orders/:orderId/refunds': {
    summary: 'Book money that was sent back to a buyer; what is refunded whole leaves the library',
    access: 'admin',
    fresh: true,
    params: OrderId,
    body: z.object({
      items: z
        .array(
          z.object({
            position: Position,
            amount: z.number().positive().optional().describe('In dollars; all that is left unless said'),
          }),
        )
        .min(1, 'Choose what is refunded.')
        .max(GOODS_MAX),
      transactionId: z.string().trim().min(1, TRANSACTION_MISSING).max(TRANSACTION_MAX),
      reason: Reason,
    }),
    answer: Done,
  },
  'POST /api/admin/orders/:orderId/revocations': {
    summary: 'Take items back without giving money back',
    access: 'admin',
    fresh: true,
    params: OrderId,
    body: z.object({
      positions: z.array(Position).min(1, 'Choose what is taken back.').max(GOODS_MAX),
      reason: Reason,
    }),
    answer: Done,
  },
  'POST /api/admin/grants': {
    summary: 'Give a game, or one of its extras, for nothing',
    access: 'admin',
    fresh: true,
    body: z.object({ accountId: Id, gameId: Id, fileId: Id.nullable().default(null), reason: Reason }),
    answer: Done,
  },
} satisfies CallTable
