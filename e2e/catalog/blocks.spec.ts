import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, newUser, test } from '../shop.ts'

const GAME = { slug: 'afterparty-unattended', title: 'Afterparty, Unattended' }

const isListed = async (page: Page) => {
  await page.goto(`/games?q=${encodeURIComponent(GAME.title)}`)
  await expect(
    page.getByRole('heading', { name: /Search|All games|Results|Afterparty/i, level: 1 }),
  ).toBeVisible()
  return (
    (await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${GAME.title}`) })
      .count()) > 0
  )
}

test('PR4 A game that a player is not interested in is gone until they take it back', async ({ page }) => {
  await newUser(page)
  await page.goto(`/game/${GAME.slug}`)
  await page.getByRole('button', { name: 'Not interested' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Hidden by your blocks', level: 1 })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('heading', { name: GAME.title, level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Not interested' }).click()
  await expect(page.getByRole('heading', { name: 'Hidden by your blocks', level: 1 })).toBeVisible()

  expect(await isListed(page)).toBe(false)
  await expect(page.getByRole('link', { name: '1 more is hidden by your blocks.' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings/blocks')
  await expect(page.getByRole('link', { name: GAME.title })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Show again ${GAME.title}` }).press('Enter')
  await expect(page.getByText('You haven’t blocked anything.')).toBeVisible()
  expect(await isListed(page)).toBe(true)
})

test('PR3 By keyboard alone, on a phone in the dark, a developer is blocked, shown once and unblocked', async ({
  page,
}) => {
  await newUser(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/game/${GAME.slug}`)
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await pressByKeyboard(page, page.getByRole('button', { name: 'Block this developer' }))
  await expect(page.getByRole('heading', { name: 'Hidden by your blocks', level: 1 })).toBeFocused()
  await expectAccessible(page)
  expect(await isListed(page)).toBe(false)
  await page.goto(`/game/${GAME.slug}`)
  await pressByKeyboard(page, page.getByRole('link', { name: 'Show this once' }))
  await expect(page.getByRole('heading', { name: GAME.title, level: 1 })).toBeVisible()
  await pressByKeyboard(page, page.getByRole('link', { name: 'Your blocks' }))
  await pressByKeyboard(page, page.getByRole('button', { name: /^Unblock / }))
  await expect(page.getByText('You haven’t blocked anything.')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await isListed(page)).toBe(true)
})

/** Goes to a control by Tab, from where the focus is, and presses Enter on it. */
async function pressByKeyboard(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const hasFocus = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 120 && !(await hasFocus()); presses += 1) await page.keyboard.press('Tab')
  await expect(control).toBeFocused()
  await page.keyboard.press('Enter')
}
