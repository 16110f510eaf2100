/** What fingers do on a phone: they never hover, and they swipe. */
import type { Locator, Page } from '@playwright/test'
import { account, boxAtRest, expect, openAs, PASSWORD, test } from '../shop.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** A finger that is drawn to the left, from the right edge of something. */
async function swipe(page: Page, item: Locator): Promise<void> {
  const box = await boxAtRest(item)
  const y = box.y + box.height / 2
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: box.x + box.width - 40, y })
  for (let left = box.width - 60; left >= 40; left -= 20) await touch('touchMove', { x: box.x + left, y })
  await touch('touchEnd')
  await session.detach()
}

test('A basket button needs no hovering, and a menu opens and closes by taps', async ({ page }) => {
  await page.goto('/games?q=velvet')
  const add = page.getByRole('button', { name: 'Add Velvet Orbit to basket' }).first()
  await expect(add).toHaveCSS('opacity', '1')
  await add.tap()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Basket, 1 item' })).toBeVisible()
  await expect(page).toHaveURL('/games?q=velvet') // it lies over the card, which is a link

  const menu = page.getByRole('menu', { name: 'More' })
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await expect(menu).toBeVisible()
  await page.getByRole('heading', { level: 1 }).tap({ position: { x: 4, y: 4 } }) // beside the menu, and no link
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/games?q=velvet')
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await menu.getByRole('menuitem', { name: 'FAQ' }).tap()
  await expect(page).toHaveURL('/faq')
})

test('Pictures are swiped, and a tap opens the visible one', async ({ page }) => {
  await page.goto('/game/the-long-dusk')
  const pictures = page.getByRole('region', { name: 'Pictures of The Long Dusk' })
  const second = page.getByRole('img', { name: /^Screenshot 1 of/ })
  await swipe(page, pictures)
  const middleOf = async (item: Locator) => {
    const { x, width } = await boxAtRest(item)
    return Math.round(x + width / 2)
  }
  const middle = await middleOf(pictures)
  await expect.poll(() => middleOf(second)).toBe(middle) // a tap on pictures that still move only stops them
  await page.touchscreen.tap(195, 180)
  const large = page.getByRole('dialog')
  await expect(large).toBeVisible()
  await expect(large.getByText(/^1 of \d$/)).toBeVisible()
})

test('The purchase is a sheet that a tap beside it closes', { tag: '@critical' }, async ({ page }) => {
  await openAs(page, (await account(page)).email, '/game/the-long-dusk', PASSWORD)
  await page.getByRole('button', { name: 'Buy for $24.99' }).first().tap()
  const sheet = page.getByRole('dialog', { name: 'Complete Purchase' })
  await expect(sheet.getByRole('button', { name: 'Pay $24.99' })).toBeInViewport({ ratio: 1 })
  const { x, y, width, height } = await boxAtRest(sheet)
  expect([x, width, y + height]).toEqual([0, 390, 844])
  await page.touchscreen.tap(195, 10)
  await expect(sheet).toHaveCount(0)
})
