/** One code through random lives of its orders: no interleaving uses it more often than allowed. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { HttpError } from '../../platform/http/errors/errors.ts'
import { play } from '../../sandbox/books.ts'
import { checkout, type TestOrder } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { propertyRuns } from '../../testing/properties.ts'
import { CODE_LIVES } from '../../testing/rounds.ts'
import { useTestStore } from '../../testing/store.ts'
import { readBack } from '../settlement/read-back.ts'

const test = useTestStore({ settings: { PAYMENT_POLL_SCALE: '1000', LOG_LEVEL: 'silent' } })
const LIST_CENTS = 1_000
let developer: Person
let games: TestGame[]
beforeAll(async () => {
  developer = await signedIn(test, 'developer')
  games = []
  while (games.length < 3)
    games.push(await addGame(test, { developerId: developer.id, priceCents: LIST_CENTS }))
})

const step = fc.record({
  what: fc.constantFrom(
    'check out',
    'check out',
    'check out',
    'check out without',
    'cancel',
    'end',
    'end code',
    'see',
    'pay',
    'pay',
    'underpay',
  ),
  buyer: fc.nat(3),
  game: fc.nat(2),
  order: fc.nat(20),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const life = fc.record({
  code: fc.record({ uses: fc.integer({ min: 1, max: 2 }), isOnce: fc.boolean() }),
  buyers: fc.integer({ min: 1, max: 4 }),
  steps: fc.array(step, { minLength: 4, maxLength: 14 }),
})

type Held = TestOrder & { buyer: Person; usesCode: boolean }

async function act(
  code: { _id: string; code: string },
  buyers: Person[],
  orders: Held[],
  one: Step,
): Promise<void> {
  const buyer = buyers[one.buyer % buyers.length]
  const game = games[one.game]
  const order = orders[one.order % Math.max(1, orders.length)]
  if (one.what === 'check out' || one.what === 'check out without') {
    if (!buyer || !game) throw new Error('each step has both')
    const usesCode = one.what === 'check out'
    const { status, body } = await checkout(buyer, game, [], usesCode ? { code: code.code } : {})
    if (status !== 200) return void expect(status).toBeLessThan(500)
    if (orders.every(({ orderId }) => orderId !== body.orderId))
      orders.push({ orderId: body.orderId, invoiceId: body.invoiceUrl.split('/').at(-1), buyer, usesCode })
    return
  }
  if (one.what === 'end code') return endCode(code._id)
  if (!order) return
  if (one.what === 'end')
    await sql`update orders set expires_at = now() where id = ${order.orderId}`.execute(test.db)
  else {
    const event = { cancel: 'cancel', see: 'detect', pay: 'pay', underpay: 'underpay' } as const
    await play(test.db, order.invoiceId, event[one.what], undefined).catch(unlessEnded)
  }
  await readBack(test.store, order.orderId)
}

const endCode = async (id: string): Promise<void> =>
  void (await sql`update discount_codes set ends_at = now() where id = ${id}`.execute(test.db))

/** The sandbox does not change an invoice that has ended. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof HttpError)) throw error
}

/** The buyers who paid the discounted price. */
async function usesOf(codeId: string): Promise<string[]> {
  const { rows } = await sql<{ buyer: string }>`
    select account_id as buyer from orders where discount_code_id = ${codeId} and status = 'PAID'
      and received_cents < ${LIST_CENTS}`.execute(test.db)
  return rows.map(({ buyer }) => buyer)
}

async function expectRetry(code: { code: string }, buyer: Person, orders: readonly Held[]): Promise<void> {
  const { rows } = await sql`select from order_events where kind in ('payment_seen', 'PAID')
    and order_id = any(${sql.val(orders.map(({ orderId }) => orderId))}::uuid[])`.execute(test.db)
  if (rows.length > 0) return
  for (const game of games) {
    const { status, text } = await checkout(buyer, game, [], { code: code.code })
    expect(status, text).toBe(200)
  }
}

it('a code is never used more often than it may be, and a buyer alone can always try again', async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ code: limits, buyers: count, steps }) => {
      const {
        body: code,
        status,
        text,
      } = await developer.post('/api/dev/discount-codes', {
        code: '',
        percent: 50,
        amount: null,
        endsAt: null,
        gameIds: [],
        ...limits,
      })
      expect(status, text).toBe(200)
      const buyers: Person[] = []
      while (buyers.length < count) buyers.push(await signedIn(test))
      const orders: Held[] = []
      for (const one of steps) {
        await act(code, buyers, orders, one)
        const uses = await usesOf(code._id)
        expect(uses.length).toBeLessThanOrEqual(limits.uses)
        if (limits.isOnce) expect(new Set(uses).size).toBe(uses.length)
      }
      const [alone] = buyers
      const hasEnded = steps.some(({ what }) => what === 'end code')
      if (count === 1 && alone && !hasEnded) await expectRetry(code, alone, orders)
      await endCode(code._id) // a developer can have at most 200
    }),
    { numRuns: propertyRuns(CODE_LIVES) },
  )
})
