import type { Payment, PaymentCoin } from '@nofiller/contract/payments/payments'
import { describe, expect, it } from 'vitest'
import { buy, checkout, simulate, statusOf, untilStatus } from '../../testing/buying.ts'
import { readEvents } from '../../testing/event-reader.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { eventually, openTestStore, providerOf, type TestStore, useTestStore } from '../../testing/store.ts'

const test = useTestStore()
let buyer: Person
let game: TestGame

const newGame = async (store: TestStore) =>
  addGame(store, { developerId: (await signedIn(store, 'developer')).id, priceCents: 2_000 })

async function newOrder() {
  buyer = await signedIn(test)
  game = await newGame(test)
  return buy(buyer, game)
}
const payment = async (payToken: string): Promise<Payment> =>
  (await test.nobody.get(`/api/payments/${payToken}`)).body
const choose = (payToken: string, coin: string) =>
  test.nobody.post(`/api/payments/${payToken}/coin`, { coin })
const untilState = (payToken: string, state: Payment['state']) =>
  eventually(async () => {
    const now = await payment(payToken)
    return now.state === state ? now : null
  })

describe('the token of a payment page', () => {
  it('the token is random, the same for the same order, and shown only to the buyer', async () => {
    const order = await newOrder()
    expect(order.payToken).toMatch(/^[\w-]{22}$/)
    expect((await checkout(buyer, game)).body.payUrl).toBe(`${test.url}/pay/${order.payToken}`)
    const [listed] = (await buyer.get('/api/orders')).body
    expect(listed.payUrl).toBe(`${test.url}/pay/${order.payToken}`)
    expect((await buy(buyer, await newGame(test))).payToken).not.toBe(order.payToken)
  })

  it('the token gives access to amounts and state, and to no title, email, receipt or files', async () => {
    const { payToken, ...order } = await newOrder()
    await simulate(test, order, 'pay')
    const ready = await untilState(payToken, 'ready')
    const shown = JSON.stringify(ready)
    const { title } = await test.db
      .selectFrom('games')
      .select('title')
      .where('id', '=', game.id)
      .executeTakeFirstOrThrow()
    for (const secret of [order.orderId, buyer.email, title, 'download']) expect(shown).not.toContain(secret)
    for (const path of [`order-status/${payToken}`, `orders/${payToken}`, `payments/${order.orderId}`])
      expect((await test.nobody.get(`/api/${path}`)).status, path).toBeOneOf([401, 404])
  })
})

describe('a payment', () => {
  it('a payment goes from the choice of a coin to ready games', async () => {
    const order = await newOrder()
    expect(await payment(order.payToken)).toMatchObject({
      state: 'choose',
      price: 20,
      missing: 20,
      chosen: null,
    })
    const { coins } = (await test.nobody.get(`/api/payments/${order.payToken}/coins`)).body
    expect(coins.map(({ coin }: PaymentCoin) => coin).slice(0, 2)).toEqual(['SOL', 'USDC-SOL'])
    expect(coins[0]).toMatchObject({ minimum: 0, wait: null, amount: expect.stringMatching(/^0\.\d+$/) })

    const chosen = await choose(order.payToken, 'SOL')
    expect(chosen.body).toMatchObject({
      state: 'waiting',
      chosen: { coin: 'SOL', walletUri: expect.stringMatching(/^solana:/) },
    })
    await untilStatus(test, order, 'WAITING')
    await simulate(test, order, 'detect')
    await untilState(order.payToken, 'seen')
    await simulate(test, order, 'confirm')
    const { confirmations } = await eventually(async () => {
      const now = await payment(order.payToken)
      return (now.confirmations?.count ?? 0) > 0 ? now : null
    })
    expect(confirmations).toMatchObject({ count: expect.any(Number), needed: expect.any(Number) })
    await simulate(test, order, 'pay')
    expect(await untilState(order.payToken, 'ready')).toMatchObject({ missing: 0, received: 20 })
    expect((await choose(order.payToken, 'SOL')).body.code).toBe('payment_closed')
  })

  it('a payment has one address per coin, however many click at once, and finds the first coin again', async () => {
    const { payToken } = await newOrder()
    const answers = await Promise.all(Array.from({ length: 8 }, () => choose(payToken, 'SOL')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => `${body.chosen.address} ${body.chosen.amount}`)).size).toBe(1)
    expect((await choose(payToken, 'LTC')).body.chosen.coin).toBe('LTC')
    expect((await choose(payToken, 'SOL')).body.chosen).toMatchObject({
      address: answers[0]?.body.chosen.address,
      amount: answers[0]?.body.chosen.amount,
    })
  })

  it('a payment asks the provider once for a coin, however late the response reaches concurrent callers', async () => {
    const provider = providerOf(test)
    const { chooseCoin } = provider
    if (!chooseCoin) throw new Error('the sandbox lets coins be chosen')
    let asked = 0
    provider.chooseCoin = async (...input) => {
      asked += 1
      return chooseCoin(...input)
    }
    const rounds = 3
    for (let round = 0; round < rounds; round += 1) {
      const { payToken } = await newOrder()
      await Promise.all(Array.from({ length: 12 }, () => choose(payToken, 'SOL')))
    }
    provider.chooseCoin = chooseCoin
    expect(asked).toBe(rounds)
  })

  it('a payment asks for the exact rest after a part, and no longer shows the earlier amount', async () => {
    const order = await newOrder()
    const full = (await choose(order.payToken, 'USDC-SOL')).body.chosen
    await simulate(test, order, 'underpay')
    expect(await untilState(order.payToken, 'partial')).toMatchObject({
      received: 12,
      missing: 8,
      chosen: null,
    })
    const { chosen } = (await choose(order.payToken, 'USDC-SOL')).body
    expect(Number(chosen.amount)).toBeLessThan(Number(full.amount) / 2)
    await simulate(test, order, 'pay')
    await untilState(order.payToken, 'ready')
  })

  it('a payment explains why a coin is refused, and keeps the order', async () => {
    const { payToken } = await newOrder()
    expect(await choose(payToken, 'SHIB')).toMatchObject({ status: 409, body: { code: 'coin_unavailable' } })
    expect(await choose(payToken, 'ETH')).toMatchObject({ status: 409, body: { code: 'coin_too_small' } })
    expect((await choose(payToken, 'sol; drop')).status).toBe(400)
    expect((await payment(payToken)).state).toBe('choose')
    expect((await test.nobody.get('/api/payments/unknown')).status).toBe(404)
  })

  it('a late payment counts, and an ended one says how it ended', async () => {
    const order = await newOrder()
    await simulate(test, order, 'expire')
    await untilState(order.payToken, 'expired')
    await simulate(test, order, 'detect')
    await untilState(order.payToken, 'late')
    await simulate(test, order, 'pay')
    expect(await untilState(order.payToken, 'ready')).toMatchObject({ isLate: true })
    const other = await newOrder()
    await simulate(test, other, 'cancel')
    await untilState(other.payToken, 'cancelled')
    expect(await statusOf(test, other)).toBe('CANCELLED')
  })
})

describe('the events of a payment', () => {
  it('the events report each state once, without polling', async () => {
    const order = await newOrder()
    const stream = await readEvents(`${test.url}/api/payments/${order.payToken}/events`)
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    const states = () => (stream.events as Payment[]).map(({ state }) => state)
    await eventually(() => states().at(-1) === 'choose')
    await choose(order.payToken, 'SOL')
    await eventually(() => states().at(-1) === 'waiting')
    await simulate(test, order, 'detect')
    await eventually(() => states().at(-1) === 'seen')
    await simulate(test, order, 'pay')
    await eventually(() => states().at(-1) === 'ready')
    const told = stream.events.map((event) => JSON.stringify(event))
    expect(told.every((event, at) => event !== told[at - 1])).toBe(true)
    stream.leave()
  })

  it('event streams have their own limit beside requests, and end with the server', async () => {
    const busy = await openTestStore({ settings: { MAX_EVENT_STREAMS: '60', MAX_IN_FLIGHT: '4' } })
    const person = await signedIn(busy)
    const { payToken } = await buy(person, await newGame(busy))
    const url = `${busy.url}/api/payments/${payToken}/events`
    const streams = []
    for (let open = 0; open < 6; open += 1) streams.push(await readEvents(url))
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect((await readEvents(url)).status).toBe(503) // one address gets a tenth of the total
    expect((await busy.nobody.get(`/api/payments/${payToken}`)).status).toBe(200)
    await busy.close()
    for (const { ended, raw } of streams) {
      await ended
      expect(raw.at(-1)).toMatch(/^retry: \d+$/)
    }
  })
})
