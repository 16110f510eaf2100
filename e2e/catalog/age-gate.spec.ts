import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleAtBothWidths, test } from '../shop.ts'

test.use({ isAdult: false })

const NSFW = '/game/velvet-orbit'

const gateOf = (page: Page) => page.getByRole('dialog', { name: 'This store is for adults' })
const cover = (page: Page) => page.getByRole('img', { name: /^Cover of Velvet Orbit/ })

test('A first visitor confirms their age by keyboard, and it is remembered', async ({ page }) => {
  await page.goto('/')
  const gate = gateOf(page)
  await expect(gate).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await expect(gate.getByRole('button', { name: 'I am 18 or older', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(gate).toBeVisible()
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('#main, header, footer'))).toBeNull()
  }
  await gate.getByRole('button', { name: 'I am 18 or older, blur 18+ pictures' }).focus()
  await page.keyboard.press('Enter')
  await expect(gate).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(gate).toBeHidden()
})

test('A visitor who chose sharp pictures sees them without a shift', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 }) // where the pictures stand above the text
  await page.goto(NSFW)
  expect(await cover(page).getAttribute('src')).toMatch(/^data:/)
  const heading = page.getByRole('heading', { level: 1 })
  const before = await heading.boundingBox()
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await gateOf(page).getByRole('button', { name: 'I am 18 or older', exact: true }).click()
  await expect(cover(page)).toHaveAttribute('src', /^\/uploads\/[^.]+[0-9a-f]\.webp$/)
  await expect(cover(page)).toHaveAccessibleName('Cover of Velvet Orbit')
  expect(await heading.boundingBox()).toEqual(before)
  expect(loads).toBe(0)
})

test('A minor can leave and still reach the account pages', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('dialog')).toBeHidden()
  // Nothing there passes for an answer to the gate.
  await expect(page.getByRole('group', { name: '18+ games' })).toHaveCount(0)
  await page.goto('/games')
  await page.getByRole('link', { name: 'Leave' }).click()
  await expect(page).toHaveURL('about:blank')
})

for (const [name, choice, src] of [
  ['I am 18 or older', 'show', /^\/uploads\/[^.]+[0-9a-f]\.webp$/],
  ['I am 18 or older, blur 18+ pictures', 'blur', /-blurred\.webp$/],
] as const)
  test(`The age gate works without scripts and leads back to the page: ${choice}`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL: String(baseURL), javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${NSFW}?from=mail`)
    await expect(gateOf(page)).toBeVisible()
    await gateOf(page).getByRole('button', { name, exact: true }).click()
    await expect(page).toHaveURL(`${baseURL}${NSFW}?from=mail`)
    await expect(gateOf(page)).toBeHidden()
    await expect(cover(page)).toHaveAttribute('src', src)
    await page.goto('/library')
    await expect(page.getByText(/You need JavaScript to/).first()).toBeVisible()
    await context.close()
  })

test('A visitor who passed the old gate keeps blurred pictures and is asked once', async ({ page }) => {
  await page.goto('/terms')
  await page.evaluate(() => localStorage.setItem('ageOk', '1'))
  await page.goto(NSFW)
  const bar = page.getByRole('region', { name: '18+ pictures' })
  await expect(bar).toBeVisible()
  await expect(gateOf(page)).toBeHidden()
  await expect(cover(page)).toHaveAttribute('src', /-blurred\.webp$/)
  await expectAccessible(page)

  await bar.getByRole('button', { name: 'Show 18+ pictures' }).click()
  await expect(bar).toBeHidden()
  await expect(cover(page)).toHaveAttribute('src', /^\/uploads\/[^.]+[0-9a-f]\.webp$/)
  await page.reload()
  await expect(cover(page)).toHaveAttribute('src', /^\/uploads\/[^.]+[0-9a-f]\.webp$/)
  await expect(bar).toBeHidden()
})
