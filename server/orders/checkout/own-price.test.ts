import { suggestedCents } from '@nofiller/contract/authoring/own-price-rules'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkout, simulate, untilStatus } from '../../testing/buying.ts'
import { createGame } from '../../testing/fixtures/game-form.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { providerOf, useTestStore } from '../../testing/store.ts'
import { compareAll } from '../settlement/reconcile.ts'

const test = useTestStore()
let developer: Person
beforeAll(async () => {
  developer = await signedIn(test, 'developer')
})

async function generous(priceCents: number): Promise<TestGame> {
  const game = await addGame(test, { developerId: developer.id, priceCents })
  await test.db.updateTable('games').set({ pay_what_you_want: true }).where('id', '=', game.id).execute()
  return game
}

describe('what a buyer wants to pay', () => {
  it('the buyer’s own price is the order’s amount, reaches the developer, and the books balance', async () => {
    const game = await generous(1_000)
    const buyer = await signedIn(test)
    const { body, status, text } = await checkout(buyer, game, [], { amount: 17.5, price: 17.5 })
    expect(status, text).toBe(200)
    const order = { orderId: body.orderId, invoiceId: body.invoiceUrl.split('/').at(-1) }
    await simulate(test, order, 'pay')
    await untilStatus(test, order, 'PAID')
    expect((await buyer.get(`/api/orders/${order.orderId}`)).body).toMatchObject({
      price: 17.5,
      items: [{ price: 17.5, listPrice: 10, reduction: null }],
    })
    expect(await compareAll(test.db)).toEqual([])
  })

  it('a free game can be paid for with an own price, and its checkout is refused without one', async () => {
    const game = await generous(0)
    const buyer = await signedIn(test)
    expect((await checkout(buyer, game)).body.code).toBe('game_is_free')
    const provider = providerOf(test)
    const { minimumCents } = provider
    provider.minimumCents = async () => 200
    expect((await checkout(buyer, game, [], { amount: 1.99 })).body.code).toBe('price_too_small')
    provider.minimumCents = minimumCents
    const { body, status, text } = await checkout(buyer, game, [], { amount: 5 })
    expect(status, text).toBe(200)
    const order = { orderId: body.orderId, invoiceId: body.invoiceUrl.split('/').at(-1) }
    await simulate(test, order, 'pay')
    await untilStatus(test, order, 'PAID')
    expect((await buyer.get('/api/library')).text).toContain(game.slug)
    expect(await compareAll(test.db)).toEqual([])
  })

  it('an own price is refused below the price, above $1,000, in fractions of a cent, and for a fixed price', async () => {
    const game = await generous(1_000)
    const buyer = await signedIn(test)
    const refused = async (amount: number) => (await checkout(buyer, game, [], { amount })).body.fields
    expect(await refused(9.99)).toEqual({ amount: 'Enter at least $10.00.' })
    expect(await refused(1_000.01)).toEqual({ amount: 'Enter at most $1,000.00.' })
    expect(await refused(1e9)).toEqual({ amount: 'Enter at most $1,000.00.' })
    expect(await refused(12.345)).toEqual({ amount: 'Enter an amount in dollars and cents.' })
    const fixed = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
    expect((await checkout(buyer, fixed, [], { amount: 12 })).body.code).toBe('no_own_price')
    const free = await addGame(test, { developerId: developer.id, priceCents: 0 })
    expect((await checkout(buyer, free, [], { amount: 12 })).body.code).toBe('no_own_price')
  })

  it('an own price is offered when the form allows it', async () => {
    const { body } = await createGame(developer, { payWhatYouWant: 'true' })
    expect(body.payWhatYouWant).toBe(true)
    expect((await createGame(developer, { title: 'Fixed' })).body.payWhatYouWant).toBe(false)
  })
})

it('suggests three rising amounts above any price, within what can be paid', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), (cents) => {
      const suggested = suggestedCents(cents)
      expect([...suggested].sort((one, other) => one - other)).toEqual(suggested)
      for (const each of suggested) {
        expect(each).toBeGreaterThanOrEqual(cents)
        expect(each).toBeLessThanOrEqual(100_000)
      }
    }),
  )
  expect(suggestedCents(0)).toEqual([300, 500, 1_000])
  expect(suggestedCents(500)).toEqual([700, 800, 1_000])
})
