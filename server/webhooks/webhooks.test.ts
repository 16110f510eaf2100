import { type EventBody, eventData, exampleBody } from '@nofiller/contract/webhooks/webhook-events'
import { EVENT_TYPES, type EventType, WEBHOOK_TEXT } from '@nofiller/contract/webhooks/webhook-rules'
import type { Delivery, Endpoint } from '@nofiller/contract/webhooks/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notMeSigner } from '../accounts/sessions/new-browser.ts'
import { systemClock } from '../platform/clock.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import {
  addEndpoint,
  EVERYTHING,
  HOST,
  isSignedBy,
  type Receiver,
  webhookReceiver,
} from '../testing/fixtures/webhooks.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { takeBack } from '../testing/take-back.ts'
import { queueEvent } from './queue-event.ts'
import { purgeDeliveries, watchEndpoints } from './watch-endpoints.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const test = useTestStore({ settings: { OUTSIDE_REQUESTS: 'on' } })
const admin = usePerson(test, 'admin')
let receiver: Receiver
let june: Person

beforeAll(async () => {
  receiver = await webhookReceiver(test.store)
})
afterAll(() => receiver.close())
beforeEach(async () => {
  test.store.clock = systemClock
  await test.db.deleteFrom('webhook_endpoints').execute()
  receiver.received.length = 0
  receiver.internet.names.set(HOST, [['1.1.1.1']])
  receiver.internet.connected.length = 0
  receiver.answerBy((_message, response) => void response.writeHead(204).end())
  june = await signedIn(test, 'developer')
})

const later = (ms: number) => {
  test.store.clock = () => new Date(Date.now() + ms)
}
const answerWith = (status: number, headers: Record<string, string> = {}, text = '') =>
  receiver.answerBy((_message, response) => void response.writeHead(status, headers).end(text))
const payout = (amountCents: number) => ({ payoutId: '0197c2a4-6f1e-7c55-9d2b-0f4a1b6c7d8e', amountCents })
const happens = (amountCents = 100, person = june) =>
  queueEvent(test.db, person.id, 'payout.sent', payout(amountCents))
const logOf = async (endpoint: Endpoint, query = ''): Promise<Delivery[]> =>
  (await june.get(`/api/endpoints/${endpoint.id}/deliveries${query}`)).body
const tried = (endpoint: Endpoint, tries = 1): Promise<Delivery> =>
  eventually(async () => (await logOf(endpoint)).find((delivery) => delivery.tries.length >= tries))
const listed = async (): Promise<Endpoint> => (await june.get('/api/endpoints')).body.endpoints[0]

describe('endpoints (HO1)', () => {
  it('HO1 shows the secret once, of 32 bytes, and stores it sealed', async () => {
    const endpoint = await addEndpoint(june)
    expect(Buffer.from(endpoint.secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
    expect(JSON.stringify((await june.get('/api/endpoints')).body)).not.toContain(endpoint.secret)
    const { secret } = await test.row<{ secret: string }>`select secret from webhook_endpoints`
    expect(secret).not.toContain(endpoint.secret.replace('whsec_', ''))
  })

  it('adds none for an account that was suspended, or whose session ended, while a name server was asked', async () => {
    const real = test.store.outside
    const session = () => test.sql`update sessions set revoked_at = now() where account_id = ${june.id}`
    const suspension = () => test.sql`update accounts set suspended_at = now() where id = ${june.id}`
    for (const end of [session, suspension]) {
      june = await signedIn(test, 'developer')
      test.store.outside = Object.assign(Object.create(real), {
        refusal: async () => {
          await end()
          return null
        },
      })
      const { status } = await june
        .post('/api/endpoints', { url: `https://${HOST}/late`, types: EVERYTHING })
        .finally(() => {
          test.store.outside = real
        })
      expect(status).toBe(401)
    }
    expect(await test.sql`select from webhook_endpoints`).toEqual([])
  })

  it('HO1 allows five of a developer, also of ten that are added at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        june.post('/api/endpoints', { url: `https://${HOST}/${at}`, types: EVERYTHING }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({
      code: 'too_many_endpoints',
      error: WEBHOOK_TEXT.tooMany,
    })
  })

  it.each([
    ['http://hooks.example/', WEBHOOK_TEXT.url],
    ['hooks.example', WEBHOOK_TEXT.url],
    ['ftp://hooks.example/', WEBHOOK_TEXT.url],
    ['https://hooks.example:80/', WEBHOOK_TEXT.port],
    ['https://hooks.example:8080/', WEBHOOK_TEXT.port],
    ['https://june:word@hooks.example/', WEBHOOK_TEXT.credentials],
    ['https://hooks.example/#a', WEBHOOK_TEXT.fragment],
    [`https://hooks.example/${'a'.repeat(500)}`, WEBHOOK_TEXT.urlTooLong],
    ['https://127.0.0.1/', WEBHOOK_TEXT.refusedAddress],
    ['https://2130706433/', WEBHOOK_TEXT.refusedAddress],
    ['https://[::ffff:127.0.0.1]/', WEBHOOK_TEXT.refusedAddress],
    ['https://169.254.169.254/latest/', WEBHOOK_TEXT.refusedAddress],
    ['https://inside.example/', WEBHOOK_TEXT.refusedAddress],
  ])('HO1 refuses %s', async (url, sentence) => {
    receiver.internet.names.set('inside.example', [['8.8.8.8', '10.0.0.1']])
    const answer = await june.post('/api/endpoints', { url, types: EVERYTHING })
    expect(answer.status).toBe(422)
    expect(answer.body.fields.url).toBe(sentence)
  })

  it('HO1 takes ports 443 and 8443', async () => {
    for (const url of [`https://${HOST}:443/`, `https://${HOST}:8443/`])
      expect((await june.post('/api/endpoints', { url, types: EVERYTHING })).status).toBe(200)
  })

  it('HO1 offers no type whose thing does not exist', async () => {
    for (const type of ['gift.claimed', 'push.ready', 'key.redeemed', 'endpoint.test'])
      expect((await june.post('/api/endpoints', { url: `https://${HOST}/`, types: [type] })).status).toBe(400)
  })

  it('HO1 signs with both secrets for 24 hours after a change, then with the new one alone', async () => {
    const endpoint = await addEndpoint(june)
    const { secret, endpoint: changed } = (await june.post(`/api/endpoints/${endpoint.id}/secret`)).body
    expect(changed.oldSecretUntil).not.toBeNull()
    await happens()
    const first = await eventually(() => receiver.received[0])
    expect([isSignedBy(endpoint.secret, first), isSignedBy(secret, first)]).toEqual([true, true])

    later(DAY_MS + 1_000)
    await watchEndpoints(test.store)
    expect((await listed()).oldSecretUntil).toBeNull()
    const { previous_secret } = await test.row<{
      previous_secret: string | null
    }>`select previous_secret from webhook_endpoints`
    expect(previous_secret).toBeNull()
    test.store.clock = systemClock
    await happens()
    const second = await eventually(() => receiver.received[1])
    expect([isSignedBy(endpoint.secret, second), isSignedBy(secret, second)]).toEqual([false, true])
  })

  it('tells the account, the audit log and its owner by email, without the path', async () => {
    const endpoint = await addEndpoint(june, '/token-of-june')
    await june.put(`/api/endpoints/${endpoint.id}`, { url: `https://${HOST}:8443/`, types: ['order.paid'] })
    await june.post(`/api/endpoints/${endpoint.id}/secret`)
    await june.send('DELETE', `/api/endpoints/${endpoint.id}`)
    const kinds = ['endpoint_removed', 'endpoint_secret_changed', 'endpoint_changed', 'endpoint_added']
    const events: { kind: string; about: string }[] = (await june.get('/api/security-events')).body
    expect(events.slice(0, 4).map(({ kind }) => kind)).toEqual(kinds)
    const audited = await test.sql<{ action: string; after: object }>`
      select action, after from audit_log where actor_id = ${june.id} order by id desc`
    expect(audited.map(({ action }) => action)).toEqual(kinds)
    expect(JSON.stringify([events, audited])).not.toContain('token-of-june')
    const mails = await eventually(async () => {
      const sent = await test.mailsTo(june.email)
      return sent.length >= 3 ? sent : null
    })
    expect(mails.map(({ subject }) => subject)).toContain('A webhook endpoint was added to your account')
  })

  it('is nobody else’s', async () => {
    const endpoint = await addEndpoint(june)
    const other = await signedIn(test, 'developer')
    const at = `/api/endpoints/${endpoint.id}`
    const answers = await Promise.all([
      other.put(at, { url: `https://${HOST}/`, types: EVERYTHING }),
      other.patch(at, { paused: true }),
      other.send('DELETE', at),
      other.post(`${at}/secret`),
      other.post(`${at}/test`),
      other.get(`${at}/deliveries`),
      admin.get(`${at}/deliveries`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
  })
})

describe('the end of endpoints', () => {
  const ENDS: Record<string, () => Promise<unknown>> = {
    suspended: () =>
      admin.patch(`/api/admin/users/${june.id}`, { suspended: true, reason: 'Sold what is not theirs' }),
    closing: () => june.post('/api/account/deletion', { password: 'correct-horse-battery-9', givesUp: 0 }),
    no_developer: () =>
      admin.patch(`/api/admin/users/${june.id}`, { role: 'player', reason: 'They asked for it' }),
  }

  it.each(Object.keys(ENDS))('switches off at once: %s', async (reason) => {
    await addEndpoint(june)
    await ENDS[reason]?.()
    const row = await test.row<{ off_reason: string }>`
      select off_reason from webhook_endpoints where account_id = ${june.id}`
    expect(row.off_reason).toBe(reason)
    await happens()
    expect(await test.sql`select from webhook_events where account_id = ${june.id}`).toEqual([])
  })

  it('K21 the page that takes an account back lists endpoints, and removes them', async () => {
    const endpoint = await addEndpoint(june)
    const token = notMeSigner(test.store).sign(june.sessionId)
    const look = await test.nobody.post('/api/take-back/look', { link: 'not-me', token })
    const shown = look.body.recent?.find(({ kind }: { kind: string }) => kind === 'endpoint')
    expect(shown).toMatchObject({ _id: endpoint.id, name: HOST })
    await takeBack(test, { link: 'not-me', token }, { remove: [endpoint.id] })
    expect(await test.sql`select from webhook_endpoints where id = ${endpoint.id}`).toEqual([])
  })
})

describe('the outbox (HO3)', () => {
  it('HO3 writes in the transaction of the event, or not at all', async () => {
    await addEndpoint(june)
    await expect(
      test.db.transaction().execute(async (tx) => {
        await queueEvent(tx, june.id, 'payout.sent', payout(100))
        throw new Error('it did not happen')
      }),
    ).rejects.toThrow('it did not happen')
    await happens(200)
    const message = await eventually(() => receiver.received[0])
    expect(message.body.data).toEqual({ sequence: 1, ...payout(200) })
    expect(receiver.received).toHaveLength(1)
  })

  it('HO3 numbers the events of each endpoint by themselves', async () => {
    const all = await addEndpoint(june, '/all')
    await addEndpoint(june, '/orders', ['order.paid'])
    for (let at = 1; at <= 3; at += 1) await happens(at)
    await queueEvent(test.db, june.id, 'order.paid', { order: '8F3K-2Q9X', games: [], amountCents: 0 })
    await eventually(() => receiver.received.length === 5)
    const numbers = (path: string) =>
      receiver.received
        .filter((message) => message.path === path)
        .map(({ body }) => body.data.sequence)
        .sort()
    expect(numbers('/all')).toEqual([1, 2, 3, 4])
    expect(numbers('/orders')).toEqual([1])
    await eventually(async () => (await logOf(all)).every(({ state }) => state === 'delivered'))
    expect(await logOf(all)).toHaveLength(4)
  })

  it('sends nothing of before the endpoint, and nothing that it did not ask for', async () => {
    await addEndpoint(june, '/orders', ['order.paid'])
    await happens()
    expect(await test.sql`select from webhook_events where account_id = ${june.id}`).toEqual([])
  })

  it('HO4 holds 10,000 that wait, and drops the oldest into the log', async () => {
    const endpoint = await addEndpoint(june)
    await june.patch(`/api/endpoints/${endpoint.id}`, { paused: true })
    await sql`
      insert into webhook_deliveries (id, endpoint_id, account_id, type, body, happened_at, next_at)
      select overlay(gen_random_uuid()::text placing '00000000' from 1)::uuid, ${endpoint.id}, ${june.id}, 'payout.sent', '{}', now(), now()
      from generate_series(1, 10000)`.execute(test.db)
    await happens()
    const dropped = await eventually(async () => {
      const log = await logOf(endpoint, '?failed=1')
      return log.length > 0 ? log : null
    })
    expect(dropped.map(({ state }) => state)).toEqual(['dropped'])
    expect((await listed()).counts).toMatchObject({ total: 10_001, waiting: 10_000, failed: 1 })
  })
})

describe('the sending (HO4)', () => {
  it('HO4 signs with the time of the try, so that the clock of the receiver and the age of the event do not matter', async () => {
    const endpoint = await addEndpoint(june)
    answerWith(500)
    await happens()
    const before = await tried(endpoint)
    expect(before).toMatchObject({ state: 'retrying', status: 500, attempt: 1 })
    later(10 * 60_000)
    answerWith(204)
    const after = await tried(endpoint, 2)
    const [first, second] = receiver.received
    if (!first || !second) throw new Error('two tries were made')
    expect(second.id).toBe(first.id)
    expect(second.text).toBe(first.text)
    expect(second.timestamp - first.timestamp).toBeGreaterThanOrEqual(600)
    // A receiver whose clock is ten minutes ahead takes what was signed ten minutes later.
    expect([isSignedBy(endpoint.secret, first), isSignedBy(endpoint.secret, second)]).toEqual([true, false])
    expect(after.state).toBe('delivered')
  })

  it('HO4 takes a redirect for a failure, and follows none', async () => {
    const endpoint = await addEndpoint(june)
    answerWith(302, { location: 'http://169.254.169.254/' })
    await happens()
    expect(await tried(endpoint)).toMatchObject({ state: 'retrying', status: 302 })
    expect(receiver.internet.connected).toEqual(['1.1.1.1'])
  })

  it('HO4 switches off at 410 with an email, and gives up what waits', async () => {
    const endpoint = await addEndpoint(june)
    answerWith(410)
    await happens()
    expect(await tried(endpoint)).toMatchObject({ state: 'failed', nextTryAt: null })
    expect(await listed()).toMatchObject({ state: 'off', offReason: 'gone' })
    const mail = await eventually(async () =>
      (await test.mailsTo(june.email)).find(({ subject }) => subject?.includes('switched off')),
    )
    expect(mail.text).toContain(HOST)
  })

  it('HO4 sends nothing to an endpoint that asked to be sent less, until it is time', async () => {
    const endpoint = await addEndpoint(june)
    answerWith(429, { 'retry-after': '90' })
    await happens()
    await tried(endpoint)
    answerWith(204)
    await happens()
    await eventually(async () => (await logOf(endpoint)).length === 2)
    expect(receiver.received).toHaveLength(1)
    later(120_000)
    await eventually(async () => (await logOf(endpoint)).every(({ state }) => state === 'delivered'))
  })

  it('HO4 mails after 24 hours without one success, and switches off after five days', async () => {
    const endpoint = await addEndpoint(june)
    answerWith(500)
    await happens()
    await tried(endpoint)
    const since = (await listed()).failingSince
    expect((await listed()).state).toBe('failing')
    await watchEndpoints(test.store)
    expect((await listed()).warnedAt).toBeNull()
    await test.sql`update webhook_endpoints set failing_since = now() - interval '25 hours'`
    await watchEndpoints(test.store)
    await watchEndpoints(test.store)
    expect((await listed()).warnedAt).not.toBeNull()
    await test.drain()
    const failing = (await test.mailsTo(june.email)).filter(({ subject }) => subject?.includes('is failing'))
    expect(failing).toHaveLength(1)
    await test.sql`update webhook_endpoints set failing_since = now() - interval '121 hours'`
    await watchEndpoints(test.store)
    expect(await listed()).toMatchObject({ state: 'off', offReason: 'failing' })
    expect((await logOf(endpoint)).map(({ state }) => state)).toEqual(['failed'])
    expect(since).not.toBeNull()
  })

  it('HO4 forgets that an endpoint failed once it succeeds', async () => {
    const endpoint = await addEndpoint(june)
    answerWith(500)
    await happens()
    await tried(endpoint)
    answerWith(200)
    await june.post(`/api/endpoints/${endpoint.id}/test`)
    await eventually(async () => (await listed()).state === 'on')
  })

  it('HO4 never sends more than four at once to an endpoint', async () => {
    await addEndpoint(june)
    let [open, most] = [0, 0]
    receiver.answerBy((_message, response) => {
      open += 1
      most = Math.max(most, open)
      setTimeout(() => {
        open -= 1
        response.writeHead(204).end()
      }, 30)
    })
    await Promise.all(Array.from({ length: 30 }, (_, at) => happens(at)))
    await eventually(() => receiver.received.length === 30)
    expect(most).toBe(4)
  })

  it('fails in the log, and switches the endpoint off with an email, when its secret cannot be opened', async () => {
    const endpoint = await addEndpoint(june)
    await test.sql`update webhook_endpoints set secret = 'sealed with a lost key'`
    await happens()
    expect(await tried(endpoint)).toMatchObject({ state: 'failed', failure: 'secret_lost', nextTryAt: null })
    expect(await listed()).toMatchObject({ state: 'off', offReason: 'secret_lost' })
    expect(receiver.received).toEqual([])
    const { secret } = (await june.post(`/api/endpoints/${endpoint.id}/secret`)).body
    await june.patch(`/api/endpoints/${endpoint.id}`, { paused: false })
    await happens()
    const message = await eventually(() => receiver.received[0])
    expect(isSignedBy(secret, message)).toBe(true)
  })

  it('keeps events while an endpoint is paused', async () => {
    const endpoint = await addEndpoint(june)
    await june.patch(`/api/endpoints/${endpoint.id}`, { paused: true })
    await happens()
    await eventually(async () => (await logOf(endpoint)).length === 1)
    expect(await logOf(endpoint)).toMatchObject([{ state: 'waiting', tries: [] }])
    expect((await june.post(`/api/endpoints/${endpoint.id}/test`)).body.code).toBe('endpoint_off')
    await june.patch(`/api/endpoints/${endpoint.id}`, { paused: false })
    await tried(endpoint)
  })
})

describe('addresses inside (HO5)', () => {
  it('HO5 looks a name up at each try: one that answers inside the second time is not reached', async () => {
    const endpoint = await addEndpoint(june)
    receiver.internet.names.set(HOST, [['1.1.1.1'], ['127.0.0.1']])
    answerWith(500)
    await happens()
    await tried(endpoint)
    later(60_000)
    expect(await tried(endpoint, 2)).toMatchObject({ failure: 'refused_address', status: null })
    expect(receiver.internet.connected).toEqual(['1.1.1.1'])
  })

  it('HO5 reads 4 kB of an answer however long it is, and stores the first 1 kB', async () => {
    const endpoint = await addEndpoint(june)
    let sent = 0
    receiver.answerBy((_message, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && sent < 10 * 2 ** 30 && response.write('x'.repeat(65_536)))
          sent += 65_536
      }
      response.on('drain', more)
      more()
    })
    await happens()
    const delivery = await tried(endpoint)
    expect(delivery).toMatchObject({ state: 'delivered', status: 200 })
    expect(delivery.answer).toBe('x'.repeat(1_024))
    expect(sent).toBeLessThan(16 * 2 ** 20)
  })

  it('HO5 waits 15 seconds for an answer, and says that none came', async () => {
    const endpoint = await addEndpoint(june)
    receiver.answerBy(() => undefined)
    await happens()
    const delivery = await tried(endpoint)
    expect(delivery).toMatchObject({ state: 'retrying', status: null, failure: 'no_answer' })
    expect(delivery.ms).toBeGreaterThanOrEqual(14_000)
    expect(delivery.ms).toBeLessThan(20_000)
  })
})

describe('the log (HO6)', () => {
  it('HO6 shows each delivery with body, answer and tries, by pages, and those that failed', async () => {
    const endpoint = await addEndpoint(june)
    answerWith(503, {}, 'Be back soon')
    await happens(1)
    await tried(endpoint)
    answerWith(200, {}, 'ok\0')
    await happens(2)
    await eventually(async () => (await logOf(endpoint)).some(({ state }) => state === 'delivered'))
    const [newest, oldest] = await logOf(endpoint)
    expect(newest).toMatchObject({ status: 200, answer: 'ok\uFFFD', type: 'payout.sent', nextTryAt: null })
    expect(oldest).toMatchObject({ status: 503, answer: 'Be back soon', state: 'retrying' })
    expect(JSON.parse(oldest?.body ?? '')).toEqual(receiver.received[0]?.body)
    expect(oldest?.messageId).toBe(receiver.received[0]?.id)
    expect(await logOf(endpoint, '?failed=1')).toMatchObject([{ id: oldest?.id }])
    const page = await june.get(`/api/endpoints/deliveries?limit=1`)
    const next = /<(.+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    expect((await june.get(next)).body).toMatchObject([{ id: oldest?.id }])
  })

  it('HO6 sends one again, with the same id and a new timestamp', async () => {
    const endpoint = await addEndpoint(june)
    await happens()
    const delivery = await tried(endpoint)
    const again = await june.post(`/api/endpoints/${endpoint.id}/redeliver`, { deliveryId: delivery.id })
    expect(again.body).toEqual({ queued: 1 })
    await tried(endpoint, 2)
    const [first, second] = receiver.received
    expect(second?.id).toBe(first?.id)
    expect(second?.text).toBe(first?.text)
    const unknown = await june.post(`/api/endpoints/${endpoint.id}/redeliver`, { deliveryId: june.id })
    expect(unknown.status).toBe(404)
  })

  it('HO6 sends again what was on its way when its process was killed and its endpoint ended', async () => {
    const endpoint = await addEndpoint(june)
    await happens()
    const { id } = await tried(endpoint)
    await test.sql`update webhook_deliveries set state = 'failed', claimed_until = now() - interval '1 s' where id = ${id}`
    const again = await june.post(`/api/endpoints/${endpoint.id}/redeliver`, { deliveryId: id })
    expect(again.body).toEqual({ queued: 1 })
    expect(await tried(endpoint, 2)).toMatchObject({ id, state: 'delivered' })
  })

  it('HO6 sends all again that failed in a time, and nothing else', async () => {
    const endpoint = await addEndpoint(june)
    await happens(1)
    await tried(endpoint)
    answerWith(500)
    for (const cents of [2, 3]) await happens(cents)
    await eventually(async () => (await logOf(endpoint, '?failed=1')).length === 2)
    answerWith(200)
    const range = (from: number, to: number) => ({
      from: new Date(Date.now() + from).toISOString(),
      to: new Date(Date.now() + to).toISOString(),
    })
    const at = `/api/endpoints/${endpoint.id}/redeliver`
    expect((await june.post(at, range(-2 * HOUR_MS, -HOUR_MS))).body).toEqual({ queued: 0 })
    expect((await june.post(at, range(-HOUR_MS, HOUR_MS))).body).toEqual({ queued: 2 })
    await eventually(async () => (await logOf(endpoint)).every(({ state }) => state === 'delivered'))
    expect(receiver.received.filter(({ body }) => body.data.amountCents === 1)).toHaveLength(1)
  })

  it('HO6 sends a test, whatever types an endpoint has', async () => {
    const endpoint = await addEndpoint(june, '/hook', ['order.paid'])
    const { body } = await june.post(`/api/endpoints/${endpoint.id}/test`)
    expect(body).toMatchObject({ type: 'endpoint.test', state: 'waiting' })
    const message = await eventually(() => receiver.received[0])
    expect(message.body).toMatchObject({ type: 'endpoint.test', data: { endpointId: endpoint.id } })
    expect(isSignedBy(endpoint.secret, message)).toBe(true)
  })

  it('HO6 keeps the log for 30 days', async () => {
    const endpoint = await addEndpoint(june)
    await happens()
    await tried(endpoint)
    later(29 * DAY_MS)
    await purgeDeliveries(test.store)
    expect(await logOf(endpoint)).toHaveLength(1)
    later(31 * DAY_MS)
    await purgeDeliveries(test.store)
    expect(await logOf(endpoint)).toHaveLength(0)
  })
})

describe('without requests to others', () => {
  it('sends nothing, says so, and still reaches the endpoints of the sandbox', async () => {
    const config = test.store.config as { OUTSIDE_REQUESTS: 'on' | 'off' } // read at each look
    config.OUTSIDE_REQUESTS = 'off'
    try {
      const outside = await addEndpoint(june)
      const answer = await june.post('/api/endpoints', {
        url: 'https://sandbox.example/sandbox/endpoint/failing',
        types: EVERYTHING,
      })
      const inside: Endpoint = answer.body.endpoint
      await happens()
      expect(await tried(inside)).toMatchObject({ status: 503 })
      expect(await logOf(outside)).toMatchObject([{ state: 'waiting', tries: [] }])
      expect((await june.get('/api/endpoints')).body.isSendingOff).toBe(true)
      expect(receiver.received).toEqual([])
    } finally {
      config.OUTSIDE_REQUESTS = 'on'
    }
  })
})

it.each(Object.keys(EVENT_TYPES) as EventType[])('HO2 the example of %s fits its schema', (type) => {
  const { data }: EventBody = exampleBody(type)
  const { sequence, ...rest } = data
  expect(eventData[type].strict().parse(rest)).toEqual(rest)
  expect(sequence).toBeGreaterThan(0)
})
