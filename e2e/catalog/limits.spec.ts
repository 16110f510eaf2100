import { levelsWith } from '@nofiller/contract/content-limits/limit-rules'
import type { Page } from '@playwright/test'
import { callerOf, expect, expectAccessible, newUser, PASSWORD, test } from '../shop.ts'

const theme = (page: Page, name: string) => page.getByRole('radiogroup', { name, exact: true })

test.describe('a first visitor', () => {
  test.use({ isAdult: false })

  test('W9 A first visitor saves a preset with two presses and is then asked for their age', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Set your limits first' }).click()
    await expect(page.getByRole('heading', { name: 'Limits', level: 1 })).toBeVisible()
    await expect(page.getByText(/^Hides 0 of \d+ games$/)).toBeVisible()
    await page.getByRole('radio', { name: /^Careful/ }).click()
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Hides [1-9]\d* of \d+ games$/)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('radio', { name: /^Careful/ })).toBeChecked()
    await page.goto('/games')
    await expect(page.getByRole('dialog', { name: 'This store is for adults' })).toBeVisible()
  })
})

test('W9 A first visitor reaches each theme by keyboard and hears the count', async ({ page }) => {
  await page.goto('/limits')
  await page.getByRole('radio', { name: /^Hide nothing/ }).focus()
  const reached: string[] = []
  for (let at = 0; at < 20; at += 1) {
    await page.keyboard.press('Tab')
    reached.push(
      await page.evaluate(
        () => document.activeElement?.closest('[role=radiogroup]')?.getAttribute('aria-label') ?? '',
      ),
    )
  }
  expect(new Set(reached).size).toBe(20)
  expect(reached[0]).toBe('Non-consent')
  await page.keyboard.press('ArrowRight')
  await expect(
    theme(page, 'Flashing and jump scares').getByRole('radio', { name: 'Hide if shown', exact: true }),
  ).toBeChecked()
  await expect(page.getByRole('radio', { name: /^My own/ })).toBeChecked()
  await expect(page.getByText('Hide nothing, with 1 theme changed by you.')).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: /^Hides \d+ of \d+ games\. Saved on this device$/ }),
  ).toHaveCount(1)
})

test('W9 A press on a theme moves to the next level, and from the last to the first', async ({ page }) => {
  await page.goto('/limits')
  const gore = theme(page, 'Gore and torture')
  for (const level of ['Hide if shown', 'Hide if shown or implied', 'Hide any mention', 'Not hidden']) {
    await gore.getByText('Gore and torture').click()
    await expect(gore.getByRole('radio', { name: level, exact: true })).toBeChecked()
  }
  await expect(page.getByRole('radio', { name: /^Hide nothing/ })).toBeChecked()
})

test('W6 A list and a direct link say what is hidden and why', async ({ page }) => {
  await page.goto('/limits')
  await page.getByRole('radio', { name: /^Gentle only/ }).click()
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Hides [1-9]\d* of \d+ games$/)).toBeVisible()
  const gone = { slug: 'night-ferry', title: 'Night Ferry' } // whose developer has not answered what it contains
  await page.goto(`/games?q=${encodeURIComponent(gone.title)}`)
  await expect(page.getByRole('link', { name: /more (is|are) hidden by your limits\.$/ })).toBeVisible()
  await page.goto(`/game/${gone.slug}`)
  await expect(page.getByRole('heading', { name: /^Hidden by your limits: / })).toBeVisible()
  expect(await page.content()).not.toContain(gone.title)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show this once' }).click()
  await expect(page.getByRole('heading', { name: gone.title, level: 1 })).toBeVisible()
})

test('W7 The picture of an owned game beyond the limits is shown on request', async ({ page }) => {
  const { email } = await newUser(page)
  const caller = await callerOf(new URL(page.url()).origin, email, PASSWORD)
  const { body: game } = await caller.get('/api/games/afterparty-unattended')
  await caller.post('/api/library/claim', { gameId: game._id })
  const limits = { levels: levelsWith({ substances: 3 }), allowsAvoidable: false }
  await caller.put('/api/limits', limits)
  await page.goto('/library')
  const picture = page.getByRole('main').getByRole('listitem').locator('img')
  await expect(picture).toHaveAttribute('src', /^data:/)
  await page.getByRole('button', { name: 'Show picture of Afterparty, Unattended' }).press('Enter')
  await expect(picture).toHaveAttribute('src', /^\/uploads\//)
  await expect(page.getByRole('link', { name: /^Afterparty, Unattended/ })).toBeFocused()
})
