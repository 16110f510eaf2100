import { z } from 'zod'
import { reasonText } from '../admin/reason-text.ts'
import { type CallTable, Dollars, IsoTime, PageCursor } from '../call.ts'
import { searchText, writtenText } from '../text/written-text.ts'
import { ORDER_STATUSES } from './order-status.ts'
import {
  CASE_KINDS,
  CASE_LETTER_MAX,
  CASE_LETTER_MISSING,
  CASE_NOTE_MAX,
  CASE_SORTS,
  CASE_STATES,
} from './payment-case-kinds.ts'
import { TRANSACTION_MAX, TRANSACTION_MISSING } from './refund-rules.ts'

/** Money that an admin has to check, and what was done about it. */
export const PaymentCase = z.object({
  _id: z.string().describe('Grows with time'),
  orderId: z.string(),
  kind: z.enum(CASE_KINDS),
  amount: Dollars.describe(
    'The money that bought nothing, without what was sent back before; 0 where none is known of',
  ),
  coin: z.string().nullable(),
  transactionIds: z.array(z.string()),
  nextStep: z.string().describe('What support does about it'),
  isOwed: z.boolean().describe('Whether the amount is to be sent back to the buyer'),
  gameTitle: z.string().describe('The titles of all games of the order'),
  orderNumber: z.string(),
  email: z.string(),
  orderStatus: z.enum(ORDER_STATUSES),
  openedAt: IsoTime,
  askedAt: IsoTime.nullable().describe('When the buyer was last asked where to send the money'),
  resolvedAt: IsoTime.nullable(),
  resolvedBy: z.string().nullable().describe('Username; null when the store closed it by itself'),
  note: z.string().nullable(),
})
export type PaymentCase = z.infer<typeof PaymentCase>

export const CasesFilter = z.object({
  q: searchText.optional().describe('In title, email, order id, transaction ids, note'),
  kind: z.enum(CASE_KINDS).optional(),
  state: z.enum(CASE_STATES).default('open'),
  sort: z.enum(CASE_SORTS).default('new').describe('`amount`: the most money first'),
})
export type CasesFilter = z.infer<typeof CasesFilter>

const OrderId = z.object({ orderId: z.string().max(200) })
const CaseId = OrderId.extend({ kind: z.enum(CASE_KINDS) })

export const paymentCaseCalls = {
  'POST /api/orders/:orderId/rest': {
    summary: 'Where to pay what is missing of an order that was paid short',
    access: 'signed-in',
    limit: 'checkout',
    params: OrderId,
    response: z.object({ invoiceUrl: z.string(), payUrl: z.string(), missing: Dollars }),
  },
  'GET /api/admin/payment-cases': {
    summary: 'Payment cases',
    access: 'admin',
    query: CasesFilter.extend({
      after: PageCursor,
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: z.array(PaymentCase),
  },
  'GET /api/admin/payment-cases.csv': {
    summary: 'The same as CSV',
    access: 'admin',
    query: CasesFilter,
    response: z.string(),
    responseType: 'text/csv',
  },
  'POST /api/admin/payment-cases/:orderId/:kind/ask': {
    summary: 'Ask the buyer of a payment case where to send their money',
    access: 'admin',
    params: CaseId,
    body: z.object({ text: writtenText({ min: 1, tooShort: CASE_LETTER_MISSING, max: CASE_LETTER_MAX }) }),
    response: PaymentCase,
  },
  'POST /api/admin/payment-cases/:orderId/:kind/refund': {
    summary: 'Book that the money of a payment case was sent back, which closes it and emails the buyer',
    access: 'admin',
    fresh: true,
    params: CaseId,
    body: z.object({
      amount: Dollars.describe('What was sent back: all that the case owes, as it was looked at'),
      transactionId: writtenText({ min: 1, tooShort: TRANSACTION_MISSING, max: TRANSACTION_MAX }),
      reason: reasonText,
    }),
    response: PaymentCase,
  },
  'POST /api/admin/payment-cases/:orderId/:kind/resolve': {
    summary: 'Close a payment case, with a note of what was done',
    access: 'admin',
    params: CaseId,
    body: z.object({ note: writtenText({ min: 1, tooShort: 'Say what was done.', max: CASE_NOTE_MAX }) }),
    response: PaymentCase,
  },
} satisfies CallTable
