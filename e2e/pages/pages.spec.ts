import { boxAtRest, expect, expectAccessible, openAs, scriptsRun, test } from '../shop.ts'

const PAGES = [
  ['/how-to-buy', /how to buy/i],
  ['/detailed-how-to-buy', /how to buy|pay/i],
  ['/faq', /FAQ|questions/i],
  ['/support', /support/i],
  ['/contact', 'Contact'],
  ['/privacy', /privacy/i],
  ['/terms', /terms/i],
  ['/devlog', 'Devlog'],
  ['/roadmap', 'Roadmap'],
  ['/patch-notes', 'Patch notes'],
] as const

test('Every page of information is complete and has no broken link', async ({ page }) => {
  const links = new Set<string>()
  for (const [path, heading] of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    const hrefs = await page
      .locator('main a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    for (const href of hrefs) links.add(href.split('#')[0] ?? '')
  }
  expect(links.size).toBeGreaterThan(5)
  for (const link of links) {
    const response = await page.request.get(link, { maxRedirects: 0 })
    expect(`${link} ${response.status()}`).toBe(`${link} 200`)
  }
})

test('Common questions have answers at once, and the chat opens beside the store', async ({ page }) => {
  await page.goto('/faq')
  for (const answer of ['All content is for adults 18+.', 'All sales are final.', 'for personal use only'])
    await expect(page.getByText(answer)).toBeVisible()
  await expect(page.getByText('An extra is a file of a game')).toBeHidden()
  for (const path of ['/support', '/contact']) {
    await page.goto(path)
    const links = page.getByRole('link', { name: /chat/i })
    await expect(links).not.toHaveCount(0)
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener')
    }
  }
})

test('Keys skip the bar, and a slash leads to the search', { tag: '@critical' }, async ({ page }) => {
  await page.goto('/games')
  await scriptsRun(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  const search = page.getByRole('combobox', { name: 'Search games' })
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  await page.keyboard.type('a/b')
  await expect(search).toHaveValue('a/b')
})

test('A message never covers the control that was pressed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/game/saltglass')
  const add = page.getByRole('button', { name: 'Add to basket' })
  await scriptsRun(page)
  const before = await boxAtRest(add)
  const height = Math.ceil(before.y + before.height)
  await page.setViewportSize({ width: 390, height }) // messages are shown over its lowest line
  await add.click()
  const message = page.getByRole('group', { name: 'Message' })
  await expect(message).toContainText('Added to basket')
  const pressed = await boxAtRest(page.getByRole('button', { name: 'In basket' }))
  const shown = await boxAtRest(message)
  expect(pressed.y + pressed.height).toBeGreaterThan(height - 24)
  expect(shown.y + shown.height).toBeLessThan(pressed.y)
})

test('The terms show the day of their last update and their sections', async ({ page }) => {
  for (const [path, sections] of [
    ['/terms', 12],
    ['/privacy', 13],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(/Last Updated/)).toContainText(String(new Date().getUTCFullYear()))
    await expect(page.locator('main h2').filter({ hasText: /^\d+\./ })).toHaveCount(sections)
  }
})

test('A developer page is public by name and by id', async ({ page }) => {
  await page.goto('/dev/foghorn-works')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Foghorn Works')
  await expect(page.getByText('former net loft').first()).toBeVisible()
  await page.goto('/game/saltglass')
  await page.getByRole('link', { name: 'Foghorn Works' }).first().click()
  await expect(page).toHaveURL(/\/dev\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Foghorn Works')
  expect((await page.request.get('/dev/nobody-of-that-name')).status()).toBe(404)
})

test('An unknown page leads home, and Back keeps the place', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByText('That page doesn’t exist. This is the home page.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  const all = page.getByRole('link', { name: /^All \d+ games$/ })
  await all.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(500)
  await all.click()
  await expect(page).toHaveURL(/\/games/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
})

test('An edited profile is shown at once', async ({ page }) => {
  const bio = 'We still do not sleep, and it shows.'
  await openAs(page, 'developer@example.test', '/profile')
  await page.getByLabel('Bio').fill(bio)
  await page.getByLabel('Website').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('Enter a web address that begins with http:// or https://, or a handle.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Website').fill('https://lowbattery.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile saved.').first()).toBeVisible()
  await page.goto('/dev/lowbatteryclub')
  await expect(page.getByText(bio).first()).toBeVisible()
})
