/** The payment page in each of its states. */
import type { Page } from '@playwright/test'
import { tokenOf } from '../addresses.ts'
import {
  account,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  PASSWORD,
  playNetwork,
  test,
} from '../shop.ts'

type Event = 'detect' | 'confirm' | 'underpay' | 'overpay' | 'pay' | 'expire' | 'cancel' | 'fail'
type Order = { orderId: string; payUrl: string; invoiceUrl: string }

/** An order of a game for $14.99, opened without the browser. */
async function newOrder(page: Page): Promise<Order> {
  const { email } = await account(page)
  const headers = { authorization: `Bearer ${await tokenOf(page.request, email, PASSWORD)}` }
  const game = await (await page.request.get('/api/games/saltglass')).json()
  const data = { email, goods: [{ gameId: game._id }] }
  return (await page.request.post('/api/checkout', { headers, data })).json()
}
const play = (page: Page, { invoiceUrl }: Order, event: Event) =>
  page.request.post(`${new URL(invoiceUrl).pathname}/simulate`, { data: { event } })
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const next = (page: Page) => page.getByRole('button', { name: /^Continue with/ })
const sent = (page: Page) => page.getByRole('button', { name: 'Copy amount' })
const pill = (page: Page, status: string) => page.getByText(status, { exact: true })

test('A payment leads from the choice of a coin to ready games', { tag: '@critical' }, async ({ page }) => {
  const order = await newOrder(page)
  await page.goto(order.payUrl)
  await expect(next(page)).toHaveText('Continue with Solana')
  await expect(page.getByText('The minimum for Ethereum is $35.00')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Ethereum/ })).toBeDisabled()
  await next(page).click()
  await expect(sent(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open in wallet' })).toHaveAttribute(
    'href',
    /^solana:\w+\?amount=0\.\d+$/,
  )
  await expect(page.getByRole('timer')).toHaveText(/^(20:00|1\d:\d\d)$/)
  await expect(page.getByText('Live. This page updates by itself.')).toBeVisible()
  await expect(pill(page, 'WAITING')).toBeVisible()
  await expectAccessibleAtBothWidths(page)

  await play(page, order, 'detect')
  await expect(title(page, 'Seen on the network')).toBeVisible()
  await play(page, order, 'confirm')
  await expect(page.getByText('8 of 32 confirmations')).toBeVisible()
  await expect(page.getByText(/^Seen on the network\. Confirming, \d+ of 32\.$/)).toBeAttached()
  await play(page, order, 'pay')
  await expect(title(page, 'Your games are ready')).toBeVisible()
  await expect(pill(page, 'PAID')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open my library' })).toBeVisible()
  await page.reload()
  await expect(title(page, 'Your games are ready')).toBeVisible()
})

test('A buyer with a wrong clock sees the right time left and pays', async ({ page }) => {
  await page.clock.install({ time: Date.now() + 24 * 3_600_000 })
  await page.clock.resume()
  const order = await newOrder(page)
  await page.goto(order.payUrl)
  await next(page).click()
  await expect(page.getByRole('timer')).toHaveText(/^(20:00|1\d:\d\d)$/)
  await expect(sent(page)).toBeVisible()
  await play(page, order, 'pay')
  await expect(title(page, 'Your games are ready')).toBeVisible()
  await expect(pill(page, 'PAID')).toBeVisible()
})

test('The coin is chosen and changed by keyboard with a stable address', async ({ page }) => {
  await page.goto((await newOrder(page)).payUrl)
  await expect(next(page)).toBeVisible()
  await page.getByRole('radio', { name: /^Solana/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(next(page)).toHaveText('Continue with USDC')
  await page.keyboard.press('Enter')
  const address = page.locator('.break-all').first()
  await expect(address).toBeVisible()
  const first = await address.textContent()
  await page.getByRole('button', { name: 'Change coin' }).press('Enter')
  await page.getByRole('radio', { name: /^Litecoin/ }).press('Space')
  await next(page).press('Enter')
  await expect(address).not.toHaveText(first ?? '')
  await page.reload()
  await page.getByRole('button', { name: 'Change coin' }).press('Enter')
  await page.getByRole('radio', { name: /^USDC/ }).press('Space')
  await next(page).press('Enter')
  await expect(address).toHaveText(first ?? '')
})

test('A coin can be changed as soon as its address is shown', async ({ page }) => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/payments/*/coin', async (route) => {
    const response = await route.fetch()
    await answer.promise
    await route.fulfill({ response })
  })
  await page.goto((await newOrder(page)).payUrl)
  await next(page).click()
  await page.getByRole('button', { name: 'Change coin' }).click() // shown by the live event
  await page.getByRole('radio', { name: /^Litecoin/ }).check()
  await next(page).press('Enter')
  await expect(page.getByText('Litecoin · network fee')).toBeVisible()
  answer.resolve()
})

test('A partial payment counts, and the exact rest is requested', { tag: '@critical' }, async ({ page }) => {
  const order = await newOrder(page)
  await page.goto(order.payUrl)
  await next(page).click()
  await expect(sent(page)).toBeVisible()
  await play(page, order, 'underpay')
  await expect(page.getByText('We received $8.99 of $14.99. $6.00 to go.').first()).toBeVisible()
  await expect(title(page, '$6.00')).toBeVisible()
  await expect(sent(page)).toHaveCount(0)
  await page.getByRole('radio', { name: /^USDC/ }).check()
  await next(page).click()
  await expect(page.getByText('6.00 USDC', { exact: true })).toHaveCount(2) // beside the code, and what an exchange must send
  await expectAccessible(page)
  await play(page, order, 'pay')
  await expect(title(page, 'Your games are ready')).toBeVisible()
})

test('A payment after its time says so and still counts', async ({ page }) => {
  const order = await newOrder(page)
  await page.goto(order.payUrl)
  await expect(next(page)).toBeVisible()
  await play(page, order, 'expire')
  await expect(title(page, 'Time ran out')).toBeVisible()
  await play(page, order, 'detect')
  await expect(title(page, 'Your payment came late')).toBeVisible()
  await play(page, order, 'pay')
  await expect(title(page, 'Late, but it counts')).toBeVisible()
})

test('An order that received too little late can be paid in full', async ({ page }) => {
  const order = await newOrder(page)
  await page.goto(order.payUrl)
  await play(page, order, 'underpay')
  await expect(title(page, '$6.00')).toBeVisible()
  await play(page, order, 'expire')
  await expect(title(page, /\$6\.00 is missing$/)).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('button', { name: 'Pay the missing $6.00' }).click()
  await next(page).click()
  await expect(sent(page)).toBeVisible()
})

test('An expired amount is renewed in the same order', async ({ page }) => {
  const order = await newOrder(page)
  await page.clock.install()
  await page.route('**/events', (route) => route.abort())
  await page.goto(order.payUrl)
  await next(page).click()
  await expect(sent(page)).toBeVisible()
  let movedMinutes = -30
  await page.route('**/api/payments/*', async (route) => {
    const answer = await route.fetch()
    const payment = await answer.json()
    const validUntil = new Date(Date.parse(payment.chosen.validUntil) + movedMinutes * 60_000).toISOString()
    await route.fulfill({ json: { ...payment, chosen: { ...payment.chosen, validUntil } } })
  })
  await page.clock.fastForward('00:05')
  await expect(title(page, 'Time ran out')).toBeVisible()
  movedMinutes = 30
  await page.getByRole('button', { name: 'Get a new amount' }).click()
  await expect(page.getByText(/^The rate has changed\. The new amount is 0\.\d+ SOL\.$/)).toBeVisible()
  await expect(sent(page)).toBeVisible()
})

test('Without events the page polls every five seconds and says when it is offline', async ({ page }) => {
  const order = await newOrder(page)
  await page.clock.install()
  const passFiveSeconds = () => page.clock.fastForward('00:05')
  await page.route('**/events', (route) =>
    route.fulfill({ status: 503, json: { error: 'busy', code: 'busy' } }),
  )
  await page.goto(order.payUrl)
  await expect(next(page)).toBeVisible()
  await expect(page.getByText('Connection lost. Resuming…')).toBeVisible()
  await playNetwork(page, order, 'detect', 'PENDING')
  await passFiveSeconds()
  await expect(title(page, 'Seen on the network')).toBeVisible()
  await page.route('**/api/payments/**', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await passFiveSeconds()
  await failed
  await page.unroute('**/api/payments/**')
  await playNetwork(page, order, 'pay', 'PAID')
  await passFiveSeconds()
  await expect(title(page, 'Your games are ready')).toBeVisible()
})

test('Two tabs share one event stream', async ({ page, context }) => {
  const order = await newOrder(page)
  const streams: string[] = []
  context.on('request', (request) => request.url().endsWith('/events') && streams.push(request.url()))
  await page.goto(order.payUrl)
  await expect(next(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto(order.payUrl)
  await expect(next(other)).toBeVisible()
  await play(page, order, 'detect')
  for (const tab of [page, other]) await expect(title(tab, 'Seen on the network')).toBeVisible()
  expect(streams.length).toBe(1)
})

test('A refused coin keeps the order, and without coins the provider’s page opens', async ({ page }) => {
  const order = await newOrder(page)
  await page.route('**/coins', (route) => route.fulfill({ json: { coins: [] } }))
  await page.goto(order.payUrl)
  await expect(page.getByRole('link', { name: 'Continue on the provider’s page' })).toHaveAttribute(
    'href',
    order.invoiceUrl,
  )
  await page.unroute('**/coins')
  await page.route('**/coin', (route) =>
    route.fulfill({
      status: 409,
      json: {
        error: 'This coin can’t be used right now. Choose another; your order stays.',
        code: 'coin_unavailable',
      },
    }),
  )
  await page.reload()
  await next(page).click()
  await expect(page.getByRole('alert')).toContainText('This coin can’t be used right now.')
  await page.unroute('**/coin')
  await page.getByRole('radio', { name: /^USDC/ }).check()
  await next(page).click()
  await expect(sent(page)).toBeVisible()
  await page.goto('/pay/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(title(page, 'We don’t know this payment.')).toBeVisible()
})
