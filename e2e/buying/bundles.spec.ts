/** Bundles: found, put into the basket, paid; made, changed and ended. */
import { randomBytes } from 'node:crypto'
import { expect, expectAccessible, newUser, openAs, otherPage, popupBy, test } from '../shop.ts'

test('A buyer finds a bundle on a game, sees it in the basket, and pays its price', async ({ page }) => {
  await newUser(page)
  await page.goto('/game/pixel-parish')
  await page.getByRole('link', { name: /Fresh from the Furnace/ }).click()
  await expect(page).toHaveURL('/bundle/fresh-from-the-furnace')
  await page.getByRole('button', { name: 'Add to basket for $29.99' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Open basket' }).click()
  await expect(page).toHaveURL('/basket')
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary.getByRole('definition')).toHaveText('$29.99')
  await expect(page.getByRole('main').getByText('In the bundle')).toHaveCount(3)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove Overnight Freight' }).click()
  await expect(page.getByRole('main').getByText('In the bundle')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(summary.getByRole('definition')).toHaveText('$29.99')

  await expect(await popupBy(summary.getByRole('button', { name: 'Pay $29.99' }))).toHaveURL(/\/pay\//)
  await expect(page).toHaveURL('/orders')
  await expect(page.getByRole('row', { name: /Pixel Parish/ })).toContainText('$29.99')
})

test('A developer creates a bundle, changes its price and ends it', async ({ page, browser }) => {
  const title = `Quiet Evenings ${randomBytes(3).toString('hex')}`
  await openAs(page, 'ada.quill@studio.example.test', '/dev/sales')
  await page.getByRole('button', { name: 'New bundle' }).click()
  const dialog = page.getByRole('dialog', { name: 'New bundle' })
  await dialog.getByRole('button', { name: 'Sell bundle' }).click()
  await expect(dialog.getByText('Give the bundle a name.')).toBeVisible()
  await expect(dialog.getByText('Choose at least 2 games.')).toBeVisible()
  await dialog.getByLabel('Name').fill(title)
  for (const game of ['Paper Foxes', 'Moth & Lantern'])
    await dialog.getByRole('checkbox', { name: game, exact: true }).check()
  await dialog.getByLabel('Bundle price (USD)').fill('99')
  await dialog.getByRole('button', { name: 'Sell bundle' }).click()
  await expect(dialog.getByText(/^Enter less than the games cost separately/)).toBeVisible()
  await dialog.getByLabel('Bundle price (USD)').fill('9')
  await expect(dialog.getByText(/Buyers save \d+%\./)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sell bundle' }).click()
  const row = page.getByRole('row', { name: title })
  await expect(row).toContainText('Selling')

  const address = await row.getByRole('link', { name: title }).getAttribute('href')
  const visitor = await otherPage(browser)
  await visitor.goto(String(address))
  await expect(visitor.getByRole('button', { name: 'Add to basket for $9.00' })).toBeVisible()

  await page.getByRole('button', { name: `Edit ${title}` }).click()
  await page.getByLabel('Bundle price (USD)').fill('8.50')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(row).toContainText('$8.50')
  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByRole('button', { name: 'Add to basket for $8.50' })).toBeVisible({
      timeout: 5_000,
    })
  }).toPass()

  await page.getByRole('button', { name: `End ${title}` }).click()
  await page.getByRole('button', { name: 'End bundle' }).click()
  await expect(row).toContainText('Ended')
  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: 'This bundle isn’t available' })).toBeVisible({
      timeout: 5_000,
    })
  }).toPass()
  await visitor.close()
})
