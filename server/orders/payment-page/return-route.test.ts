import { beforeAll, expect, it } from 'vitest'
import { browserOf } from '../../testing/browser.ts'
import { buy, type NewTestOrder, referencesOf } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

const test = useTestStore()
let game: TestGame
let june: Person
let order: NewTestOrder
let reference: string

beforeAll(async () => {
  game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  june = await signedIn(test)
  order = await buy(june, game)
  ;[reference = ''] = await referencesOf(test.db, order.orderId, 'sandbox')
})

/** Where a browser is redirected from a provider's page. */
async function leadsTo(cookies: ReadonlyMap<string, string> = new Map(), name = reference) {
  const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const answer = await fetch(`${test.url}/return/${name}`, { headers: { cookie }, redirect: 'manual' })
  return { status: answer.status, to: answer.headers.get('location') }
}

it('redirects anyone with a payment link back to the payment, and never to the order’s id', async () => {
  const page = await (await fetch(`${test.url}/sandbox/api/invoices/${order.invoiceId}`)).text()
  expect(page).not.toContain(order.orderId)
  const { status, to } = await leadsTo()
  expect(status).toBe(302)
  expect(to).toContain(`/pay/${order.payToken}`)
  const other = browserOf(test)
  const kim = await signedIn(test)
  await other.post('/api/login', { email: kim.email, password: PASSWORD })
  expect((await leadsTo(other.cookies)).to).toContain('/pay/')
  expect((await leadsTo(new Map([['buyer', `${june.id}.${'A'.repeat(43)}`]]))).to).toContain('/pay/')
  expect((await leadsTo(new Map(), 'no-such-reference')).status).toBe(404)
  expect((await leadsTo(new Map(), order.orderId)).status).toBe(404)
})

it('leads the buyer’s browser to the order: by its session, or the cookie of the checkout, until they log out', async () => {
  const browser = browserOf(test)
  const login = await browser.post('/api/login', { email: june.email, password: PASSWORD })
  const home = { status: 302, to: `/thank-you?order=${order.orderId}` }
  expect(await leadsTo(browser.cookies)).toEqual(home)
  const bought = browserOf(test)
  const goods = { gameId: game.id, email: june.email, mode: 'base' }
  const headers = { authorization: `Bearer ${login.body.accessToken}` }
  expect((await bought.post('/api/checkout', goods, headers)).status).toBe(200)
  expect(await leadsTo(bought.cookies)).toEqual(home)
  await browser.post('/api/refresh')
  expect(await leadsTo(browser.cookies)).toEqual(home)
  await browser.post('/api/logout')
  expect((await leadsTo(browser.cookies)).to).toContain('/pay/')
})

it('an admin finds an order by its reference at a provider, in the list and in the address; nobody else does', async () => {
  const admin = await signedIn(test, 'admin')
  const found = await admin.get(`/api/orders?q=${reference}`)
  expect(found.body.map(({ orderId }: { orderId: string }) => orderId)).toEqual([order.orderId])
  const page = await admin.get(`/api/admin/orders/${reference}`)
  expect(page.body.order.orderId).toBe(order.orderId)
  expect(page.body.invoices[0].reference).toBe(reference)
  expect((await june.get(`/api/orders?q=${reference}`)).body).toEqual([])
})
