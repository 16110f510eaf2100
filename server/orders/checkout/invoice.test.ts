import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { ProviderError } from '../../payments/provider-http.ts'
import { calledAs, checkout } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { passSeconds, returnToNow } from '../../testing/fixtures/selling-store.ts'
import { propertyRuns } from '../../testing/properties.ts'
import { eventually, providerOf, useTestStore } from '../../testing/store.ts'

const test = useTestStore({ settings: { PAYMENT_POLL_SCALE: '100000', LOG_LEVEL: 'warn' } })
let game: TestGame

beforeAll(async () => {
  game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
})

/** Like NOWPayments: invoices cannot be looked up by their order, so a second one would not be noticed. */
function slowProviderWithoutSearch(delayMs: number) {
  const provider = providerOf(test)
  const { createInvoice, findInvoices } = provider
  provider.findInvoices = async () => []
  provider.createInvoice = async (request, deadline) => {
    await sleep(delayMs)
    return createInvoice(request, deadline)
  }
  return () => Object.assign(provider, { createInvoice, findInvoices })
}

it('C3 asks the provider for one invoice, however many equal checkouts come at once', async () => {
  const callers = fc.integer({ min: 2, max: 8 })
  const delayMs = fc.integer({ min: 5, max: 150 })
  await fc.assert(
    fc.asyncProperty(callers, delayMs, async (count, delay) => {
      const buyer = await signedIn(test)
      const restore = slowProviderWithoutSearch(delay)
      const answers = await Promise.all(Array.from({ length: count }, () => checkout(buyer, game)))
      restore()
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect(new Set(answers.map(({ body }) => body.invoiceUrl)).size).toBe(1)
      const made = await test.db
        .selectFrom('sandbox_invoices')
        .select('id')
        .where('order_id', 'in', calledAs(test, answers[0]?.body.orderId))
        .execute()
      expect(made).toHaveLength(1)
    }),
    { numRuns: propertyRuns(10) },
  )
})

it('looks for an invoice with a lost response only where one was requested before', async () => {
  const buyer = await signedIn(test)
  const provider = providerOf(test)
  const { createInvoice, findInvoices } = provider
  let lookups = 0
  provider.findInvoices = (...input) => {
    lookups += 1
    return findInvoices(...input)
  }
  provider.createInvoice = async (...input) => {
    await createInvoice(...input)
    throw new ProviderError('the answer got lost')
  }
  expect([(await checkout(buyer, game)).status, lookups]).toEqual([503, 0])
  provider.createInvoice = createInvoice
  const { status, body } = await checkout(buyer, game)
  expect([status, lookups]).toEqual([200, 1])
  const made = await test.db
    .selectFrom('sandbox_invoices')
    .select('id')
    .where('order_id', 'in', calledAs(test, body.orderId))
    .execute()
  expect(made).toEqual([{ id: body.invoiceUrl.split('/').at(-1) }])
  Object.assign(provider, { createInvoice, findInvoices })
})

it('R4 answers two clicks while the provider hangs within 10 s, serves the rest, and makes one invoice when it is back', async () => {
  const june = await signedIn(test)
  const provider = providerOf(test)
  const { createInvoice } = provider
  let asked = 0
  provider.createInvoice = (_wanted, signal) => {
    asked += 1
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
  const deadline = new AbortController()
  const { timeout } = AbortSignal
  const limited = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === 10_000 ? deadline.signal : timeout.call(AbortSignal, ms)))
  const clicks = [checkout(june, game), checkout(june, game)]
  await eventually(() => asked > 0)
  limited.mockRestore()
  for (const path of ['/api/games', '/api/library', '/api/orders'])
    expect((await june.get(path)).status, path).toBe(200)
  deadline.abort()
  expect((await Promise.race(clicks)).status).toBe(503)
  passSeconds(8) // this click waits for the result of the other
  expect((await Promise.all(clicks)).map(({ status }) => status)).toEqual([503, 503])
  returnToNow()
  expect([asked, (await june.get('/api/orders')).body]).toEqual([1, []])

  provider.createInvoice = createInvoice
  const leases = test.db.updateTable('orders').where('account_id', '=', june.id)
  await leases.set({ invoicing_until: sql<Date>`now() - interval '1 second'` }).execute() // as after 15 s
  const { status, body } = await checkout(june, game)
  expect(status).toBe(200)
  const made = await test.db
    .selectFrom('sandbox_invoices')
    .select('id')
    .where('order_id', 'in', calledAs(test, body.orderId))
    .execute()
  expect(made).toHaveLength(1)
})
