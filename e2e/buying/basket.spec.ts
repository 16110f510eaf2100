/** The basket, before and after logging in, and what is paid with it. */
import { BASKET_MAX } from '@nofiller/contract/basket/basket-rules'
import type { Page } from '@playwright/test'
import { tokenOf } from '../addresses.ts'
import {
  account,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  firstOf,
  holdBack,
  logIn,
  logInHere,
  openAs,
  PASSWORD,
  popupBy,
  press,
  test,
} from '../shop.ts'

const GAMES = ['velvet-orbit', 'saltglass', 'ninth-arch', 'paper-foxes']
const SOUNDTRACK = 'Original soundtrack.zip'

type Game = {
  _id: string
  title: string
  price: number
  gameFiles: { _id: string; name: string; customPrice: number | null }[]
}

const gameOf = async (page: Page, slug: string): Promise<Game> =>
  (await page.request.get(`/api/games/${slug}`)).json()
const inBar = (page: Page, count: number) =>
  page.getByRole('banner').getByRole('link', { name: `Basket, ${count} ${count === 1 ? 'item' : 'items'}` })
const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })
const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })
const payButton = (page: Page) => summary(page).getByText(/^Pay \$/)
const removeButton = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}` })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

/** What a visitor's browser stores of a game. */
const saved = ({ _id, price }: Game, more: object = {}) => ({
  gameId: _id,
  fileId: null,
  price,
  isLater: false,
  addedAt: '2026-11-20T12:00:00.000Z',
  ...more,
})

async function storeBasket(page: Page, items: unknown) {
  await page.goto('/robots.txt')
  await page.evaluate((text) => localStorage.setItem('basket', text), JSON.stringify(items))
}

/** A buyer whose account's basket holds some games already. */
async function buyerWith(page: Page, items: object[] = []) {
  const person = await account(page)
  const headers = { authorization: `Bearer ${await tokenOf(page.request, person.email, PASSWORD)}` }
  const merged = await page.request.post('/api/basket/merge', { headers, data: { items } })
  expect(merged.ok()).toBe(true)
  return person
}

test('A visitor collects games, and every tab counts them at once', async ({ page, context }) => {
  await page.goto('/games?q=velvet')
  const other = await context.newPage()
  await other.goto('/faq')
  await expect(inBar(other, 0)).toBeVisible()
  await page.getByRole('button', { name: 'Add Velvet Orbit to basket' }).first().click()
  await expect(page.getByText('Added to basket').first()).toBeAttached()
  await expect(inBar(page, 1)).toBeVisible()
  await expect(inBar(other, 1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open basket, Velvet Orbit is in it' }).first()).toBeFocused()

  await page.goto('/game/saltglass')
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await expect(inBar(other, 2)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'In basket' }).click()
  await expect(page).toHaveURL('/basket')
  await expect(page.getByText('2 items, 2 developers')).toBeVisible()
  await expect(summary(page)).toContainText('$32.99')
})

test('A removed item can be restored, and a saved one is not counted', async ({ page }) => {
  const [first, second, third] = await Promise.all(GAMES.map((slug) => gameOf(page, slug)))
  if (!first || !second || !third) throw new Error('The demo has these games')
  const at = (day: number) => ({ addedAt: `2026-11-0${day}T00:00:00.000Z` })
  await storeBasket(page, [saved(first, at(1)), saved(second, at(2)), saved(third, at(3))])
  await page.goto('/basket')
  const order = () => page.locator('main [data-item], main li:has([data-undo])').allInnerTexts()
  await removeButton(page, second.title).click()
  await expect(undo(page)).toBeFocused()
  expect((await order())[1]).toContain(`${second.title} removed.`)
  await expect(page.getByText(`${second.title} removed. Total $30.00. Undo available.`)).toBeAttached()
  await expect(inBar(page, 2)).toBeVisible()
  await expectAccessible(page)
  await undo(page).click()
  await expect(removeButton(page, second.title)).toBeVisible()
  expect((await order())[1]).toContain(second.title)
  await expect(row(page, second.title).getByRole('link', { name: second.title })).toBeFocused()

  await page.getByRole('button', { name: `Move to later: ${third.title}` }).click()
  await expect(page.getByRole('heading', { name: 'Later 1 item' })).toBeVisible()
  await expect(inBar(page, 2)).toBeVisible()
  await expect(summary(page)).toContainText('$32.99')
  await page.getByRole('button', { name: `Move to basket: ${third.title}` }).click()
  await expect(inBar(page, 3)).toBeVisible()

  // No click is lost while the store is slow.
  const answer = await holdBack(page, '**/api/basket/look-up')
  for (const { title } of [first, second, third]) await removeButton(page, title).click()
  answer()
  await expect(summary(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Your basket is empty.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse games' })).toBeVisible()
})

test('Paying leads a visitor to the log-in and back with both baskets merged', async ({ page }) => {
  const [there, both, mine] = await Promise.all(GAMES.map((slug) => gameOf(page, slug)))
  if (!there || !both || !mine) throw new Error('The demo has these games')
  const person = await buyerWith(page, [saved(there), saved(both)])
  const gone = saved(mine, { gameId: '0192f0c1-7a3b-7c4d-8e5f-000000000001' })
  await storeBasket(page, [saved(both), saved(mine), gone])
  await page.goto('/basket')
  await payButton(page).click()
  await expect(page).toHaveURL('/login?next=%2Fbasket')
  await logInHere(page, person.email)
  await expect(page).toHaveURL('/basket')
  await expect(page.getByText('3 items, 3 developers')).toBeVisible()
  await expect(page.getByText('No longer sold: one item.').first()).toBeAttached()
  expect(await page.evaluate(() => localStorage.getItem('basket'))).toBe('')
  await expect(inBar(page, 3)).toBeVisible()
  await page.reload()
  await expect(page.getByText('3 items, 3 developers')).toBeVisible()
  await expect(page.getByText('No longer sold')).toHaveCount(0)
})

test('Two tabs show the same basket, and the account keeps it', async ({ page, context }) => {
  const [first, second] = await Promise.all(GAMES.map((slug) => gameOf(page, slug)))
  if (!first || !second) throw new Error('The demo has these games')
  const person = await buyerWith(page, [saved(first), saved(second)])
  await openAs(page, person.email, '/basket', PASSWORD)
  await expect(summary(page)).toContainText('2 items')
  const other = await context.newPage()
  // What is removed while the other tab is still reading its basket must not stay there.
  const removed = Promise.withResolvers<void>()
  await other.route('**/api/basket', async (route) => {
    const answer = await route.fetch()
    await removed.promise
    await route.fulfill({ response: answer })
  })
  await Promise.all([other.waitForRequest('**/api/basket'), other.goto('/basket')])
  await removeButton(page, first.title).click()
  await expect(undo(page)).toBeVisible()
  removed.resolve()
  await expect(removeButton(other, first.title)).toHaveCount(0)
  await expect(inBar(other, 1)).toBeVisible()
  await other.getByRole('button', { name: `Move to later: ${second.title}` }).click()
  await expect(page.getByRole('heading', { name: 'Later 1 item' })).toBeVisible()
  await undo(page).click()
  await expect(removeButton(other, first.title)).toBeVisible()
})

test('One press accepts all changes of the basket', async ({ page }) => {
  const [dearer, cheaper] = await Promise.all(GAMES.map((slug) => gameOf(page, slug)))
  if (!dearer || !cheaper) throw new Error('The demo has these games')
  await storeBasket(page, [
    saved(dearer, { price: dearer.price - 2 }),
    saved(cheaper, { price: cheaper.price + 1 }),
    saved(dearer, { gameId: '0192f0c1-7a3b-7c4d-8e5f-000000000001' }),
  ])
  await page.goto('/basket')
  const note = page.getByRole('status').filter({ hasText: 'Three things changed since you added them.' })
  await expect(note).toContainText(
    'Velvet Orbit costs more now. Saltglass costs less now. One item is no longer sold.',
  )
  await expect(row(page, dearer.title)).toContainText('$2.00 more than when you added it ($16.00)')
  await expect(row(page, 'One item')).toContainText('No longer sold. It isn’t counted in the total.')
  await expect(summary(page)).toContainText('$32.99')
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('button', { name: 'Update basket' }).click()
  await expect(note).toHaveCount(0)
  await expect(row(page, 'One item')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(summary(page)).toContainText('$32.99')
  await expect(page.getByText('more than when you added it')).toHaveCount(0)
})

test('A price that has risen is shown and never charged unseen', async ({ page, context }) => {
  const game = await gameOf(page, 'velvet-orbit')
  const person = await buyerWith(page, [saved(game, { price: 10 })])
  await logIn(page, person.email, PASSWORD)
  await page.route('**/api/basket', async (route) => {
    const response = await route.fetch()
    const { items } = await response.json()
    const old = { state: 'unchanged', price: 10 }
    await route.fulfill({ response, json: { items: items.map((item: object) => ({ ...item, ...old })) } })
  })
  await page.goto('/basket')
  await expect(payButton(page)).toHaveText('Pay $10.00')
  await page.unroute('**/api/basket')
  await payButton(page).click()
  await expect(summary(page).getByRole('alert')).toContainText('nothing was charged')
  await expect(page.getByText('Velvet Orbit costs more now.')).toBeVisible()
  await expect(payButton(page)).toHaveText('Pay $18.00')
  expect(context.pages()).toHaveLength(1)
})

test('A full basket says so', async ({ page }) => {
  const game = await gameOf(page, 'velvet-orbit')
  const unknown = Array.from({ length: BASKET_MAX }, (_, nth) => {
    const tail = String(nth).padStart(12, '0')
    return saved(game, { gameId: `0192f0c1-7a3b-7c4d-8e5f-${tail}` })
  })
  await storeBasket(page, unknown)
  await page.goto('/game/velvet-orbit')
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await expect(page.getByText('Your basket is full. It holds 50 items.').first()).toBeAttached()
  await page.goto('/basket')
  await expect(summary(page)).toContainText('Nothing here can be bought right now.')
  await expect(payButton(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Update basket' }).click()
  await expect(page.getByText('Your basket is empty.')).toBeVisible()
})

test('The basket can be used by keyboard alone', async ({ page }) => {
  await page.goto('/games?q=velvet')
  await firstOf(page, 'link', /^Velvet Orbit/).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add Velvet Orbit to wishlist' }).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add Velvet Orbit to basket' }).first()).toBeFocused()
  await expect(page.getByRole('button', { name: 'Add Velvet Orbit to basket' }).first()).toHaveCSS(
    'opacity',
    '1',
  )
  await page.keyboard.press('Enter')
  await expect(inBar(page, 1)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/basket')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await removeButton(page, 'Velvet Orbit').focus()
  await page.keyboard.press('Enter')
  await expect(undo(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'Velvet Orbit').getByRole('link')).toBeFocused()
  await press(page, 'Tab', 'Enter')
  await expect(page.getByRole('button', { name: 'Move to basket: Velvet Orbit' })).toBeVisible()
  await expect(row(page, 'Velvet Orbit').getByRole('link')).toBeFocused()
})

test('The purchase dialog adds extras to the payment or to the basket', async ({ page }) => {
  const person = await buyerWith(page)
  await openAs(page, person.email, '/game/the-long-dusk', PASSWORD)
  await page.getByRole('button', { name: 'Buy for $24.99' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Complete Purchase' })
  await expect(dialog.getByRole('button', { name: 'Pay $24.99' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: SOUNDTRACK }).check()
  await expect(dialog.getByRole('button', { name: 'Pay $31.98' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Add to basket' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(inBar(page, 2)).toBeVisible()
  await page.getByRole('button', { name: 'Buy for $24.99' }).first().click()
  await expect(dialog.getByRole('link', { name: 'Open basket' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: SOUNDTRACK }).check()
  const checkout = page.waitForRequest('**/api/checkout')
  await dialog.getByRole('button', { name: 'Pay $31.98' }).click()
  expect((await checkout).postDataJSON().goods).toMatchObject([
    { fileId: null, price: 24.99 },
    { fileId: expect.any(String), price: 6.99 },
  ])
  await expect(page).toHaveURL('/orders')
})

test('A visitor adds a game and its soundtrack to the basket', async ({ page }) => {
  await page.goto('/game/the-long-dusk?buy=1')
  const dialog = page.getByRole('dialog', { name: 'Complete Purchase' })
  const add = dialog.getByRole('button', { name: 'Add to basket' })
  await expect(dialog.getByRole('link', { name: 'Sign up' })).toBeVisible()
  await add.click()
  await expect(dialog).toHaveCount(0)
  await expect(inBar(page, 1)).toBeVisible()
  await page.getByRole('button', { name: `Buy $6.99, ${SOUNDTRACK}` }).click()
  await add.click()
  await expect(inBar(page, 2)).toBeVisible()
  await page.getByRole('button', { name: `Buy $6.99, ${SOUNDTRACK}` }).click()
  await dialog.getByRole('link', { name: 'Open basket' }).click()
  await expect(summary(page)).toContainText('$31.98')

  await page.goto('/game/copper-garden?buy=1')
  await expect(page.getByRole('dialog', { name: 'Download' }).getByRole('link')).toHaveText([
    'Sign in',
    'Sign up',
  ])
})

test('One payment brings two games and a soundtrack as downloads', { tag: '@critical' }, async ({ page }) => {
  const [game, other] = await Promise.all([gameOf(page, 'the-long-dusk'), gameOf(page, 'saltglass')])
  const soundtrack = game.gameFiles.find(({ name }) => name === SOUNDTRACK)
  const ofSoundtrack = { fileId: soundtrack?._id, price: soundtrack?.customPrice }
  const person = await buyerWith(page, [saved(game), saved(game, ofSoundtrack), saved(other)])
  await openAs(page, person.email, '/basket', PASSWORD)
  await expect(summary(page)).toContainText('One payment and one network fee for all 3 items.')
  const invoice = await popupBy(payButton(page))
  await expect(page).toHaveURL('/orders')
  await invoice.getByRole('button', { name: 'Payment confirmed' }).click()
  await invoice.getByRole('link', { name: 'Get your download' }).click()
  const downloads = invoice.getByRole('main').getByRole('link', { name: /^Download / })
  await expect(downloads).toHaveCount(3)
  for (const download of await downloads.all()) {
    const address = (await download.getAttribute('href')) ?? ''
    expect((await page.request.get(address)).ok(), address).toBe(true)
  }
  await expect(inBar(invoice, 0)).toBeVisible()
})
