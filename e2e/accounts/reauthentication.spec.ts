import { expect, expectAccessibleAtBothWidths, newUser, PASSWORD, test } from '../shop.ts'

/** What the server answers to a session whose log-in is more than ten minutes old. */
const NEEDED = { error: 'Confirm it’s you.', code: 'reauthentication_needed' }

test('K18 A risky action asks for the password by keyboard and then goes on', async ({ page }) => {
  await newUser(page)
  await page.goto('/settings/security')
  await page.route(
    (url) => url.pathname === '/api/sessions',
    (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 403, json: NEEDED }) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Log out everywhere', exact: true }).press('Enter')
  const everywhere = page.getByRole('dialog', { name: 'Log out everywhere?' })
  await everywhere.getByRole('button', { name: 'Log out everywhere', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await expectAccessibleAtBothWidths(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(everywhere.getByText('Confirm it’s you.', { exact: true })).toBeVisible()

  await everywhere.getByRole('button', { name: 'Log out everywhere', exact: true }).press('Enter')
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await page.keyboard.type('wrong-password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await page.unrouteAll()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('group', { name: 'Message' }).getByText('You are logged out everywhere.'),
  ).toBeVisible()
})
