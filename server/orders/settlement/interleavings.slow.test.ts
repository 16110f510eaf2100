import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { SANDBOX_EVENTS, type SandboxEvent } from '@nofiller/contract/sandbox/sandbox'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GuardedProvider } from '../../payments/circuit-breaker.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import { ProviderError } from '../../payments/provider-http.ts'
import { SIGNATURE_HEADER } from '../../payments/sandbox-provider.ts'
import type { Account } from '../../platform/caller.ts'
import { COMMAND_LINE } from '../../platform/database/audit.ts'
import { type Connection, connect } from '../../platform/database/database.ts'
import type { OrderRow } from '../../platform/database/tables.ts'
import { HttpError } from '../../platform/http/errors/errors.ts'
import { hmac } from '../../platform/signatures.ts'
import { play } from '../../sandbox/books.ts'
import { sandboxKeys } from '../../sandbox/keys.ts'
import type { Store } from '../../store.ts'
import { type Cut, type CutDatabase, CutOff, cutDatabase } from '../../testing/cut-database.ts'
import { longLockTimeoutDatabase } from '../../testing/database.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { propertyRuns } from '../../testing/properties.ts'
import { LIVES } from '../../testing/rounds.ts'
import { openTestStore, providerOf, type TestStore } from '../../testing/store.ts'
import { checkout } from '../checkout/checkout.ts'
import { ensureInvoiceAt, providerDeadline } from '../checkout/invoice.ts'
import { payRest } from '../checkout/pay-rest.ts'
import { refund } from '../refunds/refund.ts'
import { revokeItems } from '../refunds/revoke.ts'
import { findDifferences } from './find-differences.ts'
import { readBack } from './read-back.ts'
import { receiveMessage } from './webhook.ts'

const AT_ONCE = 4
const DEVELOPERS = 4
/** How much of a price must be paid for an order to be PAID, in cents. */
const enoughOf = (priceCents: number) => Math.ceil(priceCents * 0.99)

const PROVIDERS = ['sandbox', 'nowpayments'] as const
type ProviderName = (typeof PROVIDERS)[number]
/** `lost` makes an invoice whose response never comes. */
type Fault = 'none' | 'away' | 'lost'
type Faults = Record<ProviderName, Fault>

let test: TestStore
let connection: Connection
let cuts: CutDatabase
let store: Store
/** A base and an extra of each developer, at prices that divide badly. */
let shelf: { gameId: string; fileId: string | null }[]

beforeAll(async () => {
  test = await openTestStore({
    database: await longLockTimeoutDatabase(),
    settings: { PAYMENT_POLL_SCALE: '100000', LOG_LEVEL: 'silent' },
  })
  const games = await Promise.all(Array.from({ length: DEVELOPERS }, (_, nth) => gameAt(999 + 334 * nth)))
  shelf = games.flatMap(({ id, files }) => [
    { gameId: id, fileId: null },
    { gameId: id, fileId: files[1]?.id ?? '' },
  ])
  connection = connect(test.databaseUrl, console)
  const sandbox = providerOf(test)
  cuts = cutDatabase(connection.pool)
  await sql`create table mails_queued (address text not null, subject text not null)`.execute(test.db)
  store = {
    ...test.store,
    db: cuts.db,
    providers: new Map(
      [sandbox, likeNowpayments(sandbox)].map((provider) => [provider.name, faulty(provider)]),
    ),
    // The lives simulate whether, how often and when a message's read-back runs.
    jobs: { ...test.store.jobs, send: async () => undefined },
    mail: {
      ...test.store.mail,
      queue: async (tx, { to, subject }) =>
        void (await sql`insert into mails_queued values (${to}, ${subject})`.execute(tx)),
    },
  }
})
afterAll(async () => {
  await connection.pool.end()
  await test.close()
})

/** A second provider in the books of the first: its invoices cannot be found by their order, nor paid in two parts. */
function likeNowpayments(sandbox: PaymentProvider): PaymentProvider {
  return { ...sandbox, name: 'nowpayments', canTopUp: false, findInvoices: async () => [] }
}

const faults = new AsyncLocalStorage<Faults>()
/** A provider that fails as each step demands; parallel lives do not share failures. */
function faulty(provider: PaymentProvider): GuardedProvider {
  const fault = () => faults.getStore()?.[provider.name === 'sandbox' ? 'sandbox' : 'nowpayments'] ?? 'none'
  const fails = () => {
    if (fault() === 'away') throw new ProviderError('away')
  }
  return {
    ...provider,
    health: () => ({ state: fault() === 'away' ? 'open' : 'closed', since: new Date() }),
    async createInvoice(...input) {
      fails()
      const invoice = await provider.createInvoice(...input)
      if (fault() === 'lost') throw new ProviderError('lost')
      return invoice
    },
    async findInvoices(...input) {
      fails()
      return provider.findInvoices(...input)
    },
    async readBack(refs) {
      fails()
      return provider.readBack(refs)
    },
  }
}

const gameAt = async (priceCents: number): Promise<TestGame> =>
  addGame(test, {
    developerId: (await signedIn(test, 'developer')).id,
    priceCents,
    files: [{}, { customPriceCents: 401 }],
  })

type Step = { cut: Cut | null; faults: Faults } & (
  | { do: 'checkout'; goods: number[] }
  | { do: 'pay the rest' | 'deadline' }
  | { do: 'change provider'; provider: ProviderName }
  | { do: 'refund'; order: number; item: number; part: number }
  | { do: 'revoke'; order: number; item: number }
  | { do: 'network'; event: SandboxEvent; invoice: number }
  | { do: 'message'; provider: ProviderName; proof: 'signed' | 'forged'; looks: number }
  | { do: 'poll'; looks: number }
)

const cut = fc.option(
  fc.record({
    statement: fc.nat({ max: 32 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  { freq: 2 },
)
const looks = fc.constantFrom(0, 1, 1, 3)
const fault = fc.constantFrom<Fault>('none', 'none', 'none', 'away', 'lost')
const NO_FAULTS: Faults = { sandbox: 'none', nowpayments: 'none' }
const someFaults = fc.record({ sandbox: fault, nowpayments: fault })
const provider = fc.constantFrom(...PROVIDERS)
/** One to six things of one to four developers. */
const goods = fc.shuffledSubarray(
  Array.from({ length: 2 * DEVELOPERS }, (_, at) => at),
  { minLength: 1, maxLength: 6 },
)
const deed = fc.oneof(
  { weight: 2, arbitrary: fc.record({ cut, do: fc.constant('checkout' as const), goods }) },
  {
    weight: 2,
    arbitrary: fc.record({
      cut,
      do: fc.constant('refund' as const),
      order: fc.nat({ max: 2 }),
      item: fc.nat({ max: 5 }),
      part: fc.constantFrom(1, 1, 0.5, 0.01, 2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      cut,
      do: fc.constant('revoke' as const),
      order: fc.nat({ max: 2 }),
      item: fc.nat({ max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ cut, do: fc.constant('pay the rest' as const) }) },
  { weight: 2, arbitrary: fc.record({ cut, do: fc.constant('change provider' as const), provider }) },
  { weight: 1, arbitrary: fc.record({ cut: fc.constant(null), do: fc.constant('deadline' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      cut: fc.constant(null),
      do: fc.constant('network' as const),
      event: fc.constantFrom(...SANDBOX_EVENTS),
      invoice: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      cut,
      do: fc.constant('message' as const),
      provider,
      proof: fc.constantFrom('signed' as const, 'signed' as const, 'forged' as const),
      looks,
    }),
  },
  { weight: 3, arbitrary: fc.record({ cut, do: fc.constant('poll' as const), looks }) },
)

const step: fc.Arbitrary<Step> = fc.tuple(deed, someFaults).map(([each, faults]) => ({ ...each, faults }))

const calm = { cut: null, faults: NO_FAULTS }
const network = (event: SandboxEvent, invoice = 0): Step => ({ ...calm, do: 'network', event, invoice })
const poll: Step = { ...calm, do: 'poll', looks: 1 }
const change = (to: ProviderName): Step => ({ ...calm, do: 'change provider', provider: to })

/** States that chance seldom reaches: an underpaid order whose invoice has ended, and a second order beside the first. */
const beginning = fc.constantFrom<Step[]>(
  [],
  [],
  [network('underpay'), network('expire'), poll, { ...calm, do: 'pay the rest' }],
  [network('expire'), poll, { ...calm, do: 'checkout', goods: [0, 1, 2] }],
  [network('pay'), poll, { ...calm, do: 'checkout', goods: [6, 7] }, network('pay'), poll],
  [network('pay'), poll, { ...calm, do: 'refund', order: 0, item: 0, part: 1 }],
  [network('underpay'), poll, change('nowpayments'), network('underpay', 1), poll, change('nowpayments')],
  [change('nowpayments'), network('underpay', 1), poll, network('pay', 1), network('pay')],
)
const life = fc
  .tuple(goods, someFaults, beginning, fc.array(step, { minLength: 2, maxLength: 7 }))
  .map(([first, faults, start, then]): Step[] => [
    { cut: null, faults, do: 'checkout', goods: first },
    ...start,
    ...then,
  ])

async function live(steps: readonly Step[]): Promise<Person> {
  const buyer = {
    ...(await signedIn(test)),
    role: 'player' as const,
    address: '',
    contentChoice: null,
    isClosing: false,
    isFresh: true,
    limits: null,
    blocks: null,
  }
  for (const each of steps) {
    const orders = await ordersOf(buyer)
    await faults.run(each.faults, () =>
      cuts.cutting(each.cut, () => expected(() => take(each, buyer, orders))),
    )
    await leasesRunOut(buyer)
  }
  return buyer
}

async function take(each: Step, buyer: Account, orderIds: string[]): Promise<unknown> {
  const [newest = ''] = orderIds
  switch (each.do) {
    case 'checkout':
      return checkout(store, buyer, {
        email: buyer.email,
        goods: each.goods.flatMap((at) => shelf[at] ?? []),
        bundleIds: [],
      })
    case 'refund':
      return refundPart(orderIds[each.order % Math.max(1, orderIds.length)], each)
    case 'revoke': {
      const orderId = orderIds[each.order % Math.max(1, orderIds.length)] ?? randomUUID()
      return revokeItems(store, COMMAND_LINE, orderId, { positions: [each.item], reason: 'Asked for' })
    }
    case 'pay the rest':
      return payRest(store, buyer, newest)
    case 'change provider':
      return ensureInvoiceAt(store, newest || randomUUID(), each.provider, providerDeadline())
    case 'deadline':
      return test.db
        .updateTable('orders')
        .set({ expires_at: sql<Date>`now()` })
        .where('id', '=', newest)
        .execute()
    case 'network': {
      const invoices = await test.db
        .selectFrom('sandbox_invoices')
        .innerJoin('payment_references as named', 'named.reference', 'sandbox_invoices.order_id')
        .select(['sandbox_invoices.id', 'named.reference', 'named.provider'])
        .where('named.order_id', 'in', [...orderIds, randomUUID()])
        .orderBy('sandbox_invoices.created_at')
        .execute()
      const invoice = invoices[each.invoice % Math.max(1, invoices.length)]
      return invoice && happen(invoice, each.event)
    }
    case 'message':
      await receiveMessage(store, each.provider, ...messageFor(newest, each))
      return lookAt(newest, each.looks)
    case 'poll':
      return Promise.all(orderIds.map((orderId) => lookAt(orderId, each.looks)))
  }
}

/** Nobody has the address of an invoice that the store does not know; the provider still reports money on it. */
async function happen(
  { id, reference, provider }: { id: string; reference: string; provider: string },
  event: SandboxEvent,
) {
  await play(test.db, id, event, undefined)
  const known = await test.db
    .selectFrom('invoices')
    .select('id')
    .where('provider_invoice_id', '=', id)
    .executeTakeFirst()
  if (!known) await receiveMessage(store, provider, ...messageFor(reference, { proof: 'signed' }))
}

/** A part of an item's price, which may exceed what remains of it. */
async function refundPart(orderId: string = randomUUID(), { item, part }: { item: number; part: number }) {
  const row = await test.db
    .selectFrom('order_items')
    .select('price_cents')
    .where('order_id', '=', orderId)
    .where('position', '=', item)
    .executeTakeFirst()
  const amount = part === 1 ? undefined : dollarsOf(Math.ceil((row?.price_cents ?? 1) * part))
  const items = [{ position: item, amount }]
  return refund(store, COMMAND_LINE, orderId, { items, transactionId: randomUUID(), reason: 'Asked for' })
}

const lookAt = (orderId: string, times: number) =>
  Promise.all(Array.from({ length: times }, () => readBack(store, orderId)))

function messageFor(
  orderId: string,
  { proof }: { proof: 'signed' | 'forged' },
): [Record<string, string>, Buffer] {
  const body = Buffer.from(
    JSON.stringify({ messageId: `${orderId}-1`, orderId, status: 'paid', amount: 9.99 }),
  )
  const secret = proof === 'signed' ? sandboxKeys(store.config).webhookSecret : 'guessed'
  return [{ [SIGNATURE_HEADER]: hmac(secret, body).toString('hex') }, body]
}

/** A call may be refused, a provider be unavailable, and a process die; nothing else may go wrong. */
async function expected(run: () => Promise<unknown>): Promise<void> {
  await run().catch((error) => {
    if (![CutOff, HttpError, ProviderError].some((known) => error instanceof known)) throw error
  })
}

const ordersOf = async (buyer: Person): Promise<string[]> =>
  (
    await test.db
      .selectFrom('orders')
      .select('id')
      .where('account_id', '=', buyer.id)
      .orderBy('created_at', 'desc')
      .execute()
  ).map(({ id }) => id)

/** As after 15 s in which nobody clicks. */
const leasesRunOut = (buyer: Person) =>
  test.db.updateTable('orders').set({ invoicing_until: null }).where('account_id', '=', buyer.id).execute()

/** Failures stop: every order is read back, and once more when its provider's horizon has passed. */
async function settleAll(buyer: Person): Promise<void> {
  for (const orderId of await ordersOf(buyer)) {
    await readBack(store, orderId)
    await test.db
      .updateTable('orders')
      .set({ expires_at: sql<Date>`now() - interval '30 days'` })
      .where('id', '=', orderId)
      .execute()
    await readBack(store, orderId)
  }
}

async function expectInOrder(buyer: Person): Promise<void> {
  const orders = await test.db.selectFrom('orders').selectAll().where('account_id', '=', buyer.id).execute()
  for (const order of orders) {
    expect(['PAID', 'EXPIRED', 'CANCELLED', 'FAILED']).toContain(order.status)
    expect(order.next_check_at).toBeNull()
    const money = await moneyOf(order)
    // A partial refund after the sale does not undo the sale, but is detected.
    const wasEnough =
      money.fitting >= enoughOf(order.price_cents) || (order.paid_at && order.flags.includes('review'))
    expect(order.status === 'PAID', JSON.stringify(money)).toBe(Boolean(wasEnough))
    const left = money.all - (order.status === 'PAID' ? order.price_cents : 0)
    if (left > order.price_cents / 100) expect(await casesOf(order.id)).not.toEqual([])
    const events = await test.db
      .selectFrom('order_events')
      .select(['kind', sql<string>`coalesce(detail->>'paymentId', detail->>'case', '')`.as('of')])
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute()
    const { cases = [], others = [] } = Object.groupBy(events, ({ kind }) =>
      kind.startsWith('case_') ? 'cases' : 'others',
    )
    const told = others
      .filter(({ kind }) => kind !== 'refunded' && kind !== 'revoked')
      .map(({ kind, of }) => `${kind} ${of}`)
    expect(new Set(told).size, told.join(', ')).toBe(told.length)
    // A case that closed by itself may reopen, and is reported again; never twice in a row.
    for (const story of Map.groupBy(cases, ({ of }) => of).values())
      for (const [nth, { kind }] of story.entries())
        expect(kind).toBe(nth % 2 === 0 ? 'case_opened' : 'case_resolved')
  }
  const paid = orders.filter((order) => order.status === 'PAID')
  for (const order of paid) await expectBooked(order)
  await expectOwned(buyer)
  const { rows: receipts } = await sql`
    select from mails_queued where address = ${buyer.email} and subject like 'Your receipt%'`.execute(test.db)
  expect(receipts).toHaveLength(paid.length)
}

/** Each item's lines balance and sum to its price minus refunds; a free item earns the developer nothing. */
async function expectBooked(order: OrderRow): Promise<void> {
  const { rows } = await sql<{
    price: number
    back: number
    gross: number
    developer: number
    balance: number
  }>`
    select item.price_cents as price, item.refunded_cents as back, sum(amount_cents)::integer as balance,
      sum(amount_cents) filter (where line = 'gross')::integer as gross,
      sum(amount_cents) filter (where entry.account = 'developer' and entry.developer_id = games.developer_id)::integer as developer
    from order_items as item join games on games.id = item.game_id
    left join ledger_entries as entry on entry.order_id = item.order_id and entry.item_position = item.position
    where item.order_id = ${order.id} group by item.order_id, item.position, games.id`.execute(test.db)
  let back = 0
  for (const item of rows) {
    expect(item).toMatchObject({ balance: 0, gross: item.price - item.back })
    if (item.price === item.back) expect(item.developer).toBe(0)
    else expect(item.developer).toBeLessThan(0)
    back += item.back
  }
  const flag = back === 0 ? [] : [back === order.price_cents ? 'refunded' : 'partly_refunded']
  expect(order.flags.filter((each) => each.endsWith('refunded'))).toEqual(flag)
}

/** The buyer owns what paid orders contain and was not revoked, each once. */
async function expectOwned({ id }: Person): Promise<void> {
  const { rows: bought } = await sql<{ goods: string }>`
    select distinct item.game_id || ' ' || coalesce(item.file_id::text, '') as goods
    from orders join order_items as item on item.order_id = orders.id
    where account_id = ${id} and status = 'PAID' and revoked_at is null order by 1`.execute(test.db)
  const { rows: owned } = await sql<{ goods: string }>`
    select game_id || ' ' || coalesce(file_id::text, '') as goods from grants where account_id = ${id} order by 1`.execute(
    test.db,
  )
  expect(owned).toEqual(bought)
}

/** Confirmed money by the providers' own books: on all invoices of an order, and on those that it requested. */
async function moneyOf({ id, price_cents }: OrderRow): Promise<{ all: number; fitting: number }> {
  const { rows } = await sql<{ cents: number; fits: boolean }>`
    select case when made.status = 'paid' then greatest(made.confirmed_cents, made.amount_cents) else made.confirmed_cents end as cents,
      case when known.id is null then made.amount_cents in (${price_cents}, orders.invoicing_cents)
        else made.amount_cents = known.amount_cents end as fits
    from sandbox_invoices as made join orders on orders.id = ${id}
    left join invoices as known on known.provider_invoice_id = made.id
    where made.order_id in (select reference from payment_references where order_id = ${id})`.execute(test.db)
  const sum = (some: typeof rows) => some.reduce((total, { cents }) => total + cents, 0)
  return { all: sum(rows), fitting: sum(rows.filter(({ fits }) => fits)) }
}

const casesOf = (orderId: string) =>
  test.db.selectFrom('payment_cases').select('kind').where('order_id', '=', orderId).execute()

it('C6 ends in order after any interleaving of clicks, messages, polls, deadlines, crashes and outages of two providers', async () => {
  const lives = fc.array(life, { minLength: AT_ONCE, maxLength: AT_ONCE })
  await fc.assert(
    fc.asyncProperty(lives, async (together) => {
      const buyers = await Promise.all(together.map(live))
      await Promise.all(buyers.map(settleAll))
      for (const buyer of buyers) await expectInOrder(buyer)
    }),
    { numRuns: propertyRuns(LIVES / AT_ONCE), endOnFailure: true },
  )
  expect(await findDifferences(test.db)).toEqual([])
}, 1_800_000)
