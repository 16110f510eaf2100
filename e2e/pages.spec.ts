import { expect, expectAccessible, logIn, test } from './shop.ts'

const PAGES = [
  ['/how-to-buy', 'How to buy'],
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

for (const [path, heading] of PAGES)
  test(`${path} is whole, can be read by all, and leads nowhere that does not exist`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      heading === 'How to buy' ? /how to buy/i : heading,
    )
    await expectAccessible(page)
    const links = await page
      .locator('main a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    for (const link of new Set(links.map((each) => each.split('#')[0] ?? ''))) {
      const answer = await page.request.get(link, { maxRedirects: 0 })
      expect(`${link} ${answer.status()}`).toBe(`${link} 200`)
    }
  })

test('shows when the terms were last updated, today, and their sections', async ({ page }) => {
  for (const [path, sections] of [
    ['/terms', 12],
    ['/privacy', 13],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(/Last Updated/)).toContainText(String(new Date().getUTCFullYear()))
    await expect(page.locator('main h2').filter({ hasText: /^\d+\./ })).toHaveCount(sections)
  }
})

test('shows a developer to everyone, by name and by id', async ({ page }) => {
  await page.goto('/dev/foghorn-works')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Foghorn Works')
  await expect(page.getByText('former net loft').first()).toBeVisible()
  await expectAccessible(page)
  await page.goto('/game/saltglass')
  await page.getByRole('link', { name: 'Foghorn Works' }).first().click()
  await expect(page).toHaveURL(/\/dev\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Foghorn Works')
  expect((await page.request.get('/dev/nobody-of-that-name')).status()).toBe(404)
})

test('sends an unknown page home, and scrolls back to where one was', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page).toHaveURL(/\/$/)
  await page
    .getByRole('link', { name: /See all/ })
    .last()
    .scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(500)
  await page
    .getByRole('link', { name: /See all/ })
    .last()
    .click()
  await expect(page).toHaveURL(/\/games/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
})

test('lets an edited profile be seen at once', async ({ page }, { project }) => {
  const bio = `We still do not sleep (${project.name}).`
  await logIn(page, 'developer@example.test')
  await page.goto('/profile')
  await page.getByLabel('Bio').fill(bio)
  await page.getByLabel('Website').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('Enter a web address that begins with http:// or https://, or a handle.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Website').fill('https://lowbattery.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/saved/i).first()).toBeVisible()
  await page.goto('/dev/lowbatteryclub')
  await expect(page.getByText(bio).first()).toBeVisible()
})
