/** The purchase dialog and what follows from it, as buyers meet them. */
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page, Route } from '@playwright/test'
import {
  account,
  checkOut,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  firstOf,
  holdBack,
  logInHere,
  newUser,
  playNetwork,
  popupBy,
  savedBy,
  test,
} from '../shop.ts'

const GAME = '/game/the-long-dusk'
const FREE_GAME = '/game/kelp'
const SOUNDTRACK = 'Original soundtrack.zip'
const ART_BOOK = 'Art book, 160 pages.zip'

const complete = (page: Page) => page.getByRole('dialog', { name: 'Complete Purchase' })
const download = (page: Page) => page.getByRole('dialog', { name: 'Download' })
const buyButton = (page: Page) => page.getByRole('button', { name: 'Buy for $24.99' }).first()
const payButton = (page: Page) => complete(page).getByRole('button', { name: /^Pay \$/ })
const fileRow = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('row').filter({ hasText: name })

const total = (page: Page) => complete(page).getByText('Total', { exact: true }).locator('..')

/** Nothing is cut off or wider than the window, on the narrowest phones neither. */
async function expectNarrowToFit(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 640 })
  const wider = () =>
    page.locator('dialog[open]').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
  expect(await wider()).toBe(0)
  if (size) await page.setViewportSize(size)
}

/** Plays the network on the invoice that a click opens, and closes its tab. */
async function payFor(page: Page) {
  const invoice = await popupBy(payButton(page))
  await invoice.getByRole('button', { name: 'Payment confirmed' }).click()
  await expect(invoice.getByRole('heading', { name: 'Your games are ready' })).toBeVisible()
  await invoice.close()
}

/** Buys the game without the dialog. */
async function buyGame(page: Page) {
  const { _id: gameId } = await (await page.request.get('/api/games/the-long-dusk')).json()
  await playNetwork(page, await checkOut(page, [{ gameId }]), 'pay', 'PAID')
}

const refusal = (status: number, code: string, error: string) => (route: Route) =>
  route.fulfill({ status, json: { error, code } })

/** The shop's tab and those of invoices. */
const tabsOf = (context: BrowserContext) => context.pages().length

test('The purchase dialog names its items and closes in four ways', async ({ page }) => {
  const person = await newUser(page)
  await page.goto(GAME)
  const closeButton = complete(page).getByRole('button', { name: 'Close', exact: true })
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => closeButton.click(),
    () => complete(page).getByRole('button', { name: 'Close dialog', exact: true }).click(),
    () => page.goBack(),
  ]
  for (const close of ways) {
    await buyButton(page).click()
    await expect(complete(page)).toBeVisible()
    await close()
    await expect(complete(page)).toHaveCount(0)
    await expect(page).toHaveURL(GAME)
    await expect(buyButton(page)).toBeFocused()
  }

  await page.setViewportSize({ width: 1280, height: 640 }) // a laptop
  await buyButton(page).click()
  const dialog = complete(page)
  await expect(payButton(page)).toBeFocused()
  expect(await dialog.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(dialog).toContainText(person.email)
  await expect(total(page)).toContainText('$24.99')
  await dialog.getByText(/^Includes Windows, Linux · 2 files, \d+\.\d MB$/).click()
  const table = dialog.getByRole('table', { name: 'Included files' })
  for (const name of ['File', 'Size', 'Device', 'Status', 'Action'])
    await expect(table.getByRole('columnheader', { name })).toHaveCount(1)
  await expect(table.getByRole('row')).toHaveCount(3)
  const row = fileRow(page, 'windows.zip')
  for (const text of [/\d\.\d MB/, 'Windows', 'Included', 'After payment'])
    await expect(row).toContainText(text)

  const before = await page.evaluate(() => window.scrollY)
  await page.mouse.move(5, 5)
  await page.mouse.wheel(0, 600)
  await page.keyboard.press('End')
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
  await expect(dialog.getByRole('link', { name: 'Open Library' })).toHaveCount(0) // there is nothing of it in there yet
  await expectAccessibleAtBothWidths(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(closeButton).toBeHidden()
  await expectNarrowToFit(page)
})

test('A game is bought by keyboard alone', { tag: '@critical' }, async ({ page }) => {
  await newUser(page)
  await page.goto(GAME)
  await buyButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(complete(page)).toBeVisible()
  const focused = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null)
  expect(await focused()).toBe(true)
  await expect(payButton(page)).toBeFocused()
  const seen: string[] = []
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    seen.push(await page.evaluate(() => document.activeElement?.textContent ?? ''))
    // From the last control the focus goes to the browser's own and comes back; the page behind is never reached.
    const where = await page.evaluate(() => document.activeElement?.tagName)
    expect(where === 'BODY' || (await focused())).toBe(true)
  }
  expect(seen.some((text) => text.startsWith('Pay $24.99'))).toBe(true)
  await payButton(page).focus()
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const invoice = await opened
  await expect(invoice.getByText('Amount to pay')).toBeVisible()
  expect(await invoice.evaluate(() => window.opener)).toBe(null)
  await expect(page).toHaveURL('/orders')
})

test('A log-in on the way keeps the choice, and several extras are one order', async ({ page }) => {
  const person = await account(page)
  await page.goto(GAME)
  await expect(page.getByRole('heading', { name: 'Project Files' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Additional Purchases' })).toBeVisible()
  await page.getByRole('button', { name: `Buy $6.99, ${SOUNDTRACK}` }).click()
  const dialog = complete(page)
  await expect(total(page)).toContainText('$6.99')
  await expect(fileRow(page, SOUNDTRACK)).toContainText('After payment')
  await dialog.getByRole('button', { name: `Add ${ART_BOOK}` }).click()
  await expect(total(page)).toContainText('$16.98')
  await expect(dialog.getByText('2 extras')).toBeVisible()
  await expect(dialog.getByRole('button', { name: `Remove ${ART_BOOK}` })).toBeFocused()

  const address = new URL(page.url())
  await dialog.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(address.pathname + address.search)}`)
  await logInHere(page, person.email)
  await expect(page).toHaveURL(address.href)
  await expect(total(page)).toContainText('$16.98')
  await dialog.getByRole('button', { name: `Remove ${SOUNDTRACK}` }).click()
  await expect(total(page)).toContainText('$9.99')
  await dialog.getByRole('button', { name: `Add ${SOUNDTRACK}` }).click()
  await expect(total(page)).toContainText('$16.98')
  await expectNarrowToFit(page)
  await payFor(page)

  // The order that was checked out is paid: the orders lead to its receipt.
  await expect(page).toHaveURL(/\/receipt\?order=/, { timeout: 20_000 })
  for (const text of [SOUNDTRACK, ART_BOOK, '$16.98'])
    await expect(page.locator('[data-receipt]').getByText(text).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.lastOrderId)).toBeUndefined()

  await page.goto(GAME)
  await expect(page.getByRole('button', { name: `Download ${SOUNDTRACK}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Download ${ART_BOOK}` })).toBeVisible()
  await expect(buyButton(page)).toBeVisible() // the base is another purchase
})

test('An owner sees downloads instead of buying and can add an extra', async ({ page }) => {
  await newUser(page)
  await buyGame(page)
  await page.goto(GAME)
  await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  await expect(buyButton(page)).toHaveCount(0)
  const dialog = download(page)
  await expect(dialog).toContainText('In your library since')
  await expect(dialog.getByText('Total')).toHaveCount(0)
  const own = fileRow(page, 'windows.zip')
  await expect(own).toContainText('Owned')
  await expect(fileRow(page, ART_BOOK)).toContainText('$9.99')
  await expectAccessible(page)

  await page.route('**/download', (route) => route.fulfill({ status: 500, body: '' }))
  await own.getByRole('button').click()
  await expect(own).toContainText('Failed')
  await expect(page.getByText('Download failed').last()).toBeVisible()
  await page.unroute('**/download')
  const answer = await holdBack(page, '**/download')
  const saved = page.waitForEvent('download')
  await own.getByRole('button').click()
  await expect(own).toContainText('Downloading')
  answer()
  const bytes = await readFile(await (await saved).path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  await expect(own).toContainText('Owned')

  await dialog.getByRole('button', { name: `Buy ${ART_BOOK}` }).click()
  await expect(total(page)).toContainText('$9.99')
})

test('A blocked pop-up leaves a link to the invoice and to the orders', async ({ page }) => {
  await newUser(page)
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto(`${GAME}?buy=1`)
  await payButton(page).click()
  const note = complete(page).getByRole('alert')
  await expect(note).toContainText('Could not open the invoice page.')
  await expectAccessible(page)
  await expect(note).toBeInViewport({ ratio: 1 })
  const orderId = await page.evaluate(() => localStorage.lastOrderId)
  const invoice = await popupBy(note.getByRole('link', { name: 'Open invoice' }))
  await expect(invoice.getByText('Amount to pay')).toBeVisible()
  expect(await invoice.evaluate(() => window.opener)).toBe(null)
  await expect(page).toHaveURL('/orders')
  await expect(page.getByText(orderId)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Resume checkout' })).toBeVisible()
})

test('A slow checkout takes one click, says so and can be left', async ({ page, context }) => {
  await newUser(page)
  let checkouts = 0
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/checkout', async (route) => {
    checkouts += 1
    await held
    await route.continue().catch(() => {}) // the page may have given up
  })
  await page.goto(GAME)
  await buyButton(page).click()
  const opened = page.waitForEvent('popup')
  await payButton(page).click()
  await payButton(page).click()
  const tab = await opened
  await expect(tab.getByText('Opening the invoice…')).toBeVisible()
  await expect(complete(page).getByText('The payment provider is making the invoice.')).toBeVisible()
  expect(checkouts).toBe(1)

  await page.goBack()
  await expect(complete(page)).toHaveCount(0)
  await expect.poll(() => tabsOf(context)).toBe(1)
  answer()
  await page.goto(`${GAME}?buy=1`)
  await expect((await popupBy(payButton(page))).getByText('Amount to pay')).toBeVisible()
  await expect(page).toHaveURL('/orders')
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
})

test('A reload during checkout closes the waiting tab and loses nothing', async ({ page, context }) => {
  await newUser(page)
  let isAnswered = false
  await page.route('**/api/checkout', (route) => (isAnswered ? route.continue() : undefined))
  await page.goto(`${GAME}?buy=1`)
  await popupBy(payButton(page))
  await page.reload()
  await expect.poll(() => tabsOf(context)).toBe(1)
  await expect(payButton(page)).toBeVisible()
  isAnswered = true
  await expect((await popupBy(payButton(page))).getByText('Amount to pay')).toBeVisible()
})

test('A failed checkout says what to do next', async ({ page, context }) => {
  await newUser(page)
  await page.goto(`${GAME}?buy=1`)
  const note = complete(page).getByRole('alert')

  await page.route(
    '**/api/checkout',
    refusal(503, 'provider_unavailable', 'Something went wrong creating the checkout'),
  )
  await payButton(page).click()
  await expect(note).toContainText('Something went wrong creating the checkout')
  await expect(note).toBeInViewport({ ratio: 1 })
  await expectNarrowToFit(page)
  expect(tabsOf(context)).toBe(1)
  await page.unroute('**/api/checkout')

  await page.route('**/api/checkout', (route) => route.abort('internetdisconnected'))
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(note).toContainText('Failed to start checkout')
  await page.unroute('**/api/checkout')

  await page.route('**/api/checkout', (route) => route.fulfill({ json: {} }))
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(note).toContainText('Checkout failed')
  await page.unroute('**/api/checkout')

  const small = 'This is below the smallest payment possible right now, $20.00.'
  await page.route('**/api/checkout', refusal(400, 'price_too_small', small))
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(note).toContainText(small)
  await expect(note.getByRole('button')).toHaveCount(0)
  await page.unroute('**/api/checkout')

  // The page was opened before the price rose: the server's own answer.
  await page.route('**/api/checkout', (route) => {
    const { email, goods } = route.request().postDataJSON()
    return route.continue({ postData: JSON.stringify({ email, goods: [{ ...goods[0], price: 17 }] }) })
  })
  await payButton(page).click()
  await expect(note).toContainText('The price has changed. Reload the page.')
  await page.unroute('**/api/checkout')
  await note.getByRole('button', { name: 'Reload' }).click()
  await expect(note).toHaveCount(0)

  await expect((await popupBy(payButton(page))).getByText('Amount to pay')).toBeVisible()
  await expect(page).toHaveURL('/orders')
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
})

test('A game that was bought elsewhere meanwhile turns into an owned one', async ({ page }) => {
  await newUser(page)
  await page.goto(`${GAME}?buy=1`)
  await expect(payButton(page)).toBeVisible()
  await buyGame(page)

  await payButton(page).click()
  await expect(download(page)).toContainText('In your library')
  await expect(fileRow(page, 'windows.zip')).toContainText('Owned')
})

test('A free game is claimed after a log-in', async ({ page }) => {
  const person = await account(page)
  await page.goto(FREE_GAME)
  await page.getByRole('button', { name: 'Get for free' }).first().click()
  await expect(page).toHaveURL(/\/login\?next=%2Fgame%2F.*buy%3D1$/)
  await logInHere(page, person.email)
  const dialog = download(page)
  await expect(dialog).toContainText('$0.00')
  await expect(dialog).toContainText(person.email)
  await dialog.getByRole('button', { name: 'Get for free' }).click()
  await expect(dialog).toContainText('In your library since')
  await expect(dialog.getByRole('row').nth(1)).toContainText('Owned')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Added', exact: true }).click()
  await expect(dialog).toContainText('In your library since')
})

test('Downloading a free game adds it to the library', async ({ page }) => {
  await newUser(page)
  await page.goto(`${FREE_GAME}?buy=1`)
  const { bytes } = await savedBy(firstOf(download(page), 'button', /^Download /))
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  await expect(download(page)).toContainText('In your library since')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page.getByRole('group', { name: 'Message' })).toHaveCount(0)
  await page.goto('/library')
  await expect(page.getByRole('link', { name: /Kelp/ })).toBeVisible()
})

test('Without an answer nothing counts as owned, and a warning is logged', async ({ page }) => {
  await newUser(page)
  await page.route('**/api/library?*', (route) => route.fulfill({ status: 400, body: '' }))
  const warned = page.waitForEvent(
    'console',
    (message) => message.type() === 'warning' && message.text().includes('ownership'),
  )
  await page.goto(GAME)
  await warned
  await expect(buyButton(page)).toBeVisible()
})
