/** An order of several goods: what its buyer sees, and the page on which an admin refunds, revokes, grants, emails and notes. */
import type { Page } from '@playwright/test'
import { ADMIN } from '../developer/a-game.ts'
import { checkOut, expect, expectAccessible, newUser, openAs, playNetwork, test } from '../shop.ts'

type Good = { gameId: string; fileId: string | null }
type Bought = { orderId: string; number: string; email: string; username: string; items: Item[] }
type Item = { title: string; price: number }
type Listed = {
  _id: string
  gameFiles: { _id: string; customPriceEnabled: boolean }[]
}

const tokenIn = async (page: Page): Promise<string> =>
  (await page.evaluate(() => JSON.parse(localStorage.user))).token

/** A game, one of its extras and another game. */
async function threeGoods(page: Page): Promise<Good[]> {
  const games: Listed[] = await (await page.request.get('/api/games?price=3-1000&sort=title&limit=48')).json()
  const withExtra = games.find(({ gameFiles }) => gameFiles.some((file) => file.customPriceEnabled))
  const other = games.find(({ _id }) => _id !== withExtra?._id)
  const extra = withExtra?.gameFiles.find((file) => file.customPriceEnabled)
  if (!withExtra || !other || !extra) throw new Error('the demo store has no game with an extra')
  return [
    { gameId: withExtra._id, fileId: null },
    { gameId: withExtra._id, fileId: extra._id },
    { gameId: other._id, fileId: null },
  ]
}

const said = (page: Page, text: string) => page.getByRole('status').getByText(text)

/** A new, logged-in buyer buys three goods in one payment. */
async function buyThree(page: Page): Promise<Bought> {
  const { email, username } = await newUser(page)
  const order = await checkOut(page, await threeGoods(page))
  const { orderId } = order
  await playNetwork(page, order, 'pay', 'PAID')
  const headers = { authorization: `Bearer ${await tokenIn(page)}` }
  const { number, items } = await (await page.request.get(`/api/orders/${orderId}`, { headers })).json()
  return { orderId, number, email, username, items }
}

const dialogIn = (page: Page) => page.getByRole('dialog')
const itemsIn = (page: Page) => page.getByRole('table', { name: 'Items' })

test('A buyer of three items gets their downloads and a receipt of one page', async ({ page }) => {
  const bought = await buyThree(page)
  await page.goto(`/thank-you?order=${bought.orderId}`)
  const list = page.getByRole('list', { name: 'What you bought' })
  await expect(list.getByRole('link', { name: /^Download / })).toHaveCount(3)
  await expect(page.getByText(bought.number, { exact: true })).toBeVisible()

  await page.goto('/orders')
  await expect(page.getByText(`${bought.items[0]?.title} and 1 more`).first()).toBeVisible()
  await expect(page.getByText(bought.number, { exact: true })).toBeVisible()

  await page.goto(`/receipt?order=${bought.orderId}`)
  await expect(page.getByRole('table', { name: 'Downloads' })).toHaveCount(2)
  const sheet = page.getByRole('article')
  await expect(sheet).toBeVisible()
  for (const format of ['A4', 'Letter']) {
    const pages = (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)
    expect(pages, format).toHaveLength(1)
  }
  await page.emulateMedia({ media: 'print' })
  for (const { title, price } of bought.items) {
    const row = sheet
      .getByRole('row')
      .filter({ hasText: title })
      .filter({ hasText: `$${price.toFixed(2)}` })
    await expect(row.first()).toBeVisible()
  }
  const cents = bought.items.reduce((sum, { price }) => sum + Math.round(price * 100), 0)
  await expect(sheet.getByRole('row', { name: 'Total (USD)' })).toContainText(`$${(cents / 100).toFixed(2)}`)
  await expect(sheet.getByText(bought.number, { exact: true })).toBeVisible()
  for (const part of ['banner', 'contentinfo', 'navigation', 'button', 'link'] as const)
    await expect(page.getByRole(part)).toHaveCount(0) // no role is found in what is hidden
  await expect(page.getByRole('table', { name: 'Downloads' })).toHaveCount(0)
})

test('An admin finds an order and refunds one item knowing the effect', async ({ page }) => {
  const bought = await buyThree(page)
  const [, extra] = bought.items
  await openAs(page, ADMIN, `/admin/orders?q=${bought.number}`)
  await page.getByRole('link', { name: `Order ${bought.number}` }).click()
  await expect(page).toHaveURL(`/admin/orders/${bought.orderId}`)
  await expect(page.getByText('3 items by', { exact: false })).toBeVisible()
  await expect(page.getByText('Paid in full')).toBeVisible()
  await expect(page.getByText('Balanced')).toBeVisible()
  await expect(page.getByText('Received less refunded')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Emails' })).toContainText(bought.email)
  await expect(page.getByText('3 items granted')).toBeVisible()
  await expect(page.getByText(bought.orderId, { exact: true })).toBeVisible()

  await page.getByRole('checkbox', { name: `Select ${extra?.title}`, exact: true }).check()
  await page.getByRole('button', { name: 'Refund 1 item' }).click()
  const dialog = dialogIn(page)
  await expect(dialog.getByRole('region', { name: 'What will happen' })).toContainText(
    `$${extra?.price.toFixed(2)} came back`,
  )
  await expect(dialog).toContainText('Download links already given out stop working at once.')
  await expectAccessible(page)

  await dialog.getByLabel('Reason').fill('The zip is damaged.')
  await dialog.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(dialog.getByText('Enter the transaction that sent the money.')).toBeVisible()
  await dialog.getByLabel('Transaction ID').fill('tx-9')
  const amount = dialog.getByLabel(`Amount for ${extra?.title}, in dollars`)
  await amount.fill('900')
  await dialog.getByRole('button', { name: /^Refund/ }).click()
  await expect(dialog.getByText(/^Enter an amount for .*, up to \$/)).toBeVisible()
  await amount.fill(String(extra?.price))

  await page.route('**/refunds', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Transaction ID')).toHaveValue('tx-9')
  await expect(dialog.getByLabel('Reason')).toHaveValue('The zip is damaged.')
  await dialog.getByRole('button', { name: /^Refund \$/ }).click()

  await expect(dialog).toBeHidden()
  await expect(itemsIn(page).getByText('Refunded', { exact: true })).toBeVisible()
  await expect(page.getByText('partly refunded')).toBeVisible()
  await expect(page.getByText('Balanced')).toBeVisible()
  await expect(page.getByText('A sale was refunded')).toBeVisible()
})

test('An admin revokes, grants, emails and notes by keyboard alone', async ({ page }) => {
  const bought = await buyThree(page)
  const [, , other] = bought.items
  await openAs(page, ADMIN, `/admin/orders/${bought.orderId}`)
  await page.getByRole('checkbox', { name: `Select ${other?.title}`, exact: true }).press('Space')
  const more = page.getByRole('button', { name: 'More' })
  const choose = async (name: RegExp) => {
    await more.press('Enter')
    await page.getByRole('menuitem', { name }).press('Enter')
  }
  await choose(/^Revoke 1 item$/)
  const dialog = dialogIn(page)
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(more).toBeFocused()
  await choose(/^Revoke 1 item$/)
  await dialog.getByLabel('Reason').fill('Stolen account.')
  await dialog.getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(itemsIn(page).getByText('Revoked', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()

  await choose(/^Grant .* a game$/)
  await dialog.getByRole('button', { name: 'Grant', exact: true }).press('Enter')
  await expect(dialog.getByText('Find a game and choose it.')).toBeVisible()
  await dialog.getByLabel('Find a game').fill(other?.title ?? '')
  await dialog.getByRole('button', { name: `Choose ${other?.title}`, exact: true }).press('Enter')
  await dialog.getByLabel('Reason').fill('Sorry for the trouble.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Grant', exact: true }).press('Enter')
  await expect(said(page, `${bought.username} now owns ${other?.title}.`)).toBeVisible()
  await expect(itemsIn(page).getByText('a gift or claim')).toBeVisible()

  await choose(/^Send receipt again$/)
  await expect(said(page, `Receipt sent to ${bought.email}.`)).toBeVisible()
  await choose(/^Send receipt again$/)
  await expect(page.getByText('This email was sent again a moment ago.').first()).toBeVisible()
  await page.getByRole('button', { name: /^Send again: Removed from the library/ }).press('Enter')
  await expect(page.getByText('Sent again by shopkeeper')).toHaveCount(2)

  await page.getByLabel('New note').fill('Asked the developer for a new file.')
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await expect(page.getByRole('listitem').getByText('Asked the developer for a new file.')).toBeVisible()
  await expect(page.getByLabel('New note')).toHaveValue('')
})
