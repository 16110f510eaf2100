/** Money that bought nothing, as an admin finds it, is told what to do about it, and closes it. */
import type { Browser, Page } from '@playwright/test'
import {
  account,
  checkOut,
  expect,
  expectAccessible,
  logIn,
  PASSWORD,
  passAgeGate,
  playNetwork,
  test,
} from '../shop.ts'

type Order = { orderId: string; title: string; email: string }

/** A buyer elsewhere pays as said. */
async function pay(browser: Browser, baseURL: string | undefined, event: string): Promise<Order> {
  const context = await browser.newContext({ baseURL: String(baseURL) })
  const page = await context.newPage()
  await passAgeGate(page)
  const { email } = await account(page)
  await logIn(page, email, PASSWORD)
  const [game] = await (await page.request.get('/api/games?price=5-1000&sort=title&limit=1')).json()
  const order = await checkOut(page, [{ gameId: game._id }])
  await playNetwork(page, order, event, 'PAID')
  await context.close()
  return { orderId: order.orderId, title: game.title, email }
}

const rowOf = (page: Page, { email }: Order) => page.getByRole('row').filter({ hasText: email })

test('an admin finds a case from the menu, is told the next step, and closes it with a note', async ({
  page,
  browser,
  baseURL,
}) => {
  const over = await pay(browser, baseURL, 'overpay')
  await logIn(page, 'admin@example.test')
  await page.goto('/')
  await page.getByRole('button', { name: 'shopkeeper' }).click()
  await page.getByRole('menuitem', { name: 'Users' }).click()
  await page.getByRole('link', { name: 'Cases' }).click()
  await expect(page).toHaveURL('/admin/cases')
  await expect(page.getByText(/^Showing \d+ of \d+$/)).toBeVisible()

  const row = rowOf(page, over)
  for (const text of [
    'Overpaid',
    /^\$\d+\.\d\d/,
    'SOL',
    'PAID',
    /beyond the price\. Ask the buyer for an address/,
  ])
    await expect(row.getByText(text).first()).toBeVisible()
  await expect(row.getByRole('link', { name: /^\w{4}-\w{4}$/ })).toHaveAttribute(
    'href',
    `/admin/orders/${over.orderId}`,
  )

  await row.getByRole('button', { name: /^Resolve Overpaid/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Resolve case' })
  await expect(dialog.getByText(/beyond the price/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(dialog.getByText('Say what was done.')).toBeVisible()
  await expectAccessible(page)
  const note = `Sent back to ${over.email}.`
  await dialog.getByLabel('What was done').fill(note)
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByRole('group', { name: 'Message' })).toHaveText(/Case resolved\./)
  await expect(dialog).toHaveCount(0)
  await expect(row).toHaveCount(0)

  await page.getByRole('button', { name: 'Resolved' }).click()
  await expect(page).toHaveURL('/admin/cases?state=resolved')
  await expect(row.getByText(note)).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await page.reload()
  await expect(row.getByText(note)).toBeVisible()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page).toHaveURL('/admin/cases')
})

test('a case is closed by keyboard alone, and Escape keeps it open', async ({ page, browser, baseURL }) => {
  const over = await pay(browser, baseURL, 'overpay')
  await logIn(page, 'admin@example.test')
  await page.goto('/admin/cases')
  const row = rowOf(page, over)
  const name = `Resolve Overpaid, ${over.title}`
  await row.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
  const note = page.getByLabel('What was done')
  await expect(note).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row.getByRole('button', { name })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(note).toBeFocused()
  await page.keyboard.type('Given back by hand.')
  for (const focused of ['Cancel', 'Resolve']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('dialog').getByRole('button', { name: focused, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Message' })).toHaveText(/Case resolved\./)
})

test('says that there is nothing to do, that it could not look, and loads more when there is more', async ({
  page,
}) => {
  await logIn(page, 'admin@example.test')
  const list = '**/api/admin/payment-cases?*'
  await page.route(list, (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await page.goto('/admin/cases')
  await expect(page.getByText('No open cases.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Resolved' }).click()
  await expect(page.getByText('No resolved cases yet.')).toBeVisible()
  await page.unroute(list)
  await page.route(list, (route) => route.fulfill({ status: 503, json: { error: 'Busy.', code: 'busy' } }))
  await page.goto('/admin/cases')
  await expect(page.getByText('Failed to load payment cases')).toBeVisible()
})

test('nobody but an admin sees the cases', async ({ page }) => {
  await logIn(page, 'player@example.test')
  await page.goto('/admin/cases')
  await expect(page).toHaveURL('/dashboard')
})
