/** The wishlist: wanted as nobody, joined at log-in, told of a sale, bought and gone. */
import type { Page } from '@playwright/test'
import { aGame, callerAs } from '../developer/a-game.ts'
import {
  account,
  checkOut,
  expect,
  expectAccessibleAtBothWidths,
  expectFitsNarrowest,
  logIn,
  logInHere,
  playNetwork,
  test,
} from '../shop.ts'

const heart = (page: Page, title: string) =>
  page.getByRole('button', { name: `Add ${title} to wishlist` }).first()
const row = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title })

test('WI1 WI4 A game wanted as nobody joins the account, is told in one email, and is gone once bought', async ({
  page,
}) => {
  const game = await aGame(page, 'Low Tide', { price: '20' })
  const person = await account(page)
  await page.goto(`/game/${game.slug}`)
  await expect(page.getByRole('button', { name: 'Add to wishlist' })).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Add to wishlist' }).press('Enter')
  const wanted = page.getByRole('button', { name: 'On your wishlist', pressed: true })
  await expect(wanted.locator('svg')).not.toHaveCSS('fill', 'none')
  await page.goto('/wishlist')
  await expect(row(page, game.title)).toContainText('$20.00')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await logInHere(page, person.email)
  await expect(page.getByRole('heading', { level: 1, name: 'Wishlist' })).toBeVisible()
  await row(page, game.title)
    .getByRole('textbox', { name: `My price for ${game.title}` })
    .fill('15')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => localStorage.getItem('wishlist'))).toBe('')
  const caller = await callerAs(person.email)
  await expect.poll(async () => (await caller.get('/api/wishlist')).body[0]?.myPrice).toBe(15)
  await caller.put('/api/settings', { notifyUpdates: true })

  const sale = { name: 'Autumn', percent: 40, price: null, gameIds: [game._id] }
  const [beginsAt, endsAt] = [-1, 48].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  await game.developer.caller.post('/api/dev/sales', { ...sale, beginsAt, endsAt })
  const told = async () =>
    (await (await page.request.get('/sandbox/mail')).text())
      .split('<article>')
      .filter((mail) => mail.includes(`to ${person.email}`) && mail.includes('your wishlist'))
  await expect.poll(async () => (await told()).length, { timeout: 60_000 }).toBe(1)
  expect((await told())[0]).toContain('$12.00 instead of $20.00')

  await page.reload()
  await expect(row(page, game.title)).toContainText('At your price: $15.00 or less')
  await expectAccessibleAtBothWidths(page)
  const order = await checkOut(page, [{ gameId: game._id }])
  await playNetwork(page, order, 'pay', 'PAID')
  await page.reload()
  await expect(page.getByText('Nothing here yet.')).toBeVisible()
  await page.goto(`/receipt?order=${order.orderId}`)
  await expect(page.getByText(`${game.title} left your wishlist.`)).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await expectFitsNarrowest(page)
  await page.getByRole('button', { name: 'Got it' }).press('Enter')
  await expect(page.getByText('left your wishlist')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Downloads' })).toBeVisible()
  await expect(page.getByText('left your wishlist')).toBeHidden()
})

test('WI1 A heart on a card is pressed by touch and keyboard, other tabs follow, and the basket gives a game back', async ({
  page,
  context,
}) => {
  const person = await account(page)
  await logIn(page, person.email, person.password)
  await page.goto('/games?q=Saltglass')
  await expect(heart(page, 'Saltglass')).toHaveAttribute('aria-pressed', 'false')
  const other = await context.newPage()
  await other.goto('/wishlist')
  await expect(other.getByText('Nothing here yet.')).toBeVisible()
  await heart(page, 'Saltglass').press('Space')
  await expect(heart(page, 'Saltglass')).toHaveAttribute('aria-pressed', 'true')
  await expect(row(other, 'Saltglass')).toBeVisible()
  await other.getByRole('button', { name: 'Remove Saltglass' }).click()
  await expect(heart(page, 'Saltglass')).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Add Saltglass to basket' }).click()
  await expect(page.getByRole('link', { name: 'Basket, 1 item' })).toBeVisible()
  await page.goto('/basket')
  await page.getByRole('button', { name: 'Move to wishlist: Saltglass' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await expect(row(other, 'Saltglass')).toBeVisible()
})
