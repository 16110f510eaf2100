import { z } from 'zod'
import { reasonText } from '../admin/reason-text.ts'
import { type CallTable, Done, Id } from '../call.ts'
import { writtenText } from '../text/written-text.ts'
import { GOODS_MAX } from './orders.ts'
import { TRANSACTION_MAX, TRANSACTION_MISSING } from './refund-rules.ts'

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
      transactionId: writtenText({ min: 1, tooShort: TRANSACTION_MISSING, max: TRANSACTION_MAX }),
      reason: reasonText,
    }),
    response: Done,
  },
  'POST /api/admin/orders/:orderId/revocations': {
    summary: 'Take items back without giving money back',
    access: 'admin',
    fresh: true,
    params: OrderId,
    body: z.object({
      positions: z.array(Position).min(1, 'Choose what is taken back.').max(GOODS_MAX),
      reason: reasonText,
    }),
    response: Done,
  },
  'POST /api/admin/grants': {
    summary: 'Give a game, or one of its extras, for nothing',
    access: 'admin',
    fresh: true,
    body: z.object({ accountId: Id, gameId: Id, fileId: Id.nullable().default(null), reason: reasonText }),
    response: Done,
  },
} satisfies CallTable
