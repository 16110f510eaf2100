/** Following, posts and feeds: a reader follows a game, its developer writes, the reader hears of it and reads it. */
import type { Page } from '@playwright/test'
import { EMAIL } from '../addresses.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectFitsNarrowest,
  newUser,
  otherPage,
  test,
} from '../shop.ts'

const said = (page: Page, text: string) => page.getByRole('group', { name: 'Message' }).getByText(text)

test('FO3 A reader follows a game, hears of a post, reads it, and takes it into a feed of their own', async ({
  page,
  browser,
}) => {
  await newUser(page)
  await page.goto('/game/kiosk-24')
  await page.getByRole('button', { name: 'Follow game Kiosk 24' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Following Kiosk 24' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.goto('/following')
  await expect(page.getByRole('link', { name: 'Kiosk 24' })).toBeVisible()
  await page.getByRole('button', { name: 'Make an address' }).click()
  const address = await page.getByText(/\/feed\/[\w-]{22}\.atom$/).textContent()
  await expectAccessibleAtBothWidths(page)
  await expectFitsNarrowest(page)

  const title = `Night shift ${Date.now()}`
  const developer = await otherPage(browser, EMAIL.developer)
  await developer.goto('/dev-dashboard')
  await developer.getByRole('link', { name: 'Kiosk 24', exact: true }).click()
  await expect(developer.getByRole('heading', { name: 'Kiosk 24', exact: true, level: 1 })).toBeVisible()
  await developer.getByRole('link', { name: 'Community', exact: true }).click()
  await expect(developer.getByRole('heading', { name: 'Posts', level: 2 })).toBeVisible()
  await expectAccessibleAtBothWidths(developer)
  await developer.getByRole('link', { name: 'New post' }).click()
  await developer.getByRole('button', { name: 'Publish post' }).first().click()
  await expect(developer.getByText('Write a title of 3 to 100 characters.')).toBeVisible()
  await expect(developer.getByLabel('Title')).toBeFocused()
  await developer.getByLabel('Title').fill(title)
  await developer.getByRole('textbox', { name: 'Text' }).fill('The kiosk is open all night, and so are we.')
  await expectAccessibleAtBothWidths(developer)
  await expectFitsNarrowest(developer)
  await developer.getByRole('button', { name: 'Save draft' }).first().click()
  await expect(developer.getByText(/^Saved /)).toBeVisible()
  await developer.reload()
  await expect(developer.getByLabel('Title')).toHaveValue(title)
  await developer.getByRole('button', { name: 'Publish post' }).first().click()
  await expect(said(developer, 'Your post is out.')).toBeVisible()
  await expect(developer.getByRole('row').filter({ hasText: title })).toContainText('Published')
  await developer.close()

  const row = page.getByRole('listitem').filter({ hasText: `Kiosk 24: ${title}` })
  await expect(async () => {
    await page.goto('/notices')
    await expect(row).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await row.getByRole('link', { name: 'Read post of Kiosk 24' }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Report this post' }).click()
  await expect(page.getByRole('dialog', { name: `Report ${title}` })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const feed = await page.request.get(address ?? '')
  expect(await feed.text()).toContain(`<title>Kiosk 24: ${title}</title>`)
  await page.goto('/game/kiosk-24')
  await expect(
    page.getByRole('region', { name: 'Posts' }).or(page.getByRole('heading', { name: 'Posts' })),
  ).toBeVisible()
})
