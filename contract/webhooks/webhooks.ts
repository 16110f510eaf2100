import { z } from 'zod'
import { type CallTable, Done, Id, IsoTime, PageCursor } from '../call.ts'
import { lineProblem } from '../text/plain-text.ts'
import { ruledText } from '../text/written-text.ts'
import {
  DELIVERY_FAILURES,
  DELIVERY_STATES,
  type DeliveryFailure,
  type DeliveryState,
  ENDPOINT_STATES,
  type EndpointState,
  EVENT_TYPES,
  type EventType,
  endpointUrlProblem,
  OFF_REASONS,
  type OffReason,
  WEBHOOK_LIMITS,
  WEBHOOK_TEXT,
} from './webhook-rules.ts'

/** The keys of a table of words, which are all its keys. */
const keysOf = <Key extends string>(words: Record<Key, string>) => Object.keys(words) as [Key, ...Key[]]

/** An endpoint as its form sends it. */
export const EndpointDraft = z.object({
  url: ruledText(endpointUrlProblem, WEBHOOK_TEXT.url).describe(
    'https, port 443 or 8443, without a password',
  ),
  name: ruledText((name) => lineProblem(name, WEBHOOK_LIMITS.name)).default(''),
  types: z
    .array(z.enum(keysOf<EventType>(EVENT_TYPES)))
    .min(1, WEBHOOK_TEXT.types)
    .transform((types) => [...new Set(types)]),
})
export type EndpointDraft = z.infer<typeof EndpointDraft>

export const Endpoint = z.object({
  id: Id,
  url: z.string(),
  name: z.string(),
  types: z.array(z.enum(keysOf<EventType>(EVENT_TYPES))),
  state: z.enum(keysOf<EndpointState>(ENDPOINT_STATES)),
  createdAt: IsoTime,
  failingSince: IsoTime.nullable().describe('Since when no try succeeded; null when the last one did'),
  warnedAt: IsoTime.nullable().describe('When we mailed about that'),
  offAt: IsoTime.nullable(),
  offReason: z.enum(keysOf<OffReason>(OFF_REASONS)).nullable(),
  oldSecretUntil: IsoTime.nullable().describe('Until then we sign with the replaced secret too'),
  last: z
    .object({
      at: IsoTime,
      status: z.number().int().nullable(),
      failure: z.enum(keysOf<DeliveryFailure>(DELIVERY_FAILURES)).nullable(),
    })
    .nullable()
    .describe('The last try'),
  counts: z
    .object({
      total: z.number().int(),
      delivered: z.number().int(),
      failed: z.number().int().describe('Trying again, failed or dropped'),
      waiting: z.number().int().describe('Not tried yet'),
    })
    .describe('Of the deliveries in the log'),
})
export type Endpoint = z.infer<typeof Endpoint>

const Secret = z.string().describe('`whsec_` and base64; shown this once')

export const Delivery = z.object({
  id: Id,
  endpointId: Id,
  messageId: z.string().describe('The header `webhook-id`, the same at each try'),
  type: z.string(),
  at: IsoTime.describe('When it happened'),
  state: z.enum(keysOf<DeliveryState>(DELIVERY_STATES)),
  status: z.number().int().nullable().describe('Of the last answer'),
  failure: z
    .enum(keysOf<DeliveryFailure>(DELIVERY_FAILURES))
    .nullable()
    .describe('Why the last try has no answer'),
  ms: z.number().int().nullable().describe('How long the last try took'),
  answer: z.string().nullable().describe('The first 1 kB of the last answer'),
  body: z.string().describe('The bytes that were signed and sent'),
  tries: z.array(IsoTime),
  attempt: z.number().int().describe('The number of the last try; *Send again* starts from 1'),
  nextTryAt: IsoTime.nullable(),
  givesUpAt: IsoTime.nullable().describe('When the last try is due'),
})
export type Delivery = z.infer<typeof Delivery>

const params = z.object({ id: Id })
const DeliveriesQuery = z.object({
  failed: z.literal('1').optional().describe('Only those that are trying again, failed or dropped'),
  limit: z.coerce.number().int().min(1).max(WEBHOOK_LIMITS.pageMax).default(WEBHOOK_LIMITS.page),
  after: PageCursor,
})
export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>

export const webhookCalls = {
  'GET /api/endpoints': {
    summary: "The signed-in developer's endpoints, the first made first",
    access: 'developer',
    response: z.object({
      endpoints: z.array(Endpoint),
      isSendingOff: z
        .boolean()
        .describe('This store asks no other server anything, so that no webhook is sent'),
    }),
  },
  'POST /api/endpoints': {
    summary: `Add an endpoint; at most ${WEBHOOK_LIMITS.endpoints} of a developer. Answers its secret, once`,
    access: 'developer',
    fresh: true,
    limit: 'save',
    body: EndpointDraft,
    response: z.object({ endpoint: Endpoint, secret: Secret }),
  },
  'PUT /api/endpoints/:id': {
    summary: 'Change the address, name and types of an endpoint',
    access: 'developer',
    fresh: true,
    limit: 'save',
    params,
    body: EndpointDraft,
    response: Endpoint,
  },
  'PATCH /api/endpoints/:id': {
    summary: 'Pause an endpoint, or turn on one that is paused or off. While paused, events wait',
    access: 'developer',
    limit: 'save',
    params,
    body: z.object({ paused: z.boolean() }),
    response: Endpoint,
  },
  'DELETE /api/endpoints/:id': {
    summary: 'Remove an endpoint with its log; nothing more is sent to it',
    access: 'developer',
    limit: 'save',
    params,
    response: Done,
  },
  'POST /api/endpoints/:id/secret': {
    summary: `Replace the secret; for ${WEBHOOK_LIMITS.bothSecretsHours} hours both sign. Answers the new one, once`,
    access: 'developer',
    fresh: true,
    limit: 'save',
    params,
    response: z.object({ endpoint: Endpoint, secret: Secret }),
  },
  'POST /api/endpoints/:id/test': {
    summary: 'Send a test to an endpoint, of the type `endpoint.test`',
    access: 'developer',
    limit: 'save',
    params,
    response: Delivery,
  },
  'GET /api/endpoints/deliveries': {
    summary:
      "The deliveries to all of the caller's endpoints in 30 days, the newest first; `Link` names the next page",
    access: 'developer',
    query: DeliveriesQuery,
    response: z.array(Delivery),
  },
  'GET /api/endpoints/:id/deliveries': {
    summary: 'The deliveries to one endpoint in 30 days, the newest first; `Link` names the next page',
    access: 'developer',
    params,
    query: DeliveriesQuery,
    response: z.array(Delivery),
  },
  'POST /api/endpoints/:id/redeliver': {
    summary:
      'Send one delivery again, or the newest 1,000 that failed in a time: same `webhook-id`, new timestamp',
    access: 'developer',
    limit: 'save',
    params,
    body: z.union([
      z.strictObject({ deliveryId: Id }),
      z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime() }),
    ]),
    response: z.object({ queued: z.number().int() }),
  },
} satisfies CallTable
