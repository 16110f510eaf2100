import { beforeAll, expect, it } from 'vitest'
import { sandboxKeys } from '../sandbox/keys.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { addPayoutAddress, addSale, takeBack } from '../testing/fixtures/sales.ts'
import { useTestStore } from '../testing/store.ts'
import { releaseAllHolds } from './balances/release-holds.ts'
import { draftAll } from './drafts/weekly-run.ts'
import type { PayoutProvider } from './providers/payout-provider.ts'
import { sandboxPayouts } from './providers/sandbox-payouts.ts'
import { workOnce } from './sending/work.ts'

const DAY_MS = 86_400_000
let now = new Date()
const test = useTestStore({ clock: () => now, settings: { PAYOUT_POLL_SCALE: '0.001' } })
let sandbox: PayoutProvider
let admins: [Person, Person]
let buyer: Person
beforeAll(async () => {
  sandbox = sandboxPayouts({ apiUrl: test.url, apiKey: sandboxKeys(test.store.config).apiKey })
  admins = [await signedIn(test, 'admin'), await signedIn(test, 'admin')]
  buyer = await signedIn(test)
})

const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)

type Seller = { developer: Person; game: TestGame }

async function seller(): Promise<Seller> {
  const developer = await signedIn(test, 'developer')
  return { developer, game: await addGame(test, { developerId: developer.id }) }
}

const sell = ({ developer, game }: Seller, cents: number, days: number) =>
  addSale(test, buyer, game, { developerId: developer.id, cents, soldAt: daysAgo(days) })

/** A seller with that much available and an address. */
async function rich(cents: number): Promise<Seller & { orderId: string }> {
  const made = await seller()
  const orderId = await sell(made, cents, 10)
  await addPayoutAddress(test, made.developer.id, `address-of-${made.developer.id}`)
  return { ...made, orderId }
}

const summaryOf = async ({ developer }: Seller) => (await developer.get('/api/dev/payouts/summary')).body
const ask = ({ developer }: Seller) => developer.post('/api/dev/payouts', {})
const approve = (id: string, by: Person, more: object = {}) =>
  by.post('/api/admin/payouts/approve', { ids: [id], ...more })

/** Runs rounds of the payout process until nothing changes any more; time passes meanwhile. */
async function work(provider: PayoutProvider = sandbox, rounds = 8): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    now = new Date(now.getTime() + 1_000)
    await workOnce({ store: test.store, provider })
    await test.db
      .updateTable('sandbox_payouts')
      .set({ released_at: new Date(0) })
      .where('released_at', 'is not', null)
      .execute()
  }
}

const payoutOf = async ({ developer }: Seller) => (await developer.get('/api/dev/payouts')).body[0]

it('a sale is pending for the hold, then available; a refund takes back from where the sale is', async () => {
  const one = await seller()
  const fresh = await sell(one, 3_000, 2)
  const old = await sell(one, 7_000, 8)
  expect(await summaryOf(one)).toMatchObject({ pending: 30, available: 70, cannotAsk: 'no_address' })
  await releaseAllHolds(test.db, test.store.config, now)
  const earnings = await one.developer.get('/api/dev/earnings')
  expect(earnings.body).toMatchObject([
    { orderId: fresh, pendingUntil: new Date(daysAgo(2).getTime() + 7 * DAY_MS).toISOString() },
    { orderId: old, pendingUntil: null },
  ])
  await takeBack(test, fresh, { developerId: one.developer.id, cents: 1_000, booking: 1 })
  await takeBack(test, old, { developerId: one.developer.id, cents: 7_000, booking: 1 })
  const summary = await summaryOf(one)
  expect(summary).toMatchObject({ pending: 20, available: 0 })
  const isInTime = Date.parse(summary.nextRunAt) - daysAgo(2).getTime() >= 7 * DAY_MS
  expect(summary.expected).toBe(isInTime ? 20 : 0)
})

it('a developer requests a payout and sees it approved, sent and paid, with a statement that adds up', async () => {
  const one = await rich(6_200)
  await sell(one, 2_000, 9)
  const asked = await ask(one)
  expect(asked.status, asked.text).toBe(200)
  expect(asked.body).toMatchObject({ state: 'DRAFT', amount: 82, coin: 'USDC-SOL' })
  expect(await summaryOf(one)).toMatchObject({ available: 0, inPayout: 82, cannotAsk: 'under_way' })
  expect((await ask(one)).status).toBe(409)

  await work(sandbox, 1) // requests rates
  expect((await approve(asked.body._id, admins[0])).body).toMatchObject({ approved: 1 })
  await work()
  const paid = await payoutOf(one)
  expect(paid).toMatchObject({ state: 'PAID', coinAmount: '82' })
  expect(paid.transactionId).toMatch(/^sandbox-/)
  expect(await summaryOf(one)).toMatchObject({ inPayout: 0, paid: 82, payouts: 1 })

  const statement = await one.developer.get(`/api/payouts/${paid._id}`)
  expect(statement.body.totals).toMatchObject({ sales: 2, refunds: 0, amount: 82 })
  const lines = await one.developer.get(`/api/payouts/${paid._id}/lines`)
  expect(lines.body.map((line: { amount: number }) => line.amount)).toEqual([62, 20])
  const csv = await one.developer.get(`/api/payouts/${paid._id}/statement.csv`)
  expect(csv.text).toContain('Your share')
  await test.drain()
  const subjects = (await test.mailsTo(one.developer.email)).map(({ subject }) => subject)
  expect(subjects).toEqual(
    expect.arrayContaining([
      `Your statement ${paid.number}: $82.00`,
      'We sent your payout of $82.00',
      'Your payout of $82.00 was paid',
    ]),
  )
  const other = await seller()
  expect((await other.developer.get(`/api/payouts/${paid._id}`)).status).toBe(404)
  expect((await other.developer.get(`/api/payouts/${paid._id}/statement.csv`)).status).toBe(404)
})

it('a payout that the network refuses is back in the balance, and on the next statement', async () => {
  const one = await rich(9_000)
  const { body: asked } = await ask(one)
  await approve(asked._id, admins[0])
  await work(sandbox, 1)
  await test.db
    .updateTable('sandbox_payouts')
    .set({ fate: 'fail' })
    .where('external_id', '=', asked._id)
    .execute()
  await work()
  expect(await payoutOf(one)).toMatchObject({ state: 'FAILED' })
  expect(await summaryOf(one)).toMatchObject({ available: 90, inPayout: 0, cannotAsk: null })
  const { body: second } = await ask(one)
  const lines = await one.developer.get(`/api/payouts/${second._id}/lines`)
  expect(lines.body).toMatchObject([{ kind: 'returned', title: `Statement ${asked.number}`, amount: 90 }])
})

it('approves no more than the provider’s balance, with twice the fees, after earlier approvals', async () => {
  const [one, two] = [await rich(5_000), await rich(5_000)]
  const asked = [(await ask(one)).body, (await ask(two)).body]
  await work(sandbox, 1)
  const holds = (available: string) =>
    test.db
      .updateTable('payout_quotes')
      .set({ available, network_fee: '1', quoted_at: now })
      .where('coin', '=', 'USDC-SOL')
      .execute()
  const approveBoth = async () =>
    Promise.all(asked.map(async ({ _id }, at) => (await approve(_id, admins[at] ?? admins[0])).body))
  await holds('51.999999')
  const reason =
    "The provider holds 51.999999 USDC-SOL: too little for this payout, what is approved already, and the network's fees."
  expect(await approveBoth()).toMatchObject(asked.map(({ _id }) => ({ refused: [{ _id, reason }] })))
  await holds('103.999999')
  const counts = (await approveBoth()).map(({ approved }) => approved)
  expect(counts.sort()).toEqual([0, 1])
  await work()
  expect([(await payoutOf(one)).state, (await payoutOf(two)).state].sort()).toEqual(['DRAFT', 'PAID'])
  await holds('4812.6')
})

it('above the limit for one admin two of them have to approve', async () => {
  const one = await rich(60_000)
  const { body: asked } = await ask(one)
  expect((await approve(asked._id, admins[0])).body).toMatchObject({ approved: 0, waiting: 1 })
  const again = await approve(asked._id, admins[0])
  expect(again.body.refused).toEqual([{ _id: asked._id, reason: 'Another admin has to approve it too.' }])
  expect((await approve(asked._id, admins[1])).body).toMatchObject({ approved: 1 })
})

it('the switch stops payouts that are not yet at the provider, and approved ones are sent once it is on again', async () => {
  const one = await rich(8_000)
  const { body: asked } = await ask(one)
  await approve(asked._id, admins[0])
  const turn = (stopped: boolean) =>
    admins[0].send('PUT', '/api/admin/payouts/switch', {
      body: JSON.stringify({ stopped, reason: 'Looking at a report' }),
      headers: { 'content-type': 'application/json' },
    })
  expect((await turn(true)).status).toBe(200)
  await work()
  expect(await payoutOf(one)).toMatchObject({ state: 'APPROVED' })
  const { body: summary } = await admins[0].get('/api/admin/payouts/summary')
  expect(summary.stopped).toMatchObject({ by: admins[0].username })
  await turn(false)
  await work()
  expect(await payoutOf(one)).toMatchObject({ state: 'PAID' })
})

it('a payout without a clear result is closed by two admins with the same evidence', async () => {
  const one = await rich(7_000)
  const { body: asked } = await ask(one)
  await approve(asked._id, admins[0])
  await work(sandbox, 1)
  await test.db
    .updateTable('sandbox_payouts')
    .set({ fate: 'unclear' })
    .where('external_id', '=', asked._id)
    .execute()
  await work()
  expect(await payoutOf(one)).toMatchObject({ state: 'UNKNOWN' })
  const say = (by: Person, body: object) => by.post(`/api/admin/payouts/${asked._id}/evidence`, body)
  const proof = { outcome: 'paid', transactionId: 'tx-1', note: 'Seen in the wallet' }
  expect((await say(admins[0], { outcome: 'paid' })).status).toBe(400)
  expect((await say(admins[0], proof)).body).toEqual({ isFinal: false })
  expect((await say(admins[0], proof)).status).toBe(409)
  expect((await say(admins[1], { ...proof, transactionId: 'tx-2' })).body).toEqual({ isFinal: false })
  expect((await say(admins[0], { ...proof, transactionId: 'tx-2' })).body).toEqual({ isFinal: true })
  expect(await payoutOf(one)).toMatchObject({ state: 'PAID', transactionId: 'tx-2' })
  expect((await say(admins[1], proof)).status).toBe(409)
})

it('a weekly run drafts a payout for every developer with enough money and an address, once', async () => {
  const [enough, little] = [await rich(5_000), await rich(4_999)]
  const homeless = await seller()
  await sell(homeless, 9_000, 10)
  await releaseAllHolds(test.db, test.store.config, now)
  await draftAll(test.store)
  await draftAll(test.store)
  const drafts = await Promise.all(
    [enough, little, homeless].map(async (one) => (await one.developer.get('/api/dev/payouts')).body.length),
  )
  expect(drafts).toEqual([1, 0, 0])
})

it('a draft for a suspended account or a shared address waits for an admin, and a block or a cancel returns the money', async () => {
  const one = await rich(6_000)
  await test.db
    .updateTable('payout_addresses')
    .set({ address: 'the same' })
    .where('developer_id', '=', one.developer.id)
    .execute()
  const two = await seller()
  await addPayoutAddress(test, two.developer.id, 'the same')
  const { body: asked } = await ask(one)
  expect(asked).toMatchObject({ state: 'BLOCKED', reason: 'The address is also used by another seller.' })
  expect((await approve(asked._id, admins[0])).body.refused).toHaveLength(1)
  const cancel = await admins[0].post(`/api/admin/payouts/${asked._id}/cancel`, { reason: 'Asked to' })
  expect(cancel.status).toBe(200)
  expect(await summaryOf(one)).toMatchObject({ available: 60, inPayout: 0 })
  expect((await admins[0].post(`/api/admin/payouts/${asked._id}/cancel`, { reason: 'Twice' })).status).toBe(
    409,
  )
})

it('the database refuses to move a payout backwards, to change its contents, or to pay it twice', async () => {
  const one = await rich(5_500)
  const { body: asked } = await ask(one)
  const set = (values: object) =>
    test.db.updateTable('payouts').set(values).where('id', '=', asked._id).execute()
  await expect(set({ amount_cents: 9_999 })).rejects.toThrow('frozen')
  await expect(set({ state: 'SENDING' })).rejects.toThrow('cannot go')
  await approve(asked._id, admins[0])
  await expect(set({ address: 'elsewhere' })).rejects.toThrow('approved as it is')
  await work()
  await expect(set({ state: 'APPROVED' })).rejects.toThrow('has ended')
})
