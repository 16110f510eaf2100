// @vitest-environment jsdom
/** A developer's webhooks, before a store that answers as each test says. */
import { WEBHOOK_TEXT } from '@nofiller/contract/webhooks/webhook-rules'
import type { Endpoint } from '@nofiller/contract/webhooks/webhooks'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { BROKEN, fill, openPage, press, shows, startFakeStore } from '../../testing/screens.tsx'
import { aDelivery, anEndpoint } from '../../testing/webhooks.ts'
import * as webhooks from './webhooks.tsx'

const store = startFakeStore()

async function open(endpoints: Endpoint[], { isSendingOff = false } = {}) {
  await store.signIn({ role: 'developer' })
  store.answer('GET /api/endpoints', { status: 200, body: { endpoints, isSendingOff } })
  store.answer('GET /api/endpoints/deliveries', { status: 200, body: [aDelivery()] })
  openPage('/dev/webhooks', { '/dev/webhooks': webhooks })
  await screen.findByRole('heading', { level: 1, name: 'Webhooks' })
}
const failing = anEndpoint({ counts: { total: 3, delivered: 2, failed: 1, waiting: 0 } })
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** The bodies that were sent to a call. */
function sentTo(path: string) {
  const fetched = vi.mocked(fetch)
  return fetched.mock.calls
    .filter(([address, init]) => address === path && init?.method !== 'GET')
    .map(([, init]) => JSON.parse(String(init?.body)))
}
const watchCalls = () => vi.stubGlobal('fetch', vi.fn(fetch))

it('A developer without endpoints is told what to do', async () => {
  await open([])
  await shows('No endpoints yet.')
  await shows('Add an endpoint')
  expect(screen.queryByRole('heading', { name: 'Deliveries' })).toBeNull()
})

it('Endpoints and deliveries that cannot be read say so', async () => {
  await store.signIn({ role: 'developer' })
  store.answer('GET /api/endpoints', BROKEN)
  openPage('/dev/webhooks', { '/dev/webhooks': webhooks })
  await shows('Failed to load your endpoints')
  await open([anEndpoint()])
  store.answer('GET /api/endpoints/deliveries', BROKEN)
  openPage('/dev/webhooks', { '/dev/webhooks': webhooks })
  await shows('Failed to load deliveries')
})

it('A store that asks nothing outside says that no webhooks go out', async () => {
  await open([anEndpoint()], { isSendingOff: true })
  await shows(WEBHOOK_TEXT.sendingOff)
})

it('A wrong address and no events are said beside their fields, and nothing is sent', async () => {
  await open([])
  watchCalls()
  await press('Add an endpoint')
  fill('Address', 'http://hooks.example')
  await press('Add endpoint', WEBHOOK_TEXT.url)
  await shows(WEBHOOK_TEXT.types)
  expect(document.activeElement).toBe(screen.getByLabelText('Address'))
  fill('Address', 'https://hooks.example:8080')
  await press('Add endpoint', WEBHOOK_TEXT.port)
  expect(sentTo('/api/endpoints')).toEqual([])
})

it('HO5 What the store says against an address stands beside it', async () => {
  await open([])
  const fields = { url: WEBHOOK_TEXT.refusedAddress }
  store.answer('POST /api/endpoints', { status: 422, body: { error: 'no', code: 'invalid', fields } })
  await press('Add an endpoint')
  fill('Address', 'https://10.0.0.1')
  await press('All events')
  await press('Add endpoint', WEBHOOK_TEXT.refusedAddress)
})

it('HO1 The secret of a new endpoint is shown once, with the focus on Copy', async () => {
  await open([])
  store.answer('POST /api/endpoints', { status: 200, body: { endpoint: anEndpoint(), secret: SECRET } })
  watchCalls()
  await press('Add an endpoint')
  fill('Address', ' https://hooks.example/nofiller ')
  fireEvent.click(screen.getByRole('checkbox', { name: /order\.paid/ }))
  await press('Add endpoint', SECRET)
  expect(sentTo('/api/endpoints')).toEqual([
    { url: 'https://hooks.example/nofiller', name: '', types: ['order.paid'] },
  ])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy secret' }))
  openPage('/dev/webhooks', { '/dev/webhooks': webhooks })
  await shows('No endpoints yet.')
  expect(screen.queryByText(SECRET)).toBeNull()
})

it('HO1 A new secret is made after saying what becomes of the old one', async () => {
  await open([failing])
  store.answer('POST /api/endpoints/:id/secret', {
    status: 200,
    body: { endpoint: failing, secret: SECRET },
  })
  await press('Change secret: hooks.example/nofiller')
  expect(screen.getByRole('dialog').textContent).toContain(WEBHOOK_TEXT.bothSecrets)
  await press('Make a new secret', SECRET)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy secret' }))
})

it('Five endpoints are all that there can be', async () => {
  await open(['1', '2', '3', '4', '5'].map((id) => anEndpoint({ id, name: id })))
  await shows('5 of 5')
  expect(screen.getByRole('button', { name: 'Add an endpoint' }).getAttribute('aria-disabled')).toBe('true')
})

it('HO6 A delivery opens to what was sent and what came back', async () => {
  await open([failing])
  const event = await screen.findByRole('button', { name: /^review\.created/ })
  expect(event.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(event)
  expect(event.getAttribute('aria-expanded')).toBe('true')
  await shows('Sent, try 2 of 10')
  await shows('Answered 503 after 92 ms')
  await shows('<h1>Service unavailable</h1>')
  expect(screen.getByText(/"sequence": 3/).textContent).toContain('"game": "Velvet Orbit"')
  await shows('msg_1')
})

it('HO6 A delivery is sent again by its id, and all failed ones of a time by their endpoint', async () => {
  await open([failing])
  store.answer('POST /api/endpoints/:id/redeliver', { status: 200, body: { queued: 1 } })
  watchCalls()
  await press('Send again: review.created', 'Sent again, with the same id and a new timestamp.')
  await press('Send failed again')
  const dialog = screen.getByRole('dialog')
  fill(/^Events from/, '2026-11-24T10:00')
  fill(/^Until/, '2026-11-23T10:00')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send again' }))
  await shows('Enter a time after the first.')
  fill(/^Until/, '2026-11-25T10:00')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send again' }))
  await shows('1 delivery sent again.')
  expect(sentTo('/api/endpoints/e/redeliver')).toEqual([
    { deliveryId: 'd' },
    {
      from: new Date('2026-11-24T10:00').toISOString(),
      to: new Date('2026-11-25T10:00').toISOString(),
    },
  ])
})

it('A test to an endpoint that is off says why it was not sent', async () => {
  await open([anEndpoint()])
  store.answer('POST /api/endpoints/:id/test', {
    status: 409,
    body: { error: WEBHOOK_TEXT.off, code: 'endpoint_off' },
  })
  await press('Send a test: hooks.example/nofiller', WEBHOOK_TEXT.off)
})

it('An endpoint is paused and removed after a question, and turned on at once', async () => {
  await open([anEndpoint()])
  store.answer('PATCH /api/endpoints/:id', { status: 200, body: anEndpoint({ state: 'paused' }) })
  store.answer('DELETE /api/endpoints/:id', { status: 200, body: { ok: true } })
  watchCalls()
  await press('Pause: hooks.example/nofiller')
  expect(sentTo('/api/endpoints/e')).toEqual([])
  store.answer('GET /api/endpoints', {
    status: 200,
    body: { endpoints: [anEndpoint({ state: 'paused' })], isSendingOff: false },
  })
  await press('Pause', 'The endpoint is paused.')
  await press('Turn on: hooks.example/nofiller', 'The endpoint is on.')
  expect(sentTo('/api/endpoints/e')).toEqual([{ paused: true }, { paused: false }])
  await press('Remove: hooks.example/nofiller')
  store.answer('GET /api/endpoints', { status: 200, body: { endpoints: [], isSendingOff: false } })
  await press('Remove endpoint', 'The endpoint was removed.')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Deliveries' })).toBeNull())
})
