import { z } from 'zod'
import { Id, IsoTime } from '../call.ts'
import { type EventType, TEST_TYPE } from './webhook-rules.ts'

/*
 * What is sent to endpoints. Nothing here may tell of a buyer: no account, email, name, address, country or IP, and of an
 * order its public number alone, which opens nothing (HO2).
 */

const Cents = z.number().int().describe('US cents')
const Title = z.string().describe('The title of the game')
const OrderNumber = z.string().describe('The number that the buyer sees, such as `8F3K-2Q9X`')

const Game = { gameId: Id, game: Title }
const GameAmounts = z.array(z.object({ ...Game, amountCents: Cents })).describe('Your games alone')

const OrderPaid = z.object({
  order: OrderNumber,
  games: GameAmounts,
  amountCents: Cents.describe('What was paid for your games'),
})
const OrderRefunded = z.object({
  order: OrderNumber,
  games: GameAmounts,
  amountCents: Cents.describe('What was refunded of your games'),
})
const ReleaseEvent = z.object({ ...Game, releaseId: Id, version: z.string().describe('Its label') })
const ReviewEvent = z.object({
  ...Game,
  reviewId: Id,
  recommends: z.boolean(),
  version: z.string().nullable().describe('The label of the release that it is about'),
})
const PostPublished = z.object({ ...Game, postId: Id, title: z.string() })
const SaleEvent = z.object({
  saleId: Id,
  name: z.string(),
  percent: z.number().int().nullable(),
  priceCents: Cents.nullable(),
  beginsAt: IsoTime,
  endsAt: IsoTime,
  games: z.array(z.object(Game)).describe('Your games alone'),
})
const PayoutSent = z.object({ payoutId: Id, amountCents: Cents })
const GameModeration = z.object({
  ...Game,
  decisionId: Id,
  decision: z.string().describe('Such as `approve`, `changes_needed`, `reject` or `remove`'),
})

/** The data of each type, without its sequence. */
export const eventData = {
  'order.paid': OrderPaid,
  'order.refunded': OrderRefunded,
  'release.live': ReleaseEvent,
  'release.failed': ReleaseEvent,
  'review.created': ReviewEvent,
  'review.changed': ReviewEvent,
  'post.published': PostPublished,
  'sale.started': SaleEvent,
  'sale.ended': SaleEvent,
  'payout.sent': PayoutSent,
  'game.moderation': GameModeration,
} satisfies Record<EventType, z.ZodObject>
export type EventData = { [Type in EventType]: z.input<(typeof eventData)[Type]> }

/** A body as an endpoint receives it. */
export const EventBody = z.object({
  type: z.string(),
  timestamp: IsoTime.describe('When it happened'),
  data: z.looseObject({
    sequence: z.number().int().describe('Rises with each event of an endpoint; deliveries may overtake'),
  }),
})
export type EventBody = z.infer<typeof EventBody>

const velvetOrbit = { gameId: '0197c2a4-6f1e-7c55-9d2b-0f4a1b6c7d8e', game: 'Velvet Orbit' }
const velvetRelease = { releaseId: '0197d0b2-1c3d-7e4f-8a5b-6c7d8e9f0a1b', version: '1.4.2' }
const winterSale = {
  saleId: '0197e1c3-2d4e-7f50-9b6c-7d8e9f0a1b2c',
  name: 'Winter Sale',
  percent: 25,
  priceCents: null,
  beginsAt: '2026-11-25T12:00:00.000Z',
  endsAt: '2026-12-02T12:00:00.000Z',
  games: [velvetOrbit],
}
const review = { ...velvetOrbit, reviewId: 'b8a1f0d2-6c3e-4f5a-9b7c-1d2e3f4a5b6c', version: '1.4.2' }

/** An example of each type's data, for the documentation. */
export const eventExamples: EventData = {
  'order.paid': {
    order: '8F3K-2Q9X',
    games: [{ ...velvetOrbit, amountCents: 1_800 }],
    amountCents: 1_800,
  },
  'order.refunded': {
    order: '8F3K-2Q9X',
    games: [{ ...velvetOrbit, amountCents: 1_800 }],
    amountCents: 1_800,
  },
  'release.live': { ...velvetOrbit, ...velvetRelease },
  'release.failed': { ...velvetOrbit, ...velvetRelease },
  'review.created': { ...review, recommends: false },
  'review.changed': { ...review, recommends: true },
  'post.published': {
    ...velvetOrbit,
    postId: '0197f2d4-3e5f-7061-8c7d-8e9f0a1b2c3d',
    title: 'What comes in 1.5',
  },
  'sale.started': winterSale,
  'sale.ended': winterSale,
  'payout.sent': { payoutId: '019803e5-4f60-7172-9d8e-9f0a1b2c3d4e', amountCents: 48_250 },
  'game.moderation': {
    ...velvetOrbit,
    decisionId: '019814f6-5071-7283-8e9f-0a1b2c3d4e5f',
    decision: 'approve',
  },
}

/** The example body of a type, as it would be sent. */
export const exampleBody = (type: EventType): EventBody => ({
  type,
  timestamp: '2026-11-25T12:40:07.000Z',
  data: { sequence: 1_893, ...eventExamples[type] },
})

/** The body of a test. */
export const testBody = (endpointId: string, sequence: number, at: Date): EventBody => ({
  type: TEST_TYPE,
  timestamp: at.toISOString(),
  data: { sequence, endpointId },
})
