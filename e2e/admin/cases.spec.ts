/** An admin finds money that bought nothing, learns the next step, and closes the case. */
import type { Page } from '@playwright/test'
import { ADMIN } from '../developer/a-game.ts'
import { checkOut, expect, expectAccessible, logIn, newUser, openAs, playNetwork, test } from '../shop.ts'

const said = (page: Page, text: string) => page.getByRole('group', { name: 'Message' }).getByText(text)

test('An admin finds a payment case and closes it with a note by keyboard', async ({ page }) => {
  const { email } = await newUser(page)
  const [game] = await (await page.request.get('/api/games?price=5-1000&sort=title&limit=1')).json()
  const order = await checkOut(page, [{ gameId: game._id }])
  await playNetwork(page, order, 'overpay', 'PAID')

  await openAs(page, ADMIN, '/')
  await page.getByRole('button', { name: 'shopkeeper' }).click()
  await page.getByRole('menuitem', { name: 'Users' }).click()
  await page.getByRole('link', { name: 'Cases' }).click()
  await expect(page).toHaveURL('/admin/cases')
  await expect(page.getByText(/^Showing \d+ of \d+$/)).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: email })
  for (const text of [
    'Overpaid',
    /^\$\d+\.\d\d/,
    'SOL',
    'PAID',
    /^Overpaid by \$\d+\.\d\d\. Ask for an address/,
  ])
    await expect(row.getByText(text).first()).toBeVisible()
  await expect(row.getByRole('link', { name: /^\w{4}-\w{4}$/ })).toHaveAttribute(
    'href',
    `/admin/orders/${order.orderId}`,
  )

  await row.getByRole('button', { name: /^Ask for an address: Overpaid, order \w{4}-\w{4}$/ }).press('Enter')
  const asking = page.getByRole('dialog', { name: 'Ask for an address' })
  await expect(asking.getByLabel('Email to the buyer')).toHaveValue(/We owe you \$\d+\.\d\d for order/)
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Send email' }).press('Enter')
  await expect(said(page, `Email sent to ${email}.`)).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'With the buyer' }).click()
  await expect(page).toHaveURL('/admin/cases?state=with_buyer')
  await expect(row.getByText(/^With the buyer since/)).toBeVisible()

  const resolve = row.getByRole('button', { name: /^Resolve Overpaid, order \w{4}-\w{4}$/ })
  await resolve.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Resolve case' })
  const done = dialog.getByLabel('What was done')
  await expect(done).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(resolve).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dialog.getByText(/Overpaid by/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Resolve' }).press('Enter')
  await expect(dialog.getByText('Say what was done.')).toBeVisible()
  await expectAccessible(page)
  const note = `Sent back to ${email}.`
  await done.focus()
  await page.keyboard.type(note)
  for (const focused of ['Cancel', 'Resolve']) {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: focused, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(said(page, 'Case resolved.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(row).toHaveCount(0)

  await page.getByRole('button', { name: 'Resolved' }).click()
  await expect(page).toHaveURL('/admin/cases?state=resolved')
  await expect(row.getByText(note)).toBeVisible()
  await expect(row.getByRole('button', { name: /^Resolve/ })).toHaveCount(0)
  await page.reload()
  await expect(row.getByText(note)).toBeVisible()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page).toHaveURL('/admin/cases')
})

test('The list of cases says when it is empty or could not be loaded', async ({ page }) => {
  await logIn(page, ADMIN)
  const list = '**/api/admin/payment-cases?*'
  await page.route(list, (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await page.goto('/admin/cases')
  await expect(page.getByText('No open cases.')).toBeVisible()
  await expectAccessible(page)
  await page.route(list, (route) => route.fulfill({ status: 403, json: { error: 'No.', code: 'forbidden' } }))
  await page.getByRole('button', { name: 'Resolved' }).click()
  await expect(page.getByText('Failed to load payment cases')).toBeVisible()
})
