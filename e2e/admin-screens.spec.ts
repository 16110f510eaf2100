/** Every screen of admins and developers, at both widths and in both themes. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, logIn, newcomer, test } from './shop.ts'

/** Each screen, and what it shows once its figures and rows are there. */
const ADMIN = [
  ['/admin/users', 'Load more'],
  ['/admin/orders', 'Load more'],
  ['/admin/games', 'Load more'],
  ['/admin/featured', 'of 6'],
  ['/admin/inbox', 'Mark answered'],
  ['/admin/audit', 'Search the audit log'],
] as const
const DEVELOPER = [
  ['/dev-dashboard', 'Revenue, all time'],
  ['/dev/analytics', 'Where visitors came from'],
  ['/dev/earnings', 'Load more'],
] as const

async function expectReadable(page: Page, screens: readonly (readonly [string, string])[]) {
  for (const [address, shown] of screens) {
    await page.goto(address)
    await expect(page.getByText(shown).or(page.getByLabel(shown)).first()).toBeAttached()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page)
  }
}

test.describe.configure({ timeout: 300_000 }) // each screen is looked at in both themes

test('every list of an admin can be read and used by everybody', async ({ page }) => {
  const { email } = newcomer()
  const message = { email, subject: 'long'.repeat(20), message: `First line\nSecond ${'long'.repeat(200)}` }
  expect((await page.request.post('/api/contact', { data: message })).ok()).toBe(true)
  await logIn(page, 'admin@example.test')
  await expectReadable(page, ADMIN)
  await page.goto('/admin/games')
  await page.getByRole('button', { name: 'Take down' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveCSS('text-align', 'start') // it lies in a cell whose text ends at the right and does not wrap
  await expect(dialog).toHaveCSS('white-space', 'normal')
  await expectAccessible(page)
})

test('a user and the figures of the store can be read and used by everybody', async ({ page }) => {
  await logIn(page, 'admin@example.test')
  await page.goto('/admin/users?q=lowbatteryclub')
  await page.getByRole('link', { name: /^View Details/ }).click()
  await expect(page.getByText('Nothing was done to this user.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change role' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectReadable(page, [['/admin/analytics', 'Recent activity']])
})

test('every screen of a developer can be read and used by everybody', async ({ page }) => {
  await logIn(page, 'developer@example.test')
  await expectReadable(page, DEVELOPER)
})
