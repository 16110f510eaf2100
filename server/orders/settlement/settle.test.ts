import { SANDBOX_EVENTS, type SandboxEvent } from '@nofiller/contract/sandbox/sandbox'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { findInvoice, play } from '../../sandbox/books.ts'
import { buy, type TestOrder } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { propertyRuns } from '../../testing/properties.ts'
import { useTestStore } from '../../testing/store.ts'
import { readBack } from './read-back.ts'
import { settle } from './settle.ts'

const test = useTestStore({ settings: { PAYMENT_POLL_SCALE: '1000' } })
let game: TestGame
beforeAll(async () => {
  game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
})

/** The rows of one order in every table about money. */
async function traces(orderId: string) {
  const { db } = test.store
  const count = async (table: 'grants' | 'ledger_entries') =>
    (await db.selectFrom(table).select('order_id').where('order_id', '=', orderId).execute()).length
  const delivered = await db
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'delivered')
    .execute()
  const order = await db
    .selectFrom('orders')
    .select(['status', 'paid_at'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return {
    ...order,
    grants: await count('grants'),
    ledger: await count('ledger_entries'),
    delivered: delivered.length,
  }
}

/** Lets the network act, then reads back 0, 1 or 3 times at once, like duplicate and lost messages. */
async function live(order: TestOrder, steps: { event: SandboxEvent; looks: number }[]) {
  for (const { event, looks } of steps) {
    await play(test.store.db, order.invoiceId, event, undefined).catch(() => null) // it has ended: nothing happens
    await Promise.all(Array.from({ length: looks }, () => readBack(test.store, order.orderId)))
  }
  await readBack(test.store, order.orderId)
}

it('C6 keeps paid, granted and booked together, and each once, whatever the network and the messages do', async () => {
  const steps = fc.array(
    fc.record({ event: fc.constantFrom(...SANDBOX_EVENTS), looks: fc.constantFrom(0, 1, 3) }),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (life) => {
      const order = await buy(await signedIn(test), game)
      await live(order, life)
      const isPaid = (await findInvoice(test.store.db, order.invoiceId)).status === 'paid'
      const left = await traces(order.orderId)
      expect(left.status === 'PAID').toBe(isPaid)
      expect(left.paid_at !== null).toBe(isPaid)
      expect(left).toMatchObject(
        isPaid ? { grants: 1, ledger: 4, delivered: 1 } : { grants: 0, ledger: 0, delivered: 0 },
      )
    }),
    { numRuns: propertyRuns(10) },
  )
})

it('opens a case for a second payment of owned goods, and grants nothing twice', async () => {
  const june = await signedIn(test)
  const order = await buy(june, game)
  await test.store.db
    .insertInto('grants')
    .values({ id: crypto.randomUUID(), account_id: june.id, game_id: game.id })
    .execute()
  await live(order, [{ event: 'pay', looks: 1 }])
  const cases = await test.store.db
    .selectFrom('payment_cases')
    .select('kind')
    .where('order_id', '=', order.orderId)
    .execute()
  expect(cases).toEqual([{ kind: 'paid_twice' }])
  expect((await june.get('/api/library')).body).toHaveLength(1)
})

it('opens a case when two invoices of one order were paid', async () => {
  const order = await buy(await signedIn(test), game)
  const { id: _id, ...first } = await test.db
    .selectFrom('sandbox_invoices')
    .selectAll()
    .where('id', '=', order.invoiceId)
    .executeTakeFirstOrThrow()
  await test.db
    .insertInto('sandbox_invoices')
    .values({ ...first, id: `second-${order.invoiceId}` })
    .execute()
  await play(test.db, `second-${order.invoiceId}`, 'pay', undefined)
  await live(order, [{ event: 'pay', looks: 1 }])
  const cases = await test.db
    .selectFrom('payment_cases')
    .select('kind')
    .where('order_id', '=', order.orderId)
    .execute()
  expect(cases).toEqual([{ kind: 'overpaid' }])
  expect(await traces(order.orderId)).toMatchObject({ status: 'PAID', grants: 1, ledger: 4 })
})

it('lets a buyer start over when late money disappeared again', async () => {
  const june = await signedIn(test)
  const order = await buy(june, game)
  await live(order, [
    { event: 'expire', looks: 1 },
    { event: 'detect', looks: 1 },
  ])
  expect((await buy(june, game)).orderId).toBe(order.orderId)
  await live(order, [{ event: 'fail', looks: 1 }])
  expect((await buy(june, game)).orderId).not.toBe(order.orderId)
})

it('settles nothing for an order that does not exist', async () => {
  expect(await settle(test.store, crypto.randomUUID(), [])).toBeNull()
})
