/** Pages translated by the browser: added, removed and changed texts are shown, and translated again. */
import type { Page } from '@playwright/test'
import { account, expect, newcomer, newUser, PASSWORD, test } from '../shop.ts'
import { translatePages } from '../translate.ts'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('A form of a translated page says what is wrong until it is right', async ({ page, context }) => {
  const { email } = await account(page)
  await translatePages(context)
  await page.goto('/login')
  await expect(title(page)).toHaveText('LOG IN')
  const submit = main(page).getByRole('button', { name: /^LOG IN$/ })
  await page.getByLabel('Email or Username').fill(email)
  await page.getByLabel(/^PASSWORD$/).fill('not this one')
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText(/^INVALID|^WRONG/)
  await page.getByLabel(/^PASSWORD$/).fill(PASSWORD)
  await submit.click()
  await expect(page).toHaveURL('/')
})

test('A visitor signs up on a translated page with help at each field', async ({ page, context }) => {
  const { username, email } = newcomer()
  await translatePages(context)
  await page.goto('/signup')
  const missing = page.getByText(/^STILL MISSING/)
  await expect(missing).toHaveText(
    'STILL MISSING: A USERNAME, YOUR EMAIL, A PASSWORD, AND THE SAME PASSWORD AGAIN.',
  )
  await page.getByLabel(/^EMAIL$/).fill('no address')
  await page.getByLabel('Username').fill(username)
  await expect(page.getByText('PLEASE ENTER A VALID EMAIL ADDRESS.').first()).toBeVisible()
  await page.getByLabel(/^EMAIL$/).fill(email)
  await expect(page.getByText('PLEASE ENTER A VALID EMAIL ADDRESS.')).toHaveCount(0)
  await expect(missing).toHaveText('STILL MISSING: A PASSWORD AND THE SAME PASSWORD AGAIN.')
  await page.getByLabel(/^PASSWORD$/).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/verify/)
})

test('A game is bought and paid on translated pages', async ({ page, context }) => {
  await newUser(page)
  await translatePages(context)
  await page.goto('/game/saltglass')
  await expect(title(page)).toHaveText('Saltglass')
  await main(page).getByRole('button', { name: 'Add to basket' }).click()
  await main(page).getByRole('button', { name: 'In basket' }).click()
  await expect(title(page)).toHaveText('BASKET')
  await page.getByRole('button', { name: 'Remove Saltglass' }).click()
  await expect(main(page).getByText('REMOVED.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  const opened = context.waitForEvent('page')
  await main(page).getByRole('button', { name: 'PAY $14.99' }).first().click()

  const pay = await opened
  const next = pay.getByRole('button', { name: 'Continue with' })
  await expect(next).toHaveText('CONTINUE WITH Solana')
  await pay.getByRole('radio', { name: /^USDC/ }).check()
  await expect(next).toHaveText('CONTINUE WITH USDC')
  await next.click()
  await expect(pay.getByText('WAITING', { exact: true })).toBeVisible()
  await pay.getByRole('button', { name: 'Payment seen' }).click()
  await expect(title(pay)).toHaveText('SEEN ON THE NETWORK')
  await pay.getByRole('button', { name: 'Payment confirmed' }).click()
  await expect(title(pay)).toHaveText('YOUR GAMES ARE READY')
  await expect(pay.getByText('PAID', { exact: true })).toBeVisible()
  await pay.getByRole('link', { name: 'Open my library' }).click()
  await expect(pay.getByRole('link', { name: 'Saltglass' }).first()).toBeVisible()
})

test('A translated list counts what its filters match', async ({ page, context }) => {
  await translatePages(context)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/games')
  const shown = main(page).getByRole('status').filter({ hasText: 'SHOWING' })
  await expect(shown).toHaveText(/^SHOWING \d+ OF \d+$/)
  const before = await shown.textContent()
  await page
    .getByRole('complementary', { name: 'Filters' })
    .getByLabel(/^NSFW ONLY/)
    .click() // the choice follows the address, a moment later
  await expect(shown).not.toHaveText(before ?? '')
  await expect(shown).toHaveText(/^SHOWING \d+ OF \d+$/)
})

test('A page that was translated before its scripts loaded still works', async ({
  page,
  context,
  faults,
}) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'light'))
  await translatePages(context, 'at-once')
  await page.goto('/game/saltglass')
  await main(page).getByRole('button', { name: 'Add to basket' }).click()
  await expect(page.getByRole('link', { name: 'Basket, 1 item' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(faults.splice(0).join(), 'React says that it renders the page anew').toMatch(/#418/)
})
