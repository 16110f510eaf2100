import type { Page } from '@playwright/test'
import { expect, expectAccessible, scriptsRun, test } from '../shop.ts'

const MESSAGE = 'My download stops at 41 %, and I wrote a long and careful letter about it.'

test('A next page whose script fails says so, and input on this page stays', async ({ page, faults }) => {
  await page.route('**/assets/support-*.js', (route) => route.abort())
  await page.goto('/contact')
  await scriptsRun(page)
  await page.getByLabel('Message').fill(MESSAGE)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Support', exact: true }).click()
  const failed = page.getByText('The page did not load. What you typed here is kept as long as you stay.')
  await expect(failed).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('Message')).toHaveValue(MESSAGE)
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(failed).toBeHidden()
  await expect(page.getByLabel('Message')).toHaveValue(MESSAGE)

  await page.unroute('**/assets/support-*.js')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Support', exact: true }).click()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
  expect(faults.splice(0).every((fault) => fault.includes('/assets/support-'))).toBe(true)
})

test('A next page that loads slowly says so', async ({ page }) => {
  const { promise: waited, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/assets/support-*.js', (route) => waited.then(() => route.continue()))
  await page.goto('/contact')
  await scriptsRun(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Support', exact: true }).click()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await expectAccessible(page)
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
})

test('A page whose own script fails says so, and a reload restores the input', async ({ page, faults }) => {
  await page.route('**/assets/contact-*.js', (route) => route.abort())
  await page.goto('/contact')
  const failed = page.getByText(
    'A part of this page did not load. What you typed comes back when you reload.',
  )
  await expect(failed).toBeVisible()
  await page.getByLabel('Subject').fill('Download')
  await page.getByLabel('Message').fill(MESSAGE)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByLabel('Message')).toHaveValue(MESSAGE)
  await expect(page).toHaveURL(/\/contact$/)
  faults.splice(0)

  await page.unroute('**/assets/contact-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(failed).toBeHidden()
  await expect(page.getByText(`${MESSAGE.length}/2000`)).toBeVisible() // counted by the script, so it has taken the text
  await expect(page.getByLabel('Subject')).toHaveValue('Download')
  await expect(page.getByLabel('Message')).toHaveValue(MESSAGE)
})

test('A press before the scripts loaded takes effect afterward', async ({ page }) => {
  const scripts = await holdScripts(page, 'game')
  await page.goto('/game/saltglass', { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: 'Add to basket' }).click()
  scripts.resolve()
  await expect(page.getByRole('link', { name: 'Basket, 1 item' })).toBeVisible()
})

test('A form sent before the scripts loaded is neither lost nor sent by the browser', async ({ page }) => {
  const scripts = await holdScripts(page, 'contact')
  const sent = page.waitForRequest('**/api/contact')
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('june@example.test')
  await page.getByLabel('Subject').fill('Download')
  await page.getByLabel('Message').fill(MESSAGE)
  await page.getByRole('button', { name: 'Send Message' }).click()
  scripts.resolve()
  expect((await sent).postDataJSON()).toEqual({
    email: 'june@example.test',
    subject: 'Download',
    message: MESSAGE,
  })
})

test('A price range typed before the scripts loaded stays', async ({ page }) => {
  const scripts = await holdScripts(page, 'games')
  await page.goto('/games', { waitUntil: 'commit' })
  await page.getByLabel('From, in dollars').fill('4.50')
  await page.getByLabel('To, in dollars').fill('12')
  scripts.resolve()
  await expect(page.getByLabel(/^Free Game.* games$/)).toBeVisible() // counted by the script
  await expect(page.getByLabel('From, in dollars')).toHaveValue('4.50')
  await expect(page.getByLabel('To, in dollars')).toHaveValue('12')
})

test('A sort order chosen before the scripts loaded is applied', async ({ page }) => {
  const scripts = await holdScripts(page, 'games')
  await page.goto('/games', { waitUntil: 'commit' })
  await page.getByLabel('Sort by').selectOption('Title')
  scripts.resolve()
  await expect(page).toHaveURL(/[?&]sort=title\b/)
})

test('A search typed before the scripts loaded is carried out', async ({ page }) => {
  const scripts = await holdScripts(page, 'home')
  await page.goto('/', { waitUntil: 'commit' })
  const search = page.getByLabel('Search games')
  await search.fill('saltglass')
  scripts.resolve()
  await expect(page.getByRole('option', { name: /Saltglass/ }).first()).toBeVisible()
  await expect(search).toHaveValue('saltglass')
})

test('A part of a page whose script fails says so, and the page goes on', async ({ page, faults }) => {
  await page.route('**/assets/purchase-dialog-*.js', (route) => route.abort())
  await page.goto('/games?price=paid')
  await page.locator('main').getByRole('link', { name: /\$/ }).first().click()
  await page.getByRole('button', { name: /^Buy/ }).first().click()
  await expect(page.getByText('A part of this page did not load.', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  faults.splice(0)
})

/** Lets the scripts of a screen come only when the answer is resolved, as on a slow connection. */
async function holdScripts(page: Page, screen: string) {
  const scripts = Promise.withResolvers<void>()
  await page.route(`**/assets/${screen}-*.js`, async (route) => {
    await scripts.promise
    await route.continue()
  })
  return scripts
}
