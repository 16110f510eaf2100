import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { buyGoods, pay } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')
let developers: [Person, Person]
let velvet: TestGame
let saltglass: TestGame
beforeAll(async () => {
  developers = [await signedIn(test, 'developer'), await signedIn(test, 'developer')]
  velvet = await addGame(test, {
    developerId: developers[0].id,
    priceCents: 1_800,
    title: 'Velvet Orbit',
    files: [{}, { name: 'soundtrack.zip', customPriceCents: 400 }],
  })
  saltglass = await addGame(test, { developerId: developers[1].id, priceCents: 1_499, title: 'Saltglass' })
})

const soundtrack = (): string => velvet.files[1]?.id ?? ''

/** An order of three items of two developers, paid. */
async function sale() {
  const buyer = await signedIn(test)
  const goods = [{ gameId: velvet.id }, { gameId: velvet.id, fileId: soundtrack() }, { gameId: saltglass.id }]
  return { buyer, ...(await pay(test, await buyGoods(buyer, goods))) }
}

const look = async (orderId: string) => (await admin.get(`/api/admin/orders/${orderId}`)).body
const act = (orderId: string, what: string, body: object = {}) =>
  admin.post(`/api/admin/orders/${orderId}/${what}`, body)

it('shows a paid order with its items, its money and its emails', async () => {
  const { buyer, orderId, invoiceId } = await sale()
  await buyer.post('/api/contact', { email: buyer.email, subject: 'It will not unpack', message: 'Why?' })
  const detail = await look(orderId)
  const own = { order: { orderId, number: detail.order.number } }
  expect(detail.items).toMatchObject([
    { position: 0, title: 'Velvet Orbit', state: 'owned', left: 18, ownedBy: own },
    { position: 1, type: 'extra', state: 'owned', left: 4, ownedBy: own },
    { position: 2, developer: developers[1].username, state: 'owned', left: 14.99, ownedBy: own },
  ])
  expect(detail.invoices).toMatchObject([
    {
      _id: invoiceId,
      provider: 'Sandbox',
      amount: 36.99,
      stage: 'paid',
      payments: [{ amount: 36.99, confirmed: true }],
    },
  ])
  expect(detail.ledger).toMatchObject({ net: 36.99, isBalanced: true })
  const lines = ['developer_share', 'platform_share', 'provider_fee']
  expect(detail.ledger.entries.map(({ line }: { line: string }) => line)).toEqual([
    ...lines,
    ...lines,
    ...lines,
  ])
  const got = detail.ledger.entries.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
  expect(got).toBeCloseTo(36.99, 6)
  expect(detail.emails).toMatchObject([
    { kind: 'receipt', address: buyer.email, state: 'delivered', sentBy: null },
  ])
  expect(detail.buyer).toMatchObject({ _id: buyer.id, email: buyer.email })
  expect(detail).toMatchObject({ otherOrders: [], otherOrderCount: 0, refunds: [], notes: [], cases: [] })
  expect(detail.messages).toMatchObject([{ subject: 'It will not unpack' }])
  expect((await admin.get(`/api/admin/orders/${uuid()}`)).status).toBe(404)
})

it('shows what was refunded and revoked, by whom, and that the ledger still balances', async () => {
  const { orderId } = await sale()
  const gift = { items: [{ position: 1 }], transactionId: 'tx-9', reason: 'The zip is damaged.' }
  const { shares } = await look(orderId)
  expect(shares.map(({ positions }: { positions: number[] }) => positions)).toEqual([[0], [1], [2]])
  await act(orderId, 'refunds', gift)
  await act(orderId, 'revocations', { positions: [2], reason: 'Stolen account.' })
  await test.drain()
  const detail = await look(orderId)
  expect(detail.items).toMatchObject([
    { state: 'owned' },
    { state: 'refunded', left: 0, ownedBy: null, revokedAt: expect.any(String) },
    { state: 'revoked', left: 14.99, ownedBy: null, revokedAt: expect.any(String) },
  ])
  expect(detail.refunds).toMatchObject([
    {
      amount: 4,
      transactionId: 'tx-9',
      reason: 'The zip is damaged.',
      by: admin.username,
      items: [{ position: 1, amount: 4 }],
    },
  ])
  expect(detail.ledger).toMatchObject({ net: 32.99, isBalanced: true })
  expect(detail.ledger.entries.filter(({ amount }: { amount: number }) => amount < 0)).toMatchObject([
    { item: expect.any(String), line: 'developer_share', developer: developers[0].username },
    { item: expect.any(String), line: 'platform_share', developer: null },
    { item: expect.any(String), line: 'refund_cost' },
  ])
  expect(detail.emails.map(({ kind }: { kind: string }) => kind)).toEqual([
    'receipt',
    'refund',
    'refund_notice',
    'revocation',
  ])
})

it('names the other order by which an item is owned, and opens a case', async () => {
  const buyer = await signedIn(test)
  const orders = [
    await buyGoods(buyer, [{ gameId: velvet.id }, { gameId: saltglass.id }]),
    await buyGoods(buyer, [{ gameId: saltglass.id }]),
  ] as const
  for (const order of orders) await pay(test, order)
  const first = await look(orders[0].orderId)
  const second = await look(orders[1].orderId)
  expect(second.items[0]).toMatchObject({
    state: 'owned',
    ownedBy: { order: { orderId: orders[0].orderId, number: first.order.number } },
  })
  expect(second.cases).toMatchObject([{ kind: 'paid_twice', amount: 14.99, resolvedAt: null }])
  expect(second.otherOrders).toMatchObject([{ number: first.order.number }])
  expect(second.otherOrderCount).toBe(1)
})

it('shows an order that nobody has paid', async () => {
  const buyer = await signedIn(test)
  const { orderId } = await buyGoods(buyer, [{ gameId: velvet.id }])
  expect(await look(orderId)).toMatchObject({
    items: [{ state: 'unpaid', ownedBy: null }],
    ledger: { entries: [], net: 0, isBalanced: true },
    shares: [],
    emails: [],
  })
  expect((await act(orderId, 'receipt')).body.code).toBe('not_paid')
})

it('sends an email or receipt again at most once a minute, and records it', async () => {
  const { buyer, orderId } = await sale()
  const [receipt] = (await look(orderId)).emails
  const again = `emails/${receipt._id}/send-again`
  const answers = await Promise.all([1, 2, 3].map(() => act(orderId, again)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await act(orderId, 'receipt')).body.code).toBe('just_sent')
  await test.drain()
  const [one, other, ...more] = await test.mailsTo(buyer.email)
  expect(more).toEqual([])
  expect(other?.text).toBe(one?.text)
  expect((await look(orderId)).emails).toMatchObject([
    { sentBy: null },
    { kind: 'receipt', sentBy: admin.username, state: 'delivered' },
  ])
  await test.sql`update order_mails set created_at = ${new Date(Date.now() - 61_000)} where order_id = ${orderId}`
  expect((await act(orderId, 'receipt')).status).toBe(200)
  expect((await act(orderId, `emails/${uuid()}/send-again`)).status).toBe(404)
  expect((await admin.get(`/api/admin/audit?subjectId=${orderId}`)).body).toMatchObject([
    { action: 'order_mail_sent', after: { to: buyer.email } },
    { action: 'order_mail_sent' },
  ])
})

it('shows that an email is queued, and that it failed after the last try', async () => {
  const { orderId } = await sale()
  const [receipt] = (await look(orderId)).emails
  const becomes = async (state: 'retry' | 'failed') => {
    await test.sql`update order_mails set delivered_at = null where id = ${receipt._id}`
    const { numAffectedRows } = await sql`update jobs.job
      set state = ${state}, start_after = now() + interval '1 day' where id = ${receipt._id}`.execute(test.db)
    expect(numAffectedRows).toBe(1n)
    return (await look(orderId)).emails[0].state
  }
  expect(await becomes('retry')).toBe('queued')
  expect(await becomes('failed')).toBe('failed')
})

it('stores each note once and shows it to admins only', async () => {
  const { buyer, orderId } = await sale()
  const note = { _id: uuid(), text: ' Asked for a new file. ' }
  for (const sent of [note, note]) expect((await act(orderId, 'notes', sent)).status).toBe(200)
  expect((await act(orderId, 'notes', { _id: uuid(), text: '  ' })).status).toBe(422)
  expect((await look(orderId)).notes).toMatchObject([{ by: admin.username, text: 'Asked for a new file.' }])
  expect((await buyer.get(`/api/orders/${orderId}`)).text).not.toContain('Asked for')
  expect((await admin.get(`/api/admin/audit?subjectId=${orderId}`)).body).toMatchObject([
    { action: 'order_noted', reason: 'Asked for a new file.' },
  ])
})
