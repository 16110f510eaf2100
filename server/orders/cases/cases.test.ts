import type { PaymentCase } from '@nofiller/contract/orders/payment-cases'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Snapshot } from '../../payments/provider.ts'
import { play } from '../../sandbox/books.ts'
import { buy, buyAndPay, referencesOf, type TestOrder } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { allPages, csvRecords } from '../../testing/pages.ts'
import { providerOf, useTestStore } from '../../testing/store.ts'
import { findDifferences } from '../settlement/find-differences.ts'
import { readBack } from '../settlement/read-back.ts'
import { settle } from '../settlement/settle.ts'

const test = useTestStore({ settings: { PAYMENT_POLL_SCALE: '1000' } })
let admin: Person
let game: TestGame

beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
})

/** A buyer who turned receipts off, so every email in this test is about money. */
async function june() {
  const buyer = await signedIn(test)
  await test.db.updateTable('accounts').set({ notify_purchases: false }).where('id', '=', buyer.id).execute()
  return buyer
}

const look = ({ orderId }: TestOrder) => readBack(test.store, orderId)
async function after(order: TestOrder, ...events: Parameters<typeof play>[2][]) {
  for (const event of events) await play(test.db, order.invoiceId, event, undefined)
  await look(order)
  await look(order)
}
/** What the provider reports for an order's only invoice. */
async function reported({ orderId }: TestOrder): Promise<Snapshot> {
  const references = await referencesOf(test.db, orderId, 'sandbox')
  const [invoice] = await providerOf(test).readBack({ references, invoiceIds: [], paymentIds: [] })
  if (!invoice) throw new Error('there is no invoice')
  return { ...invoice, orderId }
}
const PAYMENT = {
  id: 'payment',
  coin: 'Bitcoin',
  amountCents: 0,
  confirmed: true,
  confirmations: null,
  transactionId: null,
}
const reading = (...snapshots: Snapshot[]) => ({ provider: 'sandbox', snapshots })
const closeForGood = ({ orderId }: TestOrder) =>
  test.db
    .updateTable('orders')
    .set({ expires_at: new Date(0) })
    .where('id', '=', orderId)
    .execute()
const statusAndFlags = ({ orderId }: TestOrder) =>
  test.db.selectFrom('orders').select(['status', 'flags']).where('id', '=', orderId).executeTakeFirstOrThrow()
const eventsOf = async ({ orderId }: TestOrder) =>
  (
    await test.db
      .selectFrom('order_events')
      .select('kind')
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute()
  ).map((event) => event.kind)

async function casesOf({ orderId }: TestOrder, state: 'open' | 'resolved' = 'open') {
  const all = (await admin.get(`/api/admin/payment-cases?state=${state}&limit=100`)).body
  return all.filter((each: { orderId: string }) => each.orderId === orderId)
}
async function mailsTo(buyer: Person) {
  await test.drain()
  return test.mailsTo(buyer.email)
}
async function onlyMailTo(buyer: Person) {
  const [mail, ...more] = await mailsTo(buyer)
  expect(more).toEqual([])
  return mail
}

it('opens a case for money beyond the price, books the price alone, and emails the buyer once', async () => {
  const buyer = await june()
  const order = await buy(buyer, game)
  await after(order, 'overpay')
  expect(await statusAndFlags(order)).toEqual({ status: 'PAID', flags: ['overpaid'] })
  expect(await casesOf(order)).toMatchObject([
    {
      kind: 'overpaid',
      amount: 2.5,
      coin: 'SOL',
      transactionIds: [expect.any(String)],
      nextStep: expect.stringContaining('$2.50'),
      email: buyer.email,
      resolvedAt: null,
    },
  ])
  const lines = await test.db
    .selectFrom('ledger_entries')
    .select(['line', 'amount_cents'])
    .where('order_id', '=', order.orderId)
    .execute()
  expect(lines).toContainEqual({ line: 'gross', amount_cents: 999 })
  expect(lines).toContainEqual({ line: 'provider_fee', amount_cents: -5 })
  const mail = await onlyMailTo(buyer)
  const { number } = (await buyer.get(`/api/orders/${order.orderId}`)).body
  expect(mail?.subject).toBe(`You paid too much, order ${number}`)
  expect(mail?.text).toContain('You paid $2.50 too much')
  expect(mail?.html).toContain(order.orderId)
  expect((await eventsOf(order)).filter((kind) => kind === 'case_opened')).toHaveLength(1)
})

it('opens no case for a surplus within the tolerance', async () => {
  const order = await buy(await june(), game)
  await after(order, 'detect')
  await test.db
    .updateTable('sandbox_invoices')
    .set({ status: 'paid', received_cents: 1_008, confirmed_cents: 1_008 })
    .where('id', '=', order.invoiceId)
    .execute()
  await look(order)
  expect(await statusAndFlags(order)).toEqual({ status: 'PAID', flags: [] })
  expect(await casesOf(order)).toEqual([])
})

it('opens a case for an unclear invoice, emails the buyer only about money, and closes it when it is clear', async () => {
  const buyer = await june()
  const order = await buy(buyer, game)
  await settle(test.store, order.orderId, [reading({ ...(await reported(order)), stage: 'unknown' })])
  expect(await statusAndFlags(order)).toEqual({ status: 'CREATED', flags: ['review'] })
  expect(test.logged.some((line) => line.includes(order.orderId) && line.includes('needs review'))).toBe(true)
  expect(await casesOf(order)).toMatchObject([
    { kind: 'review', amount: 0, nextStep: expect.stringContaining('doesn’t understand') },
  ])
  expect(await mailsTo(buyer)).toEqual([])

  await play(test.db, order.invoiceId, 'detect', 'SOL')
  const doubtful: Snapshot = { ...(await reported(order)), flags: ['review'] }
  for (let looks = 0; looks < 2; looks += 1) await settle(test.store, order.orderId, [reading(doubtful)])
  expect(await casesOf(order)).toMatchObject([{ kind: 'review', amount: 9.99, coin: 'SOL' }])
  expect((await onlyMailTo(buyer))?.text).toContain('Please do not pay again')

  await after(order, 'pay')
  expect((await statusAndFlags(order)).status).toBe('PAID')
  expect(await casesOf(order)).toEqual([])
  expect(await casesOf(order, 'resolved')).toMatchObject([{ kind: 'review', resolvedBy: null }])
  expect((await eventsOf(order)).filter((kind) => kind.startsWith('case'))).toEqual([
    'case_opened',
    'case_resolved',
  ])
})

it('opens no case for money that bought the game', async () => {
  const buyer = await june()
  const order = await buy(buyer, game)
  await after(order, 'pay')
  const paid = await reported(order)
  const second: Snapshot = {
    ...paid,
    providerInvoiceId: 'second',
    stage: 'failed',
    flags: ['review'],
    receivedCents: 0,
    payments: [],
  }
  await settle(test.store, order.orderId, [reading(paid, second)])
  expect(await statusAndFlags(order)).toEqual({ status: 'PAID', flags: ['review'] })
  expect(await casesOf(order)).toMatchObject([{ kind: 'review', amount: 0, coin: null, transactionIds: [] }])
  expect(await mailsTo(buyer)).toEqual([])

  await settle(test.store, order.orderId, [reading({ ...paid, flags: ['review'] })])
  expect(await casesOf(order)).toMatchObject([{ kind: 'review', amount: 0 }])
  expect(await mailsTo(buyer)).toEqual([])
})

it('keeps a review case open while its cause lasts, whatever else is found', async () => {
  const buyer = await june()
  const order = await buy(buyer, game)
  await play(test.db, order.invoiceId, 'overpay', undefined)
  const paid = await reported(order)
  const strange: Snapshot = { ...paid, providerInvoiceId: 'strange', stage: 'unknown', payments: [] }
  await settle(test.store, order.orderId, [reading(strange)])
  await settle(test.store, order.orderId, [reading(paid, strange)])
  expect((await casesOf(order)).map(({ kind }: { kind: string }) => kind)).toEqual(['overpaid', 'review'])
  await settle(test.store, order.orderId, [reading(paid)])
  expect(await casesOf(order)).toMatchObject([{ kind: 'overpaid' }])
})

it('reopens a review case that the store closed when its cause returns, and emails the buyer once', async () => {
  const buyer = await june()
  const order = await buy(buyer, game)
  await play(test.db, order.invoiceId, 'detect', 'SOL')
  const clear = await reported(order)
  const doubtful: Snapshot = { ...clear, flags: ['review'] }
  for (const seen of [doubtful, clear, doubtful]) await settle(test.store, order.orderId, [reading(seen)])
  expect(await casesOf(order)).toMatchObject([{ kind: 'review', amount: 9.99, resolvedAt: null, note: null }])
  expect((await onlyMailTo(buyer))?.text).toContain('Please do not pay again')
  const note = { note: 'Looked at it.' }
  await admin.post(`/api/admin/payment-cases/${order.orderId}/review/resolve`, note)
  for (const seen of [doubtful, clear, doubtful]) await settle(test.store, order.orderId, [reading(seen)])
  expect(await casesOf(order)).toEqual([])
})

it('asks a buyer for the rest, and opens a case, when an invoice ended with a part of its money', async () => {
  const buyer = await june()
  const order = await buy(buyer, game)
  await after(order, 'underpay')
  const ended: Snapshot = { ...(await reported(order)), stage: 'expired', flags: ['underpaid', 'review'] }
  await settle(test.store, order.orderId, [reading(ended)])
  expect(await casesOf(order)).toMatchObject([{ kind: 'review', amount: 5.99 }, { kind: 'underpaid' }])
  expect((await onlyMailTo(buyer))?.text).toContain('$4.00 to go')
})

it('sells and books goods that were paid twice, grants them once, and opens a case', async () => {
  const buyer = await june()
  const first = await buy(buyer, game)
  await after(first, 'expire')
  const second = await buy(buyer, game)
  await after(second, 'pay')
  await after(first, 'pay')
  expect((await statusAndFlags(first)).status).toBe('PAID')
  expect(await casesOf(first)).toMatchObject([{ kind: 'paid_twice', amount: 9.99 }])
  expect(await casesOf(second)).toEqual([])
  expect((await onlyMailTo(buyer))?.text).toContain('you already own')
  expect((await buyer.get('/api/library')).body).toHaveLength(1)
  const booked = await test.db
    .selectFrom('ledger_entries')
    .select('order_id')
    .where('order_id', 'in', [first.orderId, second.orderId])
    .where('line', '=', 'gross')
    .execute()
  expect(booked).toHaveLength(2)
  expect(await findDifferences(test.db)).toEqual([])
})

it('a case for an order of several extras names the price of those already owned', async () => {
  const developer = await signedIn(test, 'developer')
  const rich = await addGame(test, {
    developerId: developer.id,
    files: [{}, { customPriceCents: 300 }, { customPriceCents: 500 }],
  })
  const [, one, two] = rich.files.map((file) => file.id)
  const buyer = await june()
  const both = await buy(buyer, rich, [one ?? '', two ?? ''])
  const single = await buy(buyer, rich, [one ?? ''])
  await after(single, 'pay')
  await after(both, 'pay')
  expect(await casesOf(both)).toMatchObject([{ kind: 'paid_twice', amount: 3 }])
})

it('opens a case for money on an invoice that does not fit the order', async () => {
  const buyer = await june()
  const order = await buy(buyer, game)
  await test.db
    .updateTable('sandbox_invoices')
    .set({ amount_cents: 100 })
    .where('id', '=', order.invoiceId)
    .execute()
  await after(order, 'pay')
  expect(await casesOf(order)).toMatchObject([{ kind: 'mismatch', amount: 1, orderStatus: 'CREATED' }])
  expect((await onlyMailTo(buyer))?.text).toContain('We received $1.00')
})

it('recognizes an order by its reference although the previous version, still running, read it back', async () => {
  const order = await buy(await june(), game)
  const other = await buy(await june(), game)
  await play(test.db, order.invoiceId, 'pay', undefined)
  const paid = await reported(order)
  const [reference = ''] = await referencesOf(test.db, order.orderId, 'sandbox')
  const snapshots = JSON.stringify([{ ...paid, orderId: reference }])
  for (const { orderId } of [other, order]) {
    const row = { order_id: orderId, provider: 'sandbox', snapshots }
    await test.db.insertInto('provider_readings').values(row).execute()
    await settle(test.store, orderId, [])
  }
  expect(await casesOf(other)).toMatchObject([{ kind: 'mismatch' }])
  expect(await statusAndFlags(order)).toEqual({ status: 'PAID', flags: [] })
  expect(await casesOf(order)).toEqual([])
})

it('opens a case as soon as money is missing, and emails the buyer once then and once when the order closes', async () => {
  const buyer = await june()
  const order = await buy(buyer, game)
  await after(order, 'underpay')
  expect(await statusAndFlags(order)).toEqual({ status: 'PENDING', flags: ['underpaid'] })
  const mail = await onlyMailTo(buyer)
  expect(mail?.text).toContain('We received $5.99 of $9.99')
  expect(mail?.text).toContain('$4.00 to go')
  expect(mail?.html).toContain(`/thank-you?order=${order.orderId}`)
  expect(await casesOf(order)).toMatchObject([
    { kind: 'underpaid', amount: 5.99, nextStep: expect.stringContaining('asked for the rest') },
  ])

  await closeForGood(order)
  await after(order)
  expect(await statusAndFlags(order)).toEqual({ status: 'EXPIRED', flags: ['underpaid', 'late'] })
  expect(await casesOf(order)).toMatchObject([
    { kind: 'underpaid', amount: 5.99, nextStep: expect.stringContaining('send it back') },
  ])
  expect((await mailsTo(buyer)).at(-1)?.text).toContain('The rest can no longer be paid')

  await after(order, 'pay')
  expect((await statusAndFlags(order)).status).toBe('PAID')
  expect(await casesOf(order, 'resolved')).toMatchObject([{ kind: 'underpaid', resolvedBy: null }])
})

it('emails a buyer once that money came late, and that it counts', async () => {
  const buyer = await june()
  const order = await buy(buyer, game)
  await after(order, 'expire')
  await after(order, 'detect')
  expect((await onlyMailTo(buyer))?.text).toContain('It still counts')
  await after(order, 'pay')
  expect(await statusAndFlags(order)).toEqual({ status: 'PAID', flags: ['late'] })
  expect(await eventsOf(order)).toEqual([
    'CREATED',
    'EXPIRED',
    'coin_chosen',
    'payment_seen',
    'payment_confirmed',
    'PAID',
    'delivered',
  ])
  await onlyMailTo(buyer)
})

it('the timeline shows a payment once, with coin, amount and transaction, however often it is read back', async () => {
  const order = await buy(await june(), game)
  for (const event of ['choose', 'detect', 'pay'] as const) await after(order, event)
  const events = await test.db
    .selectFrom('order_events')
    .select(['kind', 'detail'])
    .where('order_id', '=', order.orderId)
    .orderBy('id')
    .execute()
  expect(events.map((event) => event.kind)).toEqual([
    'CREATED',
    'coin_chosen',
    'WAITING',
    'payment_seen',
    'PENDING',
    'payment_confirmed',
    'PAID',
    'delivered',
  ])
  expect(events[5]?.detail).toEqual({
    paymentId: order.invoiceId,
    coin: 'SOL',
    amountCents: 999,
    transactionId: expect.any(String),
  })
})

it('closes a case once, with its admin and a note, and reopens it only for more money', async () => {
  const buyer = await june()
  const order = await buy(buyer, game)
  await after(order, 'overpay')
  const resolve = (note: unknown, kind = 'overpaid', orderId = order.orderId) =>
    admin.post(`/api/admin/payment-cases/${orderId}/${kind}/resolve`, { note })
  expect([400, 422]).toContain((await resolve('  ')).status)
  expect((await resolve('x', 'paid_twice')).status).toBe(404)
  expect((await resolve('x', 'overpaid', 'nonsense')).status).toBe(404)

  const { status, body } = await resolve(' Sent $2.50 back. ')
  expect(status).toBe(200)
  expect(body).toMatchObject({ note: 'Sent $2.50 back.', resolvedBy: admin.username, kind: 'overpaid' })
  expect((await resolve('Again.')).body.code).toBe('already_resolved')
  expect(await casesOf(order)).toEqual([])
  expect(await casesOf(order, 'resolved')).toMatchObject([{ note: 'Sent $2.50 back.' }])

  await after(order)
  expect(await casesOf(order)).toEqual([])
  await test.db
    .updateTable('sandbox_invoices')
    .set({ received_cents: 2_000, confirmed_cents: 2_000 })
    .where('id', '=', order.invoiceId)
    .execute()
  await look(order)
  expect(await casesOf(order)).toMatchObject([{ amount: 10.01, note: null, resolvedBy: null }])
  expect((await eventsOf(order)).filter((kind) => kind.startsWith('case'))).toEqual([
    'case_opened',
    'case_resolved',
    'case_opened',
  ])
})

it('lists cases by pages, newest first, with their number', async () => {
  for (let number = 0; number < 3; number += 1) await after(await buy(await june(), game), 'overpay')
  const first = await admin.get('/api/admin/payment-cases?limit=2')
  const total = Number(first.headers.get('x-total-count'))
  expect(first.body).toHaveLength(2)
  const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1]
  const rest = await admin.get(`${next?.replace('limit=2', 'limit=100')}`)
  expect(rest.body).toHaveLength(total - 2)
  const ids = [...first.body, ...rest.body].map((each: { _id: string }) => Number(each._id))
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  for (const query of ['state=none', 'after=0', 'after=x', 'limit=0', 'limit=101'])
    expect([400, 422], query).toContain((await admin.get(`/api/admin/payment-cases?${query}`)).status)
})

it('leaves a buyer who paid as asked alone', async () => {
  const buyer = await june()
  const order = await buyAndPay(test, buyer, await addGame(test, { developerId: admin.id }))
  expect(await casesOf(order)).toEqual([])
  expect(await mailsTo(buyer)).toEqual([])
})

it('C8 finds, sorts, pages and exports cases, with no cell that a spreadsheet would calculate', async () => {
  const buyer = await june()
  const developerId = (await signedIn(test, 'developer')).id
  const orders: TestOrder[] = []
  for (const cents of [300, 100, 200]) {
    const order = await buy(buyer, await addGame(test, { developerId }))
    orders.push(order)
    await test.db
      .insertInto('payment_cases')
      .values({
        order_id: order.orderId,
        kind: cents === 100 ? 'underpaid' : 'overpaid',
        amount_cents: cents,
      })
      .execute()
  }
  const amounts = async (query: string) =>
    (
      await allPages<PaymentCase>(
        admin,
        `/api/admin/payment-cases?q=${encodeURIComponent(buyer.email)}&limit=2&${query}`,
      )
    ).map(({ amount }) => amount)
  expect(await amounts('')).toEqual([2, 1, 3])
  expect(await amounts('sort=old')).toEqual([3, 1, 2])
  expect(await amounts('sort=amount')).toEqual([3, 2, 1])
  expect(await amounts('kind=underpaid')).toEqual([1])

  const [first] = orders
  await admin.post(`/api/admin/payment-cases/${first?.orderId}/overpaid/resolve`, { note: '=sent' })
  expect(await amounts('')).toEqual([2, 1])
  expect(await amounts('state=resolved')).toEqual([3])
  expect(await amounts('state=all&sort=amount')).toEqual([3, 2, 1])
  const { text, headers } = await admin.get(`/api/admin/payment-cases.csv?q=${first?.orderId}&state=all`)
  expect(headers.get('content-disposition')).toBe('attachment; filename="payment-cases.csv"')
  const [head, record, ...more] = csvRecords(text)
  expect([head?.[2], more]).toEqual(['Amount', []])
  expect(record).toEqual(expect.arrayContaining(['3', buyer.email, admin.username, "'=sent"]))
})

it('closes the case of an underpaid order by itself when its money was refunded', async () => {
  const order = await buy(await june(), game)
  await after(order, 'underpay')
  expect(await casesOf(order)).toMatchObject([{ kind: 'underpaid' }])
  await after(order, 'cancel')
  expect(await casesOf(order)).toEqual([])
  expect(await casesOf(order, 'resolved')).toMatchObject([{ note: 'The provider sent the money back.' }])
})

describe('money that is owed', () => {
  const path = ({ orderId }: TestOrder, kind: string, deed: string) =>
    `/api/admin/payment-cases/${orderId}/${kind}/${deed}`
  const ask = (order: TestOrder, kind = 'overpaid') =>
    admin.post(path(order, kind, 'ask'), { text: 'Hi,\n\nwhere may we send your $2.50?' })
  const refund = async (order: TestOrder, kind = 'overpaid') => {
    const seen = (await inState(order, 'all')).find((one: { kind: string }) => one.kind === kind)
    return book(order, kind, seen?.amount ?? 1)
  }
  const book = (order: TestOrder, kind: string, amount: number) =>
    admin.post(path(order, kind, 'refund'), {
      amount,
      transactionId: 'tx-back',
      reason: 'You paid too much.',
    })
  const inState = async (order: TestOrder, state: string) =>
    (await admin.get(`/api/admin/payment-cases?state=${state}&q=${order.orderId}`)).body

  it('a case waits for the buyer once they were asked for an address, and is open again a week later', async () => {
    const buyer = await june()
    const order = await buy(buyer, game)
    await after(order, 'overpay')
    expect(await inState(order, 'open')).toMatchObject([{ isOwed: true, askedAt: null }])
    expect((await ask(order)).body).toMatchObject({ askedAt: expect.stringMatching(/Z$/), resolvedAt: null })
    const mail = (await mailsTo(buyer)).at(-1)
    const { number } = (await buyer.get(`/api/orders/${order.orderId}`)).body
    expect(mail?.subject).toBe(`Where should we send your money? Order ${number}`)
    expect(mail?.text).toContain('where may we send your $2.50?')
    expect(await inState(order, 'open')).toEqual([])
    expect(await inState(order, 'with_buyer')).toHaveLength(1)

    await test.db
      .updateTable('payment_cases')
      .set({ asked_at: sql<Date>`now() - interval '7 days 1 minute'` })
      .where('order_id', '=', order.orderId)
      .execute()
    expect(await inState(order, 'with_buyer')).toEqual([])
    expect(await inState(order, 'open')).toHaveLength(1)
  })

  it('a refund of owed money is recorded once, closes the case, and is shown to the buyer', async () => {
    const buyer = await june()
    const order = await buy(buyer, game)
    await after(order, 'overpay')
    const answers = await Promise.all([refund(order), refund(order)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await inState(order, 'resolved')).toMatchObject([
      { note: '$2.50 refunded: You paid too much. Transaction tx-back', resolvedBy: admin.username },
    ])
    const emails = (await mailsTo(buyer)).filter(({ subject }) => subject?.startsWith('We refunded $2.50'))
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain('tx-back')
    const { events } = (await buyer.get(`/api/orders/${order.orderId}`)).body
    expect(events.at(-1)).toMatchObject({
      kind: 'case_resolved',
      case: 'overpaid',
      ending: 'refund',
      amount: 2.5,
    })
    expect((await ask(order)).body.code).toBe('already_resolved')
  })

  it('a refund is refused when no money is owed, or an order still waits for its rest', async () => {
    const order = await buy(await june(), game)
    await settle(test.store, order.orderId, [reading({ ...(await reported(order)), stage: 'unknown' })])
    expect(await inState(order, 'open')).toMatchObject([{ kind: 'review', amount: 0, isOwed: false }])
    expect((await refund(order, 'review')).body.code).toBe('nothing_owed')

    const short = await buy(await june(), game)
    await after(short, 'underpay')
    expect(await inState(short, 'open')).toMatchObject([{ kind: 'underpaid', isOwed: false }])
    expect((await refund(short, 'underpaid')).body.code).toBe('nothing_owed')
    expect(await inState(short, 'open')).toHaveLength(1)
  })

  const receives = async (order: TestOrder, cents: number) => {
    await test.db
      .updateTable('sandbox_invoices')
      .set({ received_cents: cents, confirmed_cents: cents })
      .where('id', '=', order.invoiceId)
      .execute()
    await look(order)
  }

  it('after a refund only later money is owed', async () => {
    const buyer = await june()
    const order = await buy(buyer, game)
    await after(order, 'overpay')
    await refund(order)
    await receives(order, 999 + 250 + 300)
    expect(await casesOf(order)).toMatchObject([{ amount: 3, nextStep: expect.stringContaining('by $3.00') }])
    expect((await mailsTo(buyer)).at(-1)?.text).toContain('You paid $3.00 too much')
    expect((await refund(order)).body).toMatchObject({ note: expect.stringMatching(/^\$3\.00 refunded/) })
    await look(order)
    expect(await casesOf(order)).toEqual([])
  })

  it('a refund is recorded for the amount the admin saw, and refused when more money came since', async () => {
    const order = await buy(await june(), game)
    await after(order, 'overpay')
    await receives(order, 999 + 250 + 300)
    const answer = await book(order, 'overpaid', 2.5)
    expect([answer.status, answer.body.code]).toEqual([409, 'amount_changed'])
    expect(await inState(order, 'open')).toMatchObject([{ amount: 5.5 }])
    expect((await book(order, 'overpaid', 5.5)).status).toBe(200)
  })

  it('refunded money no longer counts towards the price', async () => {
    const buyer = await june()
    const order = await buy(buyer, game)
    await after(order, 'underpay')
    await closeForGood(order)
    await look(order)
    expect((await refund(order, 'underpaid')).status).toBe(200)
    await look(order)
    expect(await casesOf(order)).toEqual([])

    await receives(order, 999)
    expect((await statusAndFlags(order)).status).toBe('EXPIRED')
    expect(await casesOf(order)).toMatchObject([{ kind: 'underpaid', amount: 4 }])
    expect((await buyer.get('/api/library')).body).toEqual([])

    await receives(order, 599 + 999)
    expect((await statusAndFlags(order)).status).toBe('PAID')
    expect(await casesOf(order)).toEqual([])
  })

  it('money that two cases share is owed once: a refund of one settles the other', async () => {
    const order = await buy(await june(), game)
    await after(order, 'underpay')
    const ended: Snapshot = { ...(await reported(order)), stage: 'expired', flags: ['underpaid', 'review'] }
    await settle(test.store, order.orderId, [reading(ended)])
    expect(await casesOf(order)).toHaveLength(2)
    await refund(order, 'review')
    await settle(test.store, order.orderId, [reading(ended)])
    expect(await casesOf(order)).toEqual([])
  })

  const stray = { ...PAYMENT, id: 'stray', amountCents: 999, confirmed: false }

  it('a refund of money that never counted leaves the price to the money that comes for it', async () => {
    const order = await buy(await june(), game)
    const strayed: Snapshot = { ...(await reported(order)), flags: ['review'], payments: [stray] }
    await settle(test.store, order.orderId, [reading(strayed)])
    expect((await refund(order, 'review')).status).toBe(200)
    const paid = { ...PAYMENT, id: 'paid', amountCents: 999 }
    await settle(test.store, order.orderId, [
      reading({ ...strayed, stage: 'paid', receivedCents: 999, payments: [stray, paid] }),
    ])
    expect((await statusAndFlags(order)).status).toBe('PAID')
    expect(await casesOf(order)).toEqual([])
  })

  it('refunded money that never counted buys nothing when it counts later', async () => {
    const order = await buy(await june(), game)
    const strayed: Snapshot = { ...(await reported(order)), stage: 'unknown', payments: [stray] }
    await settle(test.store, order.orderId, [reading(strayed)])
    expect((await refund(order, 'review')).status).toBe(200)
    await settle(test.store, order.orderId, [reading({ ...strayed, stage: 'paid', receivedCents: 999 })])
    expect((await statusAndFlags(order)).status).not.toBe('PAID')
    expect(await casesOf(order)).toEqual([])
  })

  it('money refunded by one case is not owed by a case that opens later', async () => {
    const order = await buy(await june(), game)
    const ended = async (cents: number): Promise<Snapshot> => ({
      ...(await reported(order)),
      stage: 'expired',
      flags: ['underpaid', 'review'],
      receivedCents: cents,
      payments: [{ ...PAYMENT, amountCents: cents }],
    })
    await settle(test.store, order.orderId, [reading(await ended(400))])
    expect(await casesOf(order)).toMatchObject([{ kind: 'review', amount: 4 }])
    expect((await refund(order, 'review')).status).toBe(200)
    await closeForGood(order)
    await settle(test.store, order.orderId, [reading({ ...(await ended(700)), flags: ['underpaid'] })])
    expect(await casesOf(order)).toMatchObject([{ kind: 'underpaid', amount: 3 }])
    expect((await refund(order, 'underpaid')).status).toBe(200)
    await settle(test.store, order.orderId, [reading(await ended(700))])
    expect(await casesOf(order)).toEqual([])
  })

  it('after a refund no other case owes more than is left', async () => {
    const order = await buy(await june(), game)
    const first = await reported(order)
    const short: Snapshot = {
      ...first,
      stage: 'expired',
      flags: ['underpaid'],
      receivedCents: 400,
      payments: [{ ...PAYMENT, amountCents: 400 }],
    }
    const strayed: Snapshot = {
      ...short,
      flags: ['underpaid', 'review'],
      payments: [...short.payments, stray],
    }
    await settle(test.store, order.orderId, [reading(short)])
    await settle(test.store, order.orderId, [reading(strayed)])
    await closeForGood(order)
    await settle(test.store, order.orderId, [reading(strayed)])
    expect(await casesOf(order)).toMatchObject([
      { kind: 'review', amount: 13.99 },
      { kind: 'underpaid', amount: 4 },
    ])
    expect((await refund(order, 'underpaid')).status).toBe(200)
    expect(await casesOf(order)).toMatchObject([{ kind: 'review', amount: 9.99 }])
    await settle(test.store, order.orderId, [reading(strayed)])
    expect(await casesOf(order)).toMatchObject([{ kind: 'review', amount: 9.99 }])
    expect((await refund(order, 'review')).status).toBe(200)
    await settle(test.store, order.orderId, [reading(strayed)])
    expect(await casesOf(order)).toEqual([])
  })

  it('a refund of money beside what paid the order is owed no more', async () => {
    const order = await buy(await june(), game)
    const paid = { ...PAYMENT, id: 'paid', amountCents: 999 }
    const both: Snapshot = {
      ...(await reported(order)),
      stage: 'paid',
      flags: ['review'],
      receivedCents: 999,
      payments: [paid, stray],
    }
    await settle(test.store, order.orderId, [reading(both)])
    expect(await casesOf(order)).toMatchObject([{ kind: 'review', amount: 9.99 }])
    expect((await refund(order, 'review')).status).toBe(200)
    await settle(test.store, order.orderId, [reading(both)])
    expect(await casesOf(order)).toEqual([])
    expect((await statusAndFlags(order)).status).toBe('PAID')
    const counted = { ...both, receivedCents: 1998, flags: ['overpaid' as const] }
    await settle(test.store, order.orderId, [reading(counted)])
    expect(await casesOf(order)).toEqual([])
  })

  it('a refund of money that bought items is recorded by the items', async () => {
    const buyer = await june()
    const order = await buy(buyer, game)
    await test.db
      .insertInto('payment_cases')
      .values({ order_id: order.orderId, kind: 'paid_twice', amount_cents: 999 })
      .execute()
    expect((await refund(order, 'paid_twice')).body.code).toBe('refund_items')
    expect((await refund(order)).status).toBe(404)
  })
})
