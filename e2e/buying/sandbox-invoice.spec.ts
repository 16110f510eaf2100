/** The page of the built-in payment provider. */
import { checkOut, expect, expectAccessibleAtBothWidths, newUser, test } from '../shop.ts'

test('A test invoice is chosen, paid in parts and confirmed', async ({ page }) => {
  await newUser(page)
  const [game] = await (await page.request.get('/api/games?price=5-1000&sort=title&limit=1')).json()
  const { invoiceUrl } = await checkOut(page, [{ gameId: game._id }])
  await page.goto(invoiceUrl)

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const further = page.getByRole('button', { name: 'Confirm a little more' })
  const amount = page.getByText(/^[\d.]+ USDC$/)
  const address = page.getByText(/^D\w{32}$/)
  await expect(further).toBeDisabled()
  await page.getByRole('button', { name: /^DOGE/ }).click()
  await expect(address).toBeVisible()
  await page.getByRole('button', { name: /^USDC/ }).click()
  await expect(amount).toHaveText(`${game.price.toFixed(2)} USDC`)

  await press('Pay too little')
  await expect(amount).not.toHaveText(`${game.price.toFixed(2)} USDC`)
  await page.getByRole('button', { name: /^LTC/ }).click()
  await press('Payment seen')
  await expect(further).toBeEnabled()
  for (const confirmed of ['3 of 12', '6 of 12', '9 of 12']) {
    await further.click()
    await expect(page.getByText(`${confirmed} confirmations`)).toBeVisible()
  }
  await expectAccessibleAtBothWidths(page)
  await further.click()
  await expect(page.getByText('Payment received.')).toBeVisible()
})
