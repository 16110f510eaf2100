import { describe, expect, it } from 'vitest'
import { readBack } from '../orders/settlement/read-back.ts'
import { compareAll } from '../orders/settlement/reconcile.ts'
import { buyAndPay, checkout, simulate, untilStatus } from '../testing/buying.ts'
import type { Reply } from '../testing/client.ts'
import { addGame, type TestGame, useGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, signedInCrowd, usePerson } from '../testing/fixtures/people.ts'
import { aStore, useTestStore } from '../testing/store.ts'
import { NETWORK_HOLDS } from './discount-codes.ts'

// Messages report payments; polls of the many unpaid orders would never end.
const test = useTestStore({ settings: { PAYMENT_POLL_SCALE: '1000' } })
const developer = usePerson(test, 'developer')
const game = useGame(test, developer, { priceCents: 1_000 })

let made = 0
const aCode = (changes: object = {}) => {
  made += 1
  return {
    code: `moon-${made}`,
    percent: 20,
    amount: null,
    uses: null,
    isOnce: true,
    endsAt: null,
    gameIds: [],
    ...changes,
  }
}
async function make(changes: object = {}, maker = developer): Promise<{ _id: string; code: string }> {
  const { status, body, text } = await maker.post('/api/dev/discount-codes', aCode(changes))
  expect(status, text).toBe(200)
  return body
}
const check = (
  code: string,
  games: readonly TestGame[] = [game],
  asker: Pick<Person, 'post'> = test.nobody,
) => asker.post('/api/discount-codes/check', { code, goods: games.map(({ id }) => ({ gameId: id })) })
const listed = async (id: string) =>
  (await developer.get('/api/dev/discount-codes')).body.find((code: { _id: string }) => code._id === id)
const orderedBy = ({ body }: Reply) => ({
  orderId: body.orderId as string,
  invoiceId: body.invoiceUrl.split('/').at(-1) as string,
})
const orderOf = async (buyer: Person, orderId: string) => (await buyer.get(`/api/orders/${orderId}`)).body

describe('a discount code', () => {
  it('makes a game cheaper however it is typed, and appears on the receipt', async () => {
    const { _id, code } = await make()
    expect(code).toMatch(/^MOON-/)
    const typed = ` ${code.toLowerCase()} `
    expect((await check(typed)).body).toEqual({
      code,
      items: [{ gameId: game.id, fileId: null, price: 8, listPrice: 10, isByCode: true }],
    })
    const buyer = await signedIn(test)
    const { body } = await checkout(buyer, game, [], { code: typed, price: 8 })
    expect(await listed(_id)).toMatchObject({ used: 1, isActive: true })
    const order = { orderId: body.orderId, invoiceId: body.invoiceUrl.split('/').at(-1) }
    await simulate(test, order, 'pay')
    await untilStatus(test, order, 'PAID')
    expect(await orderOf(buyer, order.orderId)).toMatchObject({
      price: 8,
      items: [{ price: 8, listPrice: 10, reduction: { kind: 'code', percent: 20, code, bundle: null } }],
    })
    expect(await listed(_id)).toMatchObject({ used: 1 })
  })

  it('is generated if none is typed, and cannot be used twice by one developer', async () => {
    const { code } = await make({ code: '' })
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    const other = await signedIn(test, 'developer')
    const again = await other.post('/api/dev/discount-codes', aCode({ code }))
    expect(again.body.fields).toEqual({ code: 'This code is taken.' })
  })

  it('does not add up with a sale: the better discount counts, and a code without effect is not used', async () => {
    const reduced = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
    const now = Date.now()
    await developer.post('/api/dev/sales', {
      name: 'Week',
      percent: 30,
      price: null,
      beginsAt: new Date(now - 1_000).toISOString(),
      endsAt: new Date(now + 3_600_000).toISOString(),
      gameIds: [reduced.id],
    })
    const { code: weaker } = await make({ percent: 30 })
    const { code: better } = await make({ percent: null, amount: 5 })
    expect((await check(weaker, [reduced])).body.error).toBe(
      'Your price is already as low as with this code, or lower.',
    )
    const both = (await check(better, [reduced, game])).body.items
    expect(both.map(({ price }: { price: number }) => price)).toEqual([5, 5])
    const mixed = (await check(weaker, [reduced, game])).body.items
    expect(mixed).toMatchObject([
      { price: 7, isByCode: false },
      { price: 7, isByCode: true },
    ])
  })

  it('applies to its developer’s games only, and among these to the named ones', async () => {
    const second = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
    const stranger = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
    const { code } = await make({ gameIds: [second.id] })
    expect((await check(code, [second])).status).toBe(200)
    for (const other of [game, stranger])
      expect((await check(code, [other])).body.error).toBe('This code doesn’t apply to anything here.')
    const { code: all } = await make()
    expect((await check(all, [stranger])).body.error).toBe('This code doesn’t apply to anything here.')
    const theirs = await developer.post('/api/dev/discount-codes', aCode({ gameIds: [stranger.id] }))
    expect(theirs.status).toBe(404)
    await test.db.deleteFrom('discount_code_games').where('game_id', '=', second.id).execute()
    expect((await check(code, [game])).body.error).toBe('This code doesn’t apply to anything here.')
  })

  it('of the store applies to every game, and only admins can make one', async () => {
    const admin = await signedIn(test, 'admin')
    const stranger = await addGame(test, {
      developerId: (await signedIn(test, 'developer')).id,
      priceCents: 1_000,
    })
    expect((await developer.post('/api/admin/discount-codes', aCode())).status).toBe(403)
    const { code } = (await admin.post('/api/admin/discount-codes', aCode())).body
    expect((await check(code, [game, stranger])).body.items).toMatchObject([{ price: 8 }, { price: 8 }])
  })

  it('gives its last use to one of a hundred buyers, and the use is free again when the order expires', async () => {
    const { _id, code } = await make({ uses: 1 })
    const buyers = await signedInCrowd(test, 100)
    const answers = await Promise.all(buyers.map((buyer) => checkout(buyer, game, [], { code })))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error))).toEqual(
      new Set(['This code is used up.']),
    )
    expect(await listed(_id)).toMatchObject({ used: 1, isActive: false })
    const { orderId } = won[0]?.body ?? {}
    await test.db.updateTable('orders').set({ status: 'CANCELLED' }).where('id', '=', orderId).execute()
    await readBack(test.store, orderId)
    expect(await listed(_id)).toMatchObject({ used: 1, isActive: false })
    await test.sql`update orders set expires_at = now() where id = ${orderId}`
    await readBack(test.store, orderId)
    expect(await listed(_id)).toMatchObject({ used: 0, isActive: true })
    expect((await checkout(await signedIn(test), game, [], { code })).status).toBe(200)
  })

  it('moves to a buyer’s newest order, and the order before it is closed', async () => {
    const second = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
    const { code } = await make()
    const buyer = await signedIn(test)
    const answers = await Promise.all([game, second].map((each) => checkout(buyer, each, [], { code })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const orders = await Promise.all(answers.map(({ body }) => orderOf(buyer, body.orderId)))
    expect(orders.map(({ status }) => status).sort()).toEqual(['CANCELLED', 'CREATED'])
    const open = orders.findIndex(({ status }) => status === 'CREATED')
    const again = await checkout(buyer, open === 0 ? game : second, [], { code })
    expect(again.body.orderId).toBe(answers[open]?.body.orderId)
    await simulate(test, orderedBy(again), 'pay')
    await untilStatus(test, again.body, 'PAID')
    const third = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
    expect((await checkout(buyer, third, [], { code })).body.error).toBe(
      'You have used this code before. It works once.',
    )
  })

  it('gives no free copy to a buyer who checks out without it and pays the order that had it', async () => {
    const { _id, code } = await make({ percent: 50, uses: 1, isOnce: false })
    const [first, second] = [await signedIn(test), await signedIn(test)]
    const withCode = orderedBy(await checkout(first, game, [], { code }))
    await checkout(first, game)
    expect((await orderOf(first, withCode.orderId)).status).toBe('CANCELLED')
    expect((await checkout(second, game, [], { code })).body.error).toBe('This code is used up.')
    await simulate(test, withCode, 'pay')
    await untilStatus(test, withCode, 'PAID')
    expect(await listed(_id)).toMatchObject({ used: 1 })
    expect((await checkout(second, game, [], { code })).body.error).toBe('This code is used up.')
  })

  it('no longer reduces an order once a newer one took it over: a payment of it opens a case', async () => {
    const second = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
    const { _id, code } = await make({ percent: 50, uses: 1 })
    const buyer = await signedIn(test)
    const before = orderedBy(await checkout(buyer, game, [], { code }))
    const after = orderedBy(await checkout(buyer, second, [], { code }))
    for (const order of [after, before]) await simulate(test, order, 'pay')
    await untilStatus(test, after, 'PAID')
    await test.drain()
    expect(await orderOf(buyer, before.orderId)).toMatchObject({ status: 'CANCELLED', flags: ['review'] })
    expect(await listed(_id)).toMatchObject({ used: 1 })
  })

  it('is held by unpaid orders of at most ten accounts of one network', async () => {
    const { code } = await make({ uses: 100 })
    for (const buyer of await signedInCrowd(test, NETWORK_HOLDS))
      expect((await checkout(buyer, game, [], { code })).status).toBe(200)
    const refused = await checkout(await signedIn(test), game, [], { code })
    expect(refused.body.error).toBe('Too many unpaid orders on your network use this code. Try again later.')
  })

  it('ends, and is then answered like one that never existed', async () => {
    const { _id, code } = await make()
    expect((await developer.post(`/api/dev/discount-codes/${_id}/end`, {})).status).toBe(200)
    expect((await check(code)).body.error).toBe((await check('NEVER-WAS')).body.error)
    expect((await checkout(await signedIn(test), game, [], { code })).body.code).toBe('code_refused')
    const again = await developer.post(`/api/dev/discount-codes/${_id}/end`, {})
    expect(again.body.code).toBe('code_ended')
    const other = await signedIn(test, 'developer')
    const { _id: theirs } = await make()
    expect((await other.post(`/api/dev/discount-codes/${theirs}/end`, {})).status).toBe(404)
  })
})

describe('an order of $0', () => {
  it('is paid at once, is delivered, and keeps the books balanced, and a second click uses nothing again', async () => {
    const { _id, code } = await make({ percent: 100, uses: 5, isOnce: false })
    const buyer = await signedIn(test)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => checkout(buyer, game, [], { code, price: 0 })),
    )
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['already_owned']),
    )
    expect(taken[0]?.body).toMatchObject({ invoiceUrl: null, payUrl: null })
    expect(await orderOf(buyer, taken[0]?.body.orderId)).toMatchObject({ status: 'PAID', price: 0 })
    expect((await buyer.get('/api/library')).text).toContain(game.slug)
    expect(await listed(_id)).toMatchObject({ used: 1 })
    const rows = await test.sql<{ sum: number }>`select coalesce(sum(amount_cents), 0)::integer as sum
      from ledger_entries where order_id = ${taken[0]?.body.orderId}`
    expect(rows[0]?.sum).toBe(0)
    await test.drain()
    expect((await test.mailsTo(buyer.email)).at(-1)?.text).toContain('$0.00')
    expect(await compareAll(test.db)).toEqual([])
  })

  it('cancels an open order for the same goods at another price', async () => {
    const buyer = await signedIn(test)
    const other = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
    const { body } = await checkout(buyer, other)
    const { code } = await make({ percent: 100 })
    expect((await checkout(buyer, other, [], { code })).status).toBe(200)
    expect((await orderOf(buyer, body.orderId)).status).toBe('CANCELLED')
  })

  it('still charges for goods that the code does not reduce', async () => {
    const buyer = await signedIn(test)
    const stranger = await addGame(test, {
      developerId: (await signedIn(test, 'developer')).id,
      priceCents: 700,
    })
    const { code } = await make({ percent: 100 })
    const { body, status } = await buyer.post('/api/checkout', {
      email: buyer.email,
      code,
      goods: [
        { gameId: game.id, price: 0 },
        { gameId: stranger.id, price: 7 },
      ],
    })
    expect(status).toBe(200)
    expect(await orderOf(buyer, body.orderId)).toMatchObject({ price: 7 })
  })
})

describe('guessing codes', () => {
  it('ends after twenty wrong codes in an hour, for an account and for an address', async () => {
    const strict = await aStore({ settings: { RATE_LIMIT_SCALE: '1' } })
    const guess = (asker: Pick<Person, 'post'>, code: string) =>
      asker.post('/api/discount-codes/check', { code, goods: [{ gameId: game.id }] })
    for (let wrong = 0; wrong < 20; wrong += 1)
      expect((await guess(strict.nobody, `WRONG-${wrong}`)).status).toBe(400)
    const { status, body } = await guess(strict.nobody, 'WRONG-20')
    expect([status, body.error]).toEqual([429, 'Too many wrong codes. Try again later.'])
  })

  it('does not include using one code for two purchases', async () => {
    const buyer = await signedIn(test)
    await buyAndPay(test, buyer, await addGame(test, { developerId: developer.id }))
    expect((await check((await make()).code, [game], buyer)).status).toBe(200)
  })
})

describe('a developer', () => {
  it('gets a message for each invalid field', async () => {
    const refused = async (changes: object) =>
      (await developer.post('/api/dev/discount-codes', aCode(changes))).body.fields
    expect(await refused({ code: 'a b' })).toEqual({ code: 'Use 4 to 32 characters.' })
    expect(await refused({ amount: 5 })).toEqual({ amount: 'Enter a percentage or an amount, not both.' })
  })
})
