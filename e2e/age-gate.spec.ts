import { expect, expectAccessible, test } from './shop.ts'

test.use({ isAdult: false })

test('asks a first visitor for their age before anything can be reached, and remembers', async ({ page }) => {
  await page.goto('/')
  const gate = page.getByRole('dialog', { name: 'This store is for adults' })
  await expect(gate).toBeVisible()
  await expectAccessible(page)
  await expect(gate.getByRole('button', { name: 'I am 18 or older' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(gate).toBeVisible()
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('#age-gate, body')?.id ?? '')).not.toBe(
      'main',
    )
  }
  await gate.getByRole('button', { name: 'I am 18 or older' }).click()
  await expect(gate).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(gate).toBeHidden()
})

test('lets who is younger leave, and keeps the account pages open', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/games')
  await page.getByRole('link', { name: 'Leave' }).click()
  await expect(page).toHaveURL('about:blank')
})
