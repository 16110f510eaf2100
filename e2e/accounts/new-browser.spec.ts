import { expect, mailedLink, newUser, openAs, PASSWORD, test } from '../shop.ts'

const NEW = 'quite-Another-secret-8'

test('K21 A log-in from a new browser is emailed and reported by keyboard', async ({ page, browser }) => {
  const person = await newUser(page)
  const stranger = await browser.newContext()
  const entered = await stranger.request.post(new URL('/api/login', page.url()).href, {
    data: { email: person.email, password: PASSWORD },
  })
  expect(entered.ok()).toBe(true)
  await stranger.close()

  await page.goto(await mailedLink(page, person.email, '/take-back'))
  await page
    .getByRole('button', { name: 'Remove what I ticked and log out everywhere', exact: true })
    .press('Enter')
  await page.getByRole('link', { name: 'Choose a new password' }).press('Enter')
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
  await openAs(page, person.email, '/settings/security', NEW)
  const events = page.getByRole('table', { name: 'Recent activity', exact: true }).getByRole('row')
  await expect(events.filter({ hasText: 'You reported a log-in that wasn’t you' })).toHaveCount(1)
})
