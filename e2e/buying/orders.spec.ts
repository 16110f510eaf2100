/** Orders as their buyers and the admins see them, in every state. */
import type { Page } from '@playwright/test'
import {
  checkOut,
  expect,
  expectAccessible,
  holdBack,
  newUser,
  type OpenedOrder,
  openAs,
  otherPage,
  playNetwork,
  popupBy,
  savedBy,
  savedCsv,
  test,
} from '../shop.ts'

type Opened = OpenedOrder & { title: string; price: number }

/** Opens an order for the nth game that costs something. */
async function open(page: Page, nth = 0): Promise<Opened> {
  const games = await (await page.request.get('/api/games?price=5-1000&sort=title&limit=40')).json()
  const { _id: gameId, title, price } = games[nth]
  return { ...(await checkOut(page, [{ gameId }])), title, price }
}

/** Opens that many orders, the first before all others. */
async function openMany(page: Page, count: number): Promise<[Opened, ...Opened[]]> {
  const first = await open(page)
  return [first, ...(await Promise.all(Array.from({ length: count - 1 }, (_, nth) => open(page, nth + 1))))]
}

/** Plays the network, one event after the other, each until the store has heard of it. */
async function play(
  page: Page,
  order: Opened,
  events: readonly (readonly [event: string, status: string])[],
) {
  for (const [event, status] of events) await playNetwork(page, order, event, status)
}

const rowOf = (page: Page, order: Opened) => page.getByRole('row').filter({ hasText: order.title })

const STATES = [
  { events: [], pill: 'CREATED', action: 'Resume checkout' },
  { events: [['detect', 'PENDING']], pill: 'PENDING', action: 'View status' },
  {
    events: [['underpay', 'PENDING']],
    pill: 'PENDING',
    words: /We received \$[\d.]+ of \$/,
    action: 'Pay the rest',
  },
  {
    events: [
      ['expire', 'EXPIRED'],
      ['pay', 'PAID'],
    ],
    pill: 'PAID',
    words: /Paid late/,
    action: 'Receipt',
  },
  { events: [['cancel', 'CANCELLED']], pill: 'CANCELLED', action: 'Buy again' },
] as const

test('An order shows its state in color and words with its next actions', async ({ page }) => {
  await newUser(page)
  const orders = await Promise.all(
    STATES.map(async (state, nth) => {
      const order = await open(page, nth)
      await play(page, order, state.events)
      return { order, state }
    }),
  )
  await page.goto('/orders')
  await expect(page.getByText('Showing 5 of 5')).toBeVisible()
  // A screen narrower than 850 px has cards instead of columns; both are rows to assistive technology.
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const { order, state } of orders) {
      const row = rowOf(page, order)
      await expect(row.getByText(state.pill, { exact: true })).toBeVisible()
      await expect(row.getByRole('link', { name: state.action })).toBeVisible()
      if ('words' in state) await expect(row.getByText(state.words)).toBeVisible()
      else await expect(row.getByText(/We received|late/)).toHaveCount(0)
    }
    await expectAccessible(page)
  }
})

test('Buy again puts the items that are still for sale into the basket', async ({ page }) => {
  await newUser(page)
  const games = await (await page.request.get('/api/games?price=5-1000&sort=title&limit=3')).json()
  const [bought, second, third] = games
  const goods = games.map(({ _id }: { _id: string }) => ({ gameId: _id }))
  await playNetwork(page, await checkOut(page, goods), 'expire', 'EXPIRED')
  await playNetwork(page, await checkOut(page, [goods[0]]), 'pay', 'PAID')
  await page.goto('/orders')
  await page.getByRole('button', { name: 'Buy again' }).click()
  await expect(page).toHaveURL('/basket')
  await expect(page.getByText('2 items', { exact: false }).first()).toBeVisible()
  for (const { title } of [second, third])
    await expect(page.getByRole('button', { name: `Remove ${title}` })).toBeVisible()
  await expect(page.getByText(`You already own ${bought.title}.`).first()).toBeAttached()
})

test('Buy again of an extra opens the extra', async ({ page }) => {
  await newUser(page)
  const { _id: gameId, gameFiles } = await (await page.request.get('/api/games/the-long-dusk')).json()
  const extra = gameFiles.find((file: { customPriceEnabled: boolean }) => file.customPriceEnabled)
  const order = await checkOut(page, [{ gameId, fileId: extra._id }])
  await playNetwork(page, order, 'cancel', 'CANCELLED')
  await page.goto('/orders')
  await page.getByRole('link', { name: 'Buy again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete Purchase' })
  await expect(dialog.getByText('For The Long Dusk')).toBeVisible()
  await expect(dialog.getByRole('button', { name: `Pay $${extra.customPrice}` })).toBeVisible()
})

test('The filters of orders are in the address and search all pages', async ({ page }) => {
  await newUser(page)
  const [first, second] = await openMany(page, 12)
  if (!second) throw new Error('Twelve orders were opened')
  await play(page, first, [['pay', 'PAID']])

  await page.goto('/orders')
  await expect(page.getByText('Showing 10 of 12')).toBeVisible()
  await expect(rowOf(page, first)).toHaveCount(0)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText('Showing 12 of 12')).toBeVisible()
  await expect(rowOf(page, first)).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Showing 10 of 12')).toBeVisible()

  await page.getByLabel('Status').selectOption('Paid')
  await expect(page).toHaveURL('/orders?status=paid')
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await page.getByLabel('Search orders').fill('nothing like it')
  await expect(page.getByText('No matching orders.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear' }).first().click()
  await expect(page).toHaveURL('/orders')
  await page.getByLabel('Search orders').fill(second.orderId.slice(0, 13))
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await expect(rowOf(page, second)).toBeVisible()
})

test('The orders can be used by keyboard alone', async ({ page }) => {
  await newUser(page)
  await openMany(page, 11)
  await page.goto('/orders')
  await expect(page.getByText('Showing 10 of 11')).toBeVisible()
  await page.getByLabel('Status').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Search orders')).toBeFocused()
  await page.keyboard.type('created')
  await expect(page).toHaveURL('/orders?q=created')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Clear' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/orders')
  const more = page.getByRole('button', { name: 'Load more' })
  for (
    let presses = 0;
    presses < 40 && !(await more.evaluate((it) => it === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Showing 11 of 11')).toBeVisible()
  await expect(page.getByRole('row').last().getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('row').last().getByRole('link', { name: 'Resume checkout' })).toBeFocused()
})

test('The thank-you page follows the payment after a reload and in another tab', async ({
  page,
  context,
}) => {
  await newUser(page)
  const order = await open(page)
  const step = () => page.locator('[aria-current=step]')
  await page.goto(`/thank-you?order=${order.orderId}`)
  await expect(step()).toContainText('No payment method chosen yet')
  await expect(page.getByRole('link', { name: 'Resume checkout' })).toBeVisible()
  await play(page, order, [['choose', 'WAITING']])
  await expect(step()).toContainText('Nothing seen on the network yet')
  await play(page, order, [['detect', 'PENDING']])
  await expect(step()).toContainText('Payment confirmed')

  await page.reload()
  await expect(step()).toContainText('Payment confirmed')
  const other = await context.newPage()
  await page.close()
  await other.goto(`/thankyou?order=${order.orderId}`)
  await expect(other.getByText('Waiting for the network to confirm your payment.')).toBeVisible()
  await play(other, order, [['pay', 'PAID']])
  await expect(other.getByText(`${order.title} is yours.`)).toBeVisible()
  expect(
    (await savedBy(other.getByRole('link', { name: 'Download', exact: true }))).bytes.length,
  ).toBeGreaterThan(0)
})

test('A buyer can pay what is missing, and others with the link only see the state', async ({
  page,
  browser,
}) => {
  await newUser(page)
  const order = await open(page)
  await page.goto(`/thank-you?order=${order.orderId}`)
  await play(page, order, [['underpay', 'PENDING']])
  await expect(page.getByText(/We received \$\d+\.\d\d of \$\d+\.\d\d\. \$\d+\.\d\d to go\./)).toBeVisible()
  await expectAccessible(page)
  const invoice = await popupBy(page.getByRole('button', { name: 'Pay the rest' }))
  await expect(invoice.getByText('Still to pay')).toBeVisible()
  await invoice.close()
  await expect(page.getByRole('link', { name: 'Open invoice' })).toBeVisible()
  await page.goto(`/receipt?order=${order.orderId}`)
  await expect(page.getByText('To go', { exact: true })).toBeVisible()

  const seen = await otherPage(browser)
  await seen.goto(new URL(`/thank-you?order=${order.orderId}`, page.url()).href)
  await expect(seen.getByText('PENDING', { exact: true })).toBeVisible()
  await expect(seen.getByText(order.title)).toHaveCount(0)
  await expect(seen.getByText(/missing|\$/)).toHaveCount(0)
  await seen.close()

  await play(page, order, [['pay', 'PAID']])
  await page.goto(`/thank-you?order=${order.orderId}`)
  await expect(page.getByText(`${order.title} is yours.`)).toBeVisible()
  await expect(page.getByText(/to go\./)).toHaveCount(0)
})

test('The thank-you page shows its download and picture together without a shift', async ({ page }) => {
  await newUser(page)
  const order = await open(page)
  await play(page, order, [['pay', 'PAID']])
  // What only the buyer may know comes after what everybody may.
  const answer = await holdBack(page, `**/api/orders/${order.orderId}`, 1)
  const known = page.waitForResponse(`**/api/order-status/${order.orderId}`)
  await page.goto(`/thank-you?order=${order.orderId}`)
  await (await known).finished()
  const download = page.getByRole('link', { name: 'Download', exact: true })
  await page.evaluate(() => new Promise(requestAnimationFrame)) // in which the answer would be drawn
  await expect(page.getByText('Looking up your order…')).toBeVisible()
  await expect(download).toHaveCount(0)
  answer()
  await expect(download).toBeAttached()
  expect(await page.getByRole('main').locator('img').count()).toBe(1)
})

test('The thank-you page of an ended order listens for late money', async ({ page }) => {
  await newUser(page)
  const order = await open(page)
  await play(page, order, [['expire', 'EXPIRED']])
  await page.goto(`/thank-you?order=${order.orderId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment expired')
  await expect(page.getByText('The invoice expired before a payment arrived.', { exact: true })).toBeVisible()
  await expect(page.getByText('A late payment may still count.')).toBeVisible()
  await play(page, order, [['pay', 'PAID']])
  await page.evaluate(() => window.dispatchEvent(new Event('focus'))) // it asks by itself after 30 s alone
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you!', { timeout: 15_000 })
})

test('An admin is also led to the receipt of a paid order', async ({ page }) => {
  await newUser(page, 'admin')
  const order = await open(page)
  await play(page, order, [['pay', 'PAID']])
  await page.evaluate((id) => localStorage.setItem('lastOrderId', id), order.orderId)
  await page.goto('/orders')
  await expect(page).toHaveURL(`/receipt?order=${order.orderId}`)
  expect(await page.evaluate(() => localStorage.lastOrderId)).toBeUndefined()
})

test('A receipt tells the whole story, prints on one page and leads to support', async ({ page }) => {
  const person = await newUser(page)
  const order = await open(page)
  await play(page, order, [
    ['detect', 'PENDING'],
    ['pay', 'PAID'],
  ])
  await page.goto('/orders')
  await page.goto(`/receipt?order=${order.orderId}`)
  const sheet = page.locator('[data-receipt]')
  for (const text of [order.orderId, person.email, order.title, 'Base game', 'Total (USD)', 'SOL'])
    await expect(sheet.getByText(text).first()).toBeVisible()
  for (const event of ['Order placed', 'SOL chosen', / seen$/, / confirmed$/, 'Added to the library'])
    await expect(sheet.getByRole('listitem').filter({ hasText: event })).toHaveCount(1)
  const downloads = page.getByRole('table', { name: 'Downloads' })
  await expect(downloads.getByRole('button', { name: /^Download / }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:.*${order.orderId}`),
  )

  for (const format of ['A4', 'Letter']) {
    const pages = (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)
    expect(pages, format).toHaveLength(1)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  await expect(downloads).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/orders')
})

test('The demo has an order of three items and one with a refunded item', async ({ page }) => {
  await openAs(page, 'player@example.test', '/orders')
  const items = page.getByRole('article').locator('tbody').first().getByRole('row')
  const many = page.getByRole('row').filter({ hasText: ' and 1 more' })
  await expect(many).toHaveCount(2)
  await many.last().getByRole('link', { name: 'Receipt' }).click()
  await expect(items).toHaveCount(3)
  await expect(items.filter({ hasText: 'Extra file' })).toHaveCount(1)
  await page.goBack()
  await many.first().getByRole('link', { name: 'Receipt' }).click()
  await expect(items).toHaveCount(2)
  await expect(items.last()).toContainText(/Refunded \$\d/)
  await expect(page.getByRole('table', { name: 'Downloads' })).toHaveCount(1)
})

test('A page of orders says what failed', async ({ page }) => {
  await page.goto('/receipt?order=x')
  await expect(page.getByText('Please sign in to view your receipt.')).toBeVisible()
  await page.goto('/thankyou?order=11111111-1111-4111-8111-111111111111')
  await expect(page.getByText("We couldn't find an order to check...")).toBeVisible()

  await newUser(page)
  await page.goto('/orders')
  await expect(page.getByText('No orders yet.')).toBeVisible()
  await page.goto('/receipt')
  await expect(page.getByText('Missing order id.')).toBeVisible()
  await page.route('**/api/order-status/*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/thank-you?order=11111111-1111-4111-8111-111111111111')
  await expect(page.getByText('Failed to fetch status (503)')).toBeVisible()
  await page.route('**/api/orders?*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/orders')
  await expect(page.getByText('Failed to load orders')).toBeVisible()
  await page.route('**/api/orders?*', (route) => route.fulfill({ status: 403, body: '' }))
  await page.reload()
  await expect(page.getByText('Admins only.')).toBeVisible()
})

test('An admin finds orders by status, email and day and saves them as CSV', async ({ page, browser }) => {
  const buyer = await otherPage(browser)
  const person = await newUser(buyer)
  const paid = await open(buyer, 0)
  await play(buyer, paid, [['pay', 'PAID']])
  const unpaid = await open(buyer, 1)

  await openAs(page, 'admin@example.test', '/orders')
  await page.getByRole('link', { name: 'All Orders' }).click()
  await expect(page).toHaveURL('/admin/orders')
  await expect(page.getByText(/^Showing 10 of [\d,]{3,}\+?$/)).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText(/^Showing 20 of [\d,]{3,}\+?$/)).toBeVisible()

  await page.getByLabel('Search orders').fill(person.email)
  await expect(page.getByText('Showing 2 of 2')).toBeVisible()
  await page.getByLabel('Status').selectOption('Paid')
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  const row = rowOf(page, paid)
  await expect(row.getByText(person.email)).toBeVisible()
  await expect(row.getByRole('link', { name: 'Open' })).toHaveAttribute('href', paid.invoiceUrl)
  await expect(row.getByRole('link', { name: 'View' })).toHaveAttribute(
    'href',
    `/thankyou?order=${paid.orderId}`,
  )

  const csv = await savedCsv(page, 'orders.csv')
  expect(csv).toContain(`,${paid.price},USD,PAID,${paid.orderId},`)
  expect(csv).not.toContain(unpaid.orderId)

  await page.getByLabel('To (UTC)').fill('2020-01-01')
  await expect(page).toHaveURL(/to=2020-01-01/)
  await expect(page.getByText('No matching orders.')).toBeVisible()
  await page.getByLabel('To (UTC)').fill('')
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()

  await page.getByLabel('Status').selectOption('Created')
  await expect(rowOf(page, unpaid)).toBeVisible()
  await play(buyer, unpaid, [['cancel', 'CANCELLED']])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('No matching orders.')).toBeVisible()
  await buyer.close()
})
