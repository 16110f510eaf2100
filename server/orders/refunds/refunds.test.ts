import { beforeAll, expect, it } from 'vitest'
import { buyGoods, pay } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'
import { findDifferences } from '../settlement/find-differences.ts'
import { readBack } from '../settlement/read-back.ts'

const test = useTestStore()
let admin: Person
let developers: [Person, Person]
let velvet: TestGame
let ninth: TestGame
beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  developers = [await signedIn(test, 'developer'), await signedIn(test, 'developer')]
  velvet = await addGame(test, {
    developerId: developers[0].id,
    priceCents: 1_800,
    title: 'Velvet Orbit',
    files: [{}, { customPriceCents: 400 }],
  })
  ninth = await addGame(test, { developerId: developers[1].id, priceCents: 1_499, title: 'Saltglass' })
})

const soundtrack = (): string => velvet.files[1]?.id ?? ''

/** An order of three items of two developers, paid. */
async function sale() {
  const buyer = await signedIn(test)
  const order = await buyGoods(buyer, [
    { gameId: velvet.id },
    { gameId: velvet.id, fileId: soundtrack() },
    { gameId: ninth.id },
  ])
  return { buyer, ...(await pay(test, order)) }
}

const refund = (orderId: string, items: object[], transactionId = 'tx-1', who = admin) =>
  who.post(`/api/admin/orders/${orderId}/refunds`, { items, transactionId, reason: 'The zip is damaged.' })
const revoke = (orderId: string, positions: number[]) =>
  admin.post(`/api/admin/orders/${orderId}/revocations`, { positions, reason: 'Stolen account.' })

/** Each account's sum over an order's lines, per item. */
async function bookOf(orderId: string): Promise<Record<string, number>> {
  const entries = await test.db
    .selectFrom('ledger_entries')
    .select(['item_position', 'line', 'amount_cents'])
    .where('order_id', '=', orderId)
    .execute()
  const sums: Record<string, number> = {}
  for (const { item_position, line, amount_cents } of entries)
    sums[`${item_position} ${line}`] = (sums[`${item_position} ${line}`] ?? 0) + amount_cents
  return sums
}

const ownedBy = async (buyer: Person): Promise<string[]> =>
  (await buyer.get('/api/library')).body
    .flatMap((entry: { gameId: string; baseOwned: boolean; extrasOwnedFileIds: string[] }) => [
      ...(entry.baseOwned ? [entry.gameId] : []),
      ...entry.extrasOwnedFileIds,
    ])
    .sort()

it('refunds one item: flag, ledger to the cent, library, links and emails', async () => {
  const { buyer, orderId } = await sale()
  const link = (await buyer.post(`/api/library/${velvet.id}/link`, { fileId: soundtrack() })).body.url
  const before = (await buyer.get(`/api/orders/${orderId}`)).body
  expect((await refund(orderId, [{ position: 1 }])).status).toBe(200)

  const { body } = await buyer.get(`/api/orders/${orderId}`)
  expect(body).toMatchObject({ status: 'PAID', flags: ['partly_refunded'], refunded: 4 })
  expect(body.items[1]).toMatchObject({ refunded: 4, revoked: true })
  expect(body.items.map((item: { downloadUrl?: string }) => item.downloadUrl !== undefined)).toEqual([
    true,
    false,
    true,
  ])
  expect(body.events.map((event: { kind: string }) => event.kind).slice(-2)).toEqual(['refunded', 'revoked'])
  expect(await ownedBy(buyer)).toEqual([velvet.id, ninth.id].sort())
  expect((await fetch(link, { redirect: 'manual' })).status).not.toBe(302)
  expect((await fetch(before.items[1].downloadUrl, { redirect: 'manual' })).status).toBe(404)
  expect(await bookOf(orderId)).toMatchObject({
    '1 gross': 0,
    '1 provider_fee': -2,
    '1 platform_share': 0,
    '1 refund_cost': 2,
    '1 developer_share': 0,
    '0 gross': 1_800,
  })
  const subjects = (await test.mailsTo(buyer.email)).map(({ subject }) => subject) // sent concurrently
  expect(subjects).toContainEqual(expect.stringMatching(/^We refunded \$4\.00 of your order \w{4}-\w{4}$/))
  const [notified] = await test.mailsTo(developers[0].email)
  expect(notified?.subject).toContain('A sale was refunded')
  expect(await test.mailsTo(developers[1].email)).toEqual([])
  expect(await findDifferences(test.db)).toEqual([])
})

it('deducts a refund from the developer’s balance, and lists it among the earnings', async () => {
  const balance = (who: Person) => who.get('/api/dev/balance').then(({ body }) => body)
  const [before, others] = [await balance(developers[0]), await balance(developers[1])]
  const { orderId } = await sale()
  await refund(orderId, [{ position: 0 }, { position: 1 }, { position: 2 }])
  expect(await balance(developers[0])).toEqual({ ...before, orders: before.orders + 1 })
  expect(await balance(developers[1])).toEqual({ ...others, orders: others.orders + 1 })
  const lines = (await developers[0].get('/api/dev/earnings')).body
  expect(lines.filter((line: { orderId: string }) => line.orderId === orderId)).toMatchObject([
    { isRefund: true },
    { isRefund: true },
    { isRefund: false },
    { isRefund: false },
  ])
  const { body } = await admin.get(`/api/orders/${orderId}`)
  expect(body).toMatchObject({ status: 'PAID', flags: ['refunded'], refunded: 36.99 })
  expect((await test.nobody.get(`/api/order-status/${orderId}`)).body).toEqual({ status: 'PAID' })
})

it('refunds parts of an item until nothing is left; only then it leaves the library', async () => {
  const { buyer, orderId } = await sale()
  for (const [nth, amount] of [3.33, 3.33, 8.33].entries()) {
    expect(await ownedBy(buyer)).toContain(ninth.id)
    expect((await refund(orderId, [{ position: 2, amount }], `part ${nth}`)).status).toBe(200)
    expect(await findDifferences(test.db)).toEqual([])
  }
  expect(await ownedBy(buyer)).not.toContain(ninth.id)
  expect(await bookOf(orderId)).toMatchObject({ '2 gross': 0, '2 platform_share': 0, '2 developer_share': 0 })
})

it('refuses a refund that is repeated, over the price, of a missing item, or of an unpaid order', async () => {
  const { buyer, orderId } = await sale()
  const unpaid = await buyGoods(buyer, [
    { gameId: (await addGame(test, { developerId: developers[0].id })).id },
  ])
  expect((await refund(orderId, [{ position: 2, amount: 5 }], 'tx')).status).toBe(200)
  const refusals: [Promise<{ status: number; body: { code: string } }>, number, string][] = [
    [refund(orderId, [{ position: 2, amount: 1 }], 'tx'), 409, 'already_booked'],
    [refund(orderId, [{ position: 2, amount: 10 }], 'other'), 409, 'over_the_price'],
    [refund(orderId, [{ position: 2, amount: 1.005 }], 'other'), 400, 'bad_items'],
    [refund(orderId, [{ position: 9 }], 'other'), 404, 'not_found'],
    [refund(orderId, [{ position: 0 }, { position: 0 }], 'other'), 400, 'bad_items'],
    [refund(unpaid.orderId, [{ position: 0 }], 'other'), 409, 'not_paid'],
    [refund(orderId, [{ position: 0 }], 'other', buyer), 403, 'forbidden'],
  ]
  for (const [answer, status, code] of refusals) {
    const { status: is, body } = await answer
    expect([is, body.code], JSON.stringify(body)).toEqual([status, code])
  }
  expect((await admin.get(`/api/orders/${orderId}`)).body.refunded).toBe(5)
})

it('records one of many concurrent equal refunds', async () => {
  const { orderId } = await sale()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => refund(orderId, [{ position: 0 }], 'same')),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect((await admin.get(`/api/orders/${orderId}`)).body.refunded).toBe(18)
  expect(await findDifferences(test.db)).toEqual([])
})

it('revokes no game that another paid order covers, whichever of the two is refunded', async () => {
  for (const which of [0, 1]) {
    const buyer = await signedIn(test)
    const orders = [
      await buyGoods(buyer, [{ gameId: velvet.id }, { gameId: ninth.id }]),
      await buyGoods(buyer, [{ gameId: ninth.id }]),
    ]
    for (const order of orders) await pay(test, order)
    const back = orders[which]?.orderId ?? ''
    expect((await refund(back, [{ position: which === 0 ? 1 : 0 }])).status).toBe(200)
    expect(await ownedBy(buyer)).toEqual([velvet.id, ninth.id].sort())
    expect(await findDifferences(test.db)).toEqual([])
    const cases = (await admin.get(`/api/admin/payment-cases?state=all&q=${orders[1]?.orderId}`)).body
    expect(cases).toMatchObject([{ kind: 'paid_twice', resolvedAt: which === 1 ? expect.any(String) : null }])
    await refund(orders[1 - which]?.orderId ?? '', which === 0 ? [{ position: 0 }] : [{ position: 1 }])
    expect(await ownedBy(buyer)).toEqual([velvet.id])
  }
})

it('revokes goods without a refund, once, and a later read-back restores nothing', async () => {
  const { buyer, orderId } = await sale()
  expect((await revoke(orderId, [2])).status).toBe(200)
  expect((await revoke(orderId, [2])).body.code).toBe('already_revoked')
  await readBack(test.store, orderId)
  expect(await ownedBy(buyer)).toEqual([velvet.id, soundtrack()].sort())
  expect((await buyer.get(`/api/orders/${orderId}`)).body).toMatchObject({ flags: [], refunded: 0 })
  expect((await test.mailsTo(buyer.email)).map(({ text }) => text).join()).toContain('Stolen account.')
  const again = await buyGoods(buyer, [{ gameId: ninth.id }])
  await pay(test, again)
  expect(await ownedBy(buyer)).toContain(ninth.id)
  expect(await findDifferences(test.db)).toEqual([])
})

it('gives a game for free, which no refund revokes', async () => {
  const buyer = await signedIn(test)
  const order = await buyGoods(buyer, [{ gameId: velvet.id }])
  const gift = { accountId: buyer.id, gameId: velvet.id, reason: 'Sorry for the trouble.' }
  expect((await admin.post('/api/admin/grants', gift)).status).toBe(200)
  expect((await admin.post('/api/admin/grants', gift)).body.code).toBe('already_owned')
  await pay(test, order)
  await refund(order.orderId, [{ position: 0 }])
  expect(await ownedBy(buyer)).toEqual([velvet.id])
  expect((await test.mailsTo(buyer.email)).map((mail) => mail.subject)).toContain(
    'Something new is in your library',
  )
  expect(await findDifferences(test.db)).toEqual([])
})

it('writes each action into the audit log', async () => {
  const { body } = await admin.get('/api/admin/audit')
  const actions = new Set(body.map((entry: { action: string }) => entry.action))
  expect([...actions].sort()).toEqual(['game_granted', 'order_refunded', 'order_revoked'])
})
