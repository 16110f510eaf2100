import { z } from 'zod'
import { type CallTable, Dollars, IsoTime } from '../call.ts'
import { ORDER_STATUSES } from '../orders/order-status.ts'
import { PAYMENT_STATES } from './payment-states.ts'

const PayToken = z.object({ payToken: z.string().max(100) })
const CoinId = z.string().regex(/^[A-Z0-9]{1,20}(?:-[A-Z0-9]{1,20})?$/)
const CoinText = z.string().describe('An exact decimal amount of the coin')

/** The payment page's data of an order: amounts and state, no title, no email. */
export const Payment = z.object({
  state: z.enum(PAYMENT_STATES),
  status: z.enum(ORDER_STATUSES).describe("The order's"),
  price: Dollars,
  received: Dollars.describe('Confirmed so far'),
  missing: Dollars.describe('Still to be paid'),
  isLate: z.boolean().describe('The money came after the end'),
  isOver: z.boolean().describe('More came than was asked'),
  createdAt: IsoTime,
  expiresAt: IsoTime,
  seenAt: IsoTime.nullable().describe('When the newest payment was first seen'),
  paidAt: IsoTime.nullable(),
  chosen: z
    .object({
      coin: CoinId,
      amount: CoinText.describe('What is still to be sent, exactly'),
      address: z.string(),
      memo: z.string().nullable().describe('Without it the payment is not recognized'),
      walletUri: z.string().nullable().describe('Opens a wallet with all of it filled in'),
      validUntil: IsoTime.describe('Until when the amount holds'),
      chosenAt: IsoTime,
    })
    .nullable(),
  confirmations: z.object({ count: z.int(), needed: z.int() }).nullable(),
  providerUrl: z.string().nullable().describe("The provider's own page"),
})
export type Payment = z.infer<typeof Payment>

/** A coin to pay with. */
export const PaymentCoin = z.object({
  coin: CoinId,
  amount: CoinText.nullable().describe('About what is to be sent; it is fixed when the coin is chosen'),
  minimum: Dollars.describe('The smallest payment in this coin; 0 for none'),
  networkFee: Dollars.nullable().describe('As far as the provider tells'),
  wait: z
    .number()
    .nullable()
    .describe("Median seconds from seen to paid of the store's own orders of 30 days; null for too few"),
})
export type PaymentCoin = z.infer<typeof PaymentCoin>

/** The calls of the payment page. Its token is the only key, and gives access to nothing else. */
export const paymentCalls = {
  'GET /api/payments/:payToken': {
    summary: 'How far a payment is, and where to send how much',
    access: 'anyone',
    limit: 'payment',
    params: PayToken,
    response: Payment,
  },
  'GET /api/payments/:payToken/events': {
    summary: 'The same, sent again at each change',
    access: 'anyone',
    limit: 'payment',
    params: PayToken,
    response: Payment,
    responseType: 'text/event-stream',
  },
  'GET /api/payments/:payToken/coins': {
    summary: 'What it can be paid with',
    access: 'anyone',
    limit: 'payment',
    params: PayToken,
    response: z.object({ coins: z.array(PaymentCoin) }),
  },
  'POST /api/payments/:payToken/coin': {
    summary: 'Choose a coin, or have its amount renewed',
    access: 'anyone',
    limit: 'payment-coin',
    params: PayToken,
    body: z.object({ coin: CoinId }),
    response: Payment,
  },
} as const satisfies CallTable
