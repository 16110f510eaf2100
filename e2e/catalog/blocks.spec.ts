import type { Page } from '@playwright/test'
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

test('PR3 A blocked developer’s page and games are gone until their page is shown once and they are unblocked', async ({
  page,
}) => {
  await newUser(page)
  await page.goto(`/game/${GAME.slug}`)
  await page.getByRole('button', { name: 'Block this developer' }).click()
  await expect(page.getByRole('heading', { name: 'Hidden by your blocks', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Show this once' }).click()
  await expect(page.getByRole('heading', { name: GAME.title, level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Your blocks' }).click()
  await page.getByRole('button', { name: /^Unblock / }).click()
  await expect(page.getByText('You haven’t blocked anything.')).toBeVisible()
  expect(await isListed(page)).toBe(true)
})
