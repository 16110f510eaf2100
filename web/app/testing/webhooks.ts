import type { Delivery, Endpoint } from '@nofiller/contract/webhooks/webhooks'

/** An endpoint that works. */
export const anEndpoint = (change: Partial<Endpoint> = {}): Endpoint => ({
  id: 'e',
  url: 'https://hooks.example/nofiller',
  name: '',
  types: ['order.paid', 'review.created'],
  state: 'on',
  createdAt: '2026-11-01T12:00:00Z',
  failingSince: null,
  warnedAt: null,
  offAt: null,
  offReason: null,
  oldSecretUntil: null,
  last: null,
  counts: { total: 0, delivered: 0, failed: 0, waiting: 0 },
  ...change,
})

/** A delivery that was refused, and is tried again in an hour. */
export const aDelivery = (change: Partial<Delivery> = {}): Delivery => ({
  id: 'd',
  endpointId: 'e',
  messageId: 'msg_1',
  type: 'review.created',
  at: '2026-11-25T12:40:07Z',
  state: 'retrying',
  status: 503,
  failure: null,
  ms: 92,
  answer: '<h1>Service unavailable</h1>',
  body: '{"type":"review.created","timestamp":"2026-11-25T12:40:07Z","data":{"sequence":3,"game":"Velvet Orbit","recommends":false}}',
  tries: ['2026-11-25T12:40:07Z', '2026-11-25T12:40:12Z'],
  attempt: 2,
  nextTryAt: '2026-11-25T13:40:00Z',
  givesUpAt: '2026-11-28T17:15:00Z',
  ...change,
})
