/** A developer's sale: planned in the browser, seen by visitors and buyers, and ended while a buyer has the dialog open. */
import { expect, expectAccessible, logIn, passAgeGate, test } from './shop.ts'

test('a developer puts a game on sale, everybody sees it, and it ends under a buyer’s hands', async ({
  page,
  browser,
}) => {
  const [listed] = await (await page.request.get('/api/games?q=cinderblock')).json()
  const price = (dollars: number) => `$${dollars.toFixed(2)}`
  const name = `Rubble week ${Date.now()}`
  const reduced = Math.floor(75 * listed.price) / 100

  await logIn(page, 'developer@example.test')
  await page.goto('/dev-dashboard')
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await page.getByRole('button', { name: 'Plan sale' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByText('Choose at least one game.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Reduction', { exact: true }).fill('25')
  await page.getByLabel('Begins (UTC)').fill('2026-01-01T09:00')
  await page.getByRole('checkbox', { name: 'Cinderblock' }).check()
  await expect(page.getByText(price(reduced), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Plan sale' }).click()
  const row = page.getByRole('row', { name })
  await expect(row.getByText('Running')).toBeVisible()
  await expectAccessible(page)

  const buyer = await (await browser.newContext()).newPage()
  await passAgeGate(buyer)
  await buyer.goto('/')
  await buyer
    .getByRole('region', { name: 'On sale' })
    .getByRole('link', { name: /^Cinderblock/ })
    .click()
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Cinderblock')
  await expect(buyer.getByText('−25%', { exact: true })).toBeVisible()
  await expect(buyer.getByText(/^Lowest price of the 30 days before: \$\d+\.\d\d$/)).toBeVisible()
  await buyer.goto('/games?sale=1')
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Games on sale')
  await expect(buyer.getByRole('link', { name: /^Cinderblock/ })).toContainText(`−25%`)
  await logIn(buyer, 'player@example.test')
  await buyer.goto(`/game/${listed.slug}?buy=1`)
  const pay = buyer.getByRole('button', { name: `Pay ${price(reduced)}` })
  await expect(pay).toBeVisible()

  await row.getByRole('button', { name: `End now: ${name}` }).click()
  await page.getByRole('button', { name: 'End sale', exact: true }).click()
  await expect(row.getByText('Ended')).toBeVisible()
  await pay.click()
  await expect(buyer.getByText('The price has changed. Reload the page.')).toBeVisible()
  await buyer.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(buyer.getByRole('button', { name: `Pay ${price(listed.price)}` })).toBeVisible()
  await buyer.context().close()
})
