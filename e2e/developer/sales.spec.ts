/** A developer's sale: planned in the browser, seen by visitors and buyers, and ended while a buyer has the dialog open. */
import { expect, expectAccessible, newUser, openAs, otherPage, popupBy, test } from '../shop.ts'
import { unfold } from './a-game.ts'

test('A game is on sale for everybody until the sale ends during a purchase', async ({ page, browser }) => {
  const [listed] = await (await page.request.get('/api/games?q=cinderblock')).json()
  const price = (dollars: number) => `$${dollars.toFixed(2)}`
  const yesterday = new Date(Date.now() - 86_400_000)
  const name = `Rubble week ${Date.now()}`
  const reduced = Math.floor(75 * listed.price) / 100

  await openAs(page, 'developer@example.test', '/dev-dashboard')
  await page.getByRole('link', { name: 'Sales and codes', exact: true }).click()
  await page.getByRole('button', { name: 'Plan sale' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByText('Choose at least one game.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Discount', { exact: true }).fill('25')
  await page.getByLabel('Begins (UTC)').fill(yesterday.toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length))
  await page.getByRole('checkbox', { name: 'Cinderblock' }).check()
  await expect(page.getByText(price(reduced), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Plan sale' }).click()
  const row = page.getByRole('row', { name })
  await expect(row.getByText('Running')).toBeVisible()

  const buyer = await otherPage(browser)
  await buyer.goto('/')
  await buyer.getByRole('link', { name: 'See all: On sale now' }).click()
  await buyer.getByRole('link', { name: /^Cinderblock/ }).click()
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Cinderblock')
  await expect(buyer.getByText('−25%', { exact: true }).first()).toBeVisible() // a game beside it may have one, too
  await expect(buyer.getByText(/^Lowest price of the 30 days before: \$\d+\.\d\d$/)).toBeVisible()
  await buyer.goto('/games?sale=1')
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Games on sale')
  await expect(buyer.getByRole('link', { name: /^Cinderblock/ })).toContainText(`−25%`)
  await openAs(buyer, 'player@example.test', `/game/${listed.slug}?buy=1`)
  const pay = buyer.getByRole('button', { name: `Pay ${price(reduced)}` })
  await expect(pay).toBeVisible()

  await row.getByRole('button', { name: `End now: ${name}` }).click()
  await page.getByRole('button', { name: 'End sale', exact: true }).click()
  await expect(row.getByText('Ended')).toBeVisible()
  await pay.click()
  await expect(buyer.getByText('The price has changed. Reload the page.')).toBeVisible()
  await buyer.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(buyer.getByRole('button', { name: `Pay ${price(listed.price)}` })).toBeVisible()
  await buyer.close()
})

test('A code lowers the price in the dialog and the basket and counts its uses', async ({
  page,
  browser,
}) => {
  const [listed] = await (await page.request.get('/api/games?q=dialogue+goblin')).json()
  const mark = Date.now().toString(36).toUpperCase()
  await openAs(page, 'developer@example.test', '/dev/sales')
  const makeCode = async (code: string, kind: 'Percent' | 'Free') => {
    await page.getByRole('button', { name: 'New code' }).click()
    const dialog = page.getByRole('dialog', { name: 'New code' })
    await dialog.getByLabel('Code', { exact: true }).fill(code)
    await dialog.getByRole('button', { name: kind, exact: true }).click()
    if (kind === 'Percent') {
      await dialog.getByRole('button', { name: 'Create code' }).click()
      await expect(dialog.getByText('Enter how much the code takes off.')).toBeVisible()
      await dialog.getByLabel('Percent off').fill('50')
    }
    await dialog.getByLabel('Number of uses').fill('5')
    await dialog.getByRole('checkbox', { name: 'Dialogue Goblin' }).check()
    if (kind === 'Percent') await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create code' }).click()
    await expect(page.getByRole('row', { name: code })).toBeVisible()
  }
  await makeCode(`half-${mark}`, 'Percent')
  await makeCode(`GIFT-${mark}`, 'Free')

  const buyer = await otherPage(browser)
  await newUser(buyer)
  await buyer.goto(`/game/${listed.slug}?buy=1`)
  await buyer.getByRole('button', { name: 'Have a discount code?' }).click()
  const field = buyer.getByLabel('Discount code', { exact: true })
  await expect(field).toBeFocused()
  await field.fill('no-such-code')
  await field.press('Enter')
  await expect(buyer.getByText('There is no such code, or it has ended.')).toBeVisible()
  await field.fill(`half-${mark}`)
  await field.press('Enter')
  const half = Math.floor(50 * listed.price) / 100
  await expect(buyer.getByRole('button', { name: `Pay $${half.toFixed(2)}` })).toBeVisible()
  await expectAccessible(buyer)
  await buyer.getByRole('button', { name: 'Remove code' }).click()
  await expect(buyer.getByRole('button', { name: `Pay $${listed.price.toFixed(2)}` })).toBeVisible()

  await buyer.goto(`/game/${listed.slug}?code=GIFT-${mark}`)
  await buyer.getByRole('button', { name: 'Add to basket' }).click()
  await expect(buyer.getByText('Added to basket').first()).toBeAttached()
  await buyer.goto('/basket')
  await expect(buyer.getByText(`Code GIFT-${mark}: `)).toBeVisible()
  await buyer.getByRole('button', { name: 'Get for free' }).click()
  await expect(buyer.getByText(`100% off with code GIFT-${mark}`)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row', { name: `GIFT-${mark}` })).toContainText('1 of 5')
  await expect(page.getByRole('row', { name: `HALF-${mark}` })).toContainText('0 of 5')
  await buyer.close()
})

test('A developer lets buyers pay more, and one does', async ({ page, browser }) => {
  const [listed] = await (await page.request.get('/api/games?q=stairwell')).json()
  await openAs(page, 'developer@example.test', `/create-game/${listed._id}`)
  await unfold(page, 'price')
  await page.getByRole('checkbox', { name: 'Let buyers pay more' }).check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).not.toHaveURL(/create-game/)

  const buyer = await otherPage(browser)
  await newUser(buyer)
  await buyer.goto(`/game/${listed.slug}`)
  await expect(buyer.getByText('or more', { exact: true })).toBeVisible()
  await buyer.goto(`/game/${listed.slug}?buy=1`)
  const dialog = buyer.getByRole('dialog')
  const amount = dialog.getByLabel('Your amount in dollars')
  await amount.fill('0.50')
  await dialog.getByRole('button', { name: `Pay $${listed.price.toFixed(2)}` }).click()
  await expect(dialog.getByText(`Enter at least $${listed.price.toFixed(2)}.`)).toBeVisible()
  await amount.fill('25')
  await expect(dialog.getByRole('button', { name: 'Pay $25.00' })).toBeVisible()
  await expectAccessible(buyer)
  await (await popupBy(dialog.getByRole('button', { name: 'Pay $25.00' }))).waitForURL(/\/pay\//)
  await buyer.goto('/orders')
  await expect(buyer.getByRole('row', { name: /Stairwell/ })).toContainText('$25.00')
  await buyer.close()
})
