/** Who sees a game: its developer hides it, lists it nowhere, does not sell it, and makes it public again. */
import type { Page } from '@playwright/test'
import {
  account,
  checkOut,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectFitsNarrowest,
  logIn,
  openAs,
  otherPage,
  PASSWORD,
  playNetwork,
  savedBy,
  test,
} from '../shop.ts'
import { aGame, type Game } from './a-game.ts'

const said = (page: Page, text: string) => page.getByRole('group', { name: 'Message' }).getByText(text)
const card = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const gone = (page: Page) => page.getByRole('heading', { level: 1, name: 'This game isn’t available' })

/** Somebody who bought the game, in a browser of their own. */
async function anOwner(page: Page, owner: Page, game: Game): Promise<void> {
  const { email } = await account(page)
  await logIn(owner, email, PASSWORD)
  await playNetwork(owner, await checkOut(owner, [{ gameId: game._id }]), 'pay', 'PAID')
}

test('LA1 A private game is there for its developer and owners alone, until a dialog makes it public again', async ({
  page,
  browser,
}) => {
  const game = await aGame(page, 'Slow Burn', { price: '20' })
  const [stranger, owner] = [await otherPage(browser), await otherPage(browser)]
  await anOwner(page, owner, game)
  await openAs(page, game.developer.email, `/dev/games/${game._id}`, PASSWORD)
  await page.getByRole('link', { name: 'Access', exact: true }).press('Enter')
  await expect(card(page, 'Public')).toBeChecked()
  await card(page, 'Private').press('Space')
  await expect(said(page, `${game.title} is private.`)).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await expectFitsNarrowest(page)

  await expect(async () => {
    await stranger.goto(`/game/${game.slug}`)
    await expect(gone(stranger)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  for (const path of ['/releases', '/posts']) {
    await stranger.goto(`/game/${game.slug}${path}`)
    await expect(gone(stranger)).toBeVisible()
  }
  await owner.goto(`/game/${game.slug}`)
  await expect(owner.getByText('This game is private.')).toBeVisible()
  await expectAccessibleAtBothWidths(owner)
  await owner
    .getByRole('button', { name: /^Download/ })
    .first()
    .click()
  const dialog = owner.getByRole('dialog', { name: 'Download' })
  const { bytes } = await savedBy(dialog.getByRole('button', { name: /^Download/ }).first())
  expect(bytes.length).toBeGreaterThan(0)
  for (const [path, heading] of [
    ['/releases', 'Releases'],
    ['/posts', 'Posts'],
  ]) {
    await owner.goto(`/game/${game.slug}${path}`)
    await expect(owner.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }

  await page.getByRole('link', { name: 'View page' }).click()
  await expect(page.getByText('Only you, its owners and admins see this page.')).toBeVisible()
  await page.getByRole('link', { name: 'Access', exact: true }).click()
  await card(page, 'Public').press('Space')
  const asked = page.getByRole('dialog', { name: 'Make it public?' })
  await expect(asked.getByText('Anyone can buy it for $20.00')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(card(page, 'Private')).toBeChecked()
  await card(page, 'Public').press('Space')
  await asked.getByRole('button', { name: 'Make public' }).press('Enter')
  await expect(said(page, `${game.title} is public.`)).toBeVisible()
  await expect(async () => {
    await stranger.goto(`/game/${game.slug}`)
    await expect(stranger.getByRole('heading', { level: 1, name: game.title })).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  await Promise.all([stranger.close(), owner.close()])
})

test('LA1 An unlisted game is found by its address, and on its developer’s page if they want so', async ({
  page,
  browser,
}) => {
  const game = await aGame(page, 'Slow Burn')
  const stranger = await otherPage(browser)
  await openAs(page, game.developer.email, `/dev/games/${game._id}/access`, PASSWORD)
  await card(page, 'Unlisted').press('Space')
  await expect(said(page, `${game.title} is unlisted.`)).toBeVisible()
  const found = stranger.locator(`main a[href="/game/${game.slug}"]`)
  await expect(async () => {
    await stranger.goto(`/games?q=${encodeURIComponent(game.title)}`)
    await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await found.count()).toBe(0)
  }).toPass()
  await stranger.goto(`/game/${game.slug}`)
  await expect(stranger.getByRole('heading', { level: 1, name: game.title })).toBeVisible()
  await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(stranger.getByText('Unlisted')).toBeHidden()
  await stranger.goto(`/dev/${game.developer.username}`)
  await expect(found).toHaveCount(0)

  await page.getByRole('checkbox', { name: 'Show it on your page' }).press('Space')
  await expect(said(page, `${game.title} is on your page.`)).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await expectFitsNarrowest(page)
  await expect(async () => {
    await stranger.goto(`/dev/${game.developer.username}`)
    await expect(found.first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.goto(`/game/${game.slug}`)
  await expect(page.getByRole('complementary').getByText('Your own game · Unlisted')).toBeVisible()
  await page.goto('/dev-dashboard')
  await expect(page.getByRole('row').filter({ hasText: game.title })).toContainText('Unlisted')
  await stranger.close()
})

test('LA3 What is not for sale says so on its page and in baskets, and Undo sells it again', async ({
  page,
  browser,
}) => {
  const game = await aGame(page, 'Slow Burn', { price: '20' })
  const buyer = await otherPage(browser)
  await buyer.goto(`/game/${game.slug}`)
  await buyer.getByRole('button', { name: 'Add to basket' }).click()
  await expect(buyer.getByRole('button', { name: 'In basket' })).toBeVisible()
  await openAs(page, game.developer.email, `/dev/games/${game._id}/access`, PASSWORD)
  await page.getByRole('switch', { name: 'Not for sale at present' }).press('Space')
  await expect(said(page, `${game.title} is not for sale.`)).toBeVisible()
  await expect(async () => {
    await buyer.goto(`/game/${game.slug}`)
    await expect(buyer.getByText('Not for sale at present')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const facts = buyer.getByRole('complementary', { name: 'About this game' })
  await expect(facts.getByRole('button', { name: /Buy|basket/ })).toHaveCount(0)
  await expect(buyer.getByRole('button', { name: 'Add to wishlist' })).toBeVisible()
  await expectAccessibleAtBothWidths(buyer)
  await buyer.goto(`/game/${game.slug}?buy=1`)
  await expect(buyer.getByRole('dialog', { name: 'Not for sale at present' })).toBeVisible()
  await expectAccessible(buyer)
  await buyer.goto('/basket')
  await expect(buyer.getByText('Not for sale at present. It isn’t counted in the total.')).toBeVisible()
  await expectAccessibleAtBothWidths(buyer)

  const sale = page.getByRole('switch', { name: 'Not for sale at present' })
  await sale.press('Space')
  await expect(said(page, `${game.title} is for sale again.`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter')
  await expect(sale).toBeChecked()
  await expect(said(page, `${game.title} is not for sale.`)).toBeVisible()
  await buyer.close()
})
