import {
  expect,
  firstOf,
  holdBack,
  mailedCode,
  newcomer,
  newUser,
  popupBy,
  savedBy,
  signUpHere,
  test,
} from '../shop.ts'

test('A visitor finds a game, signs up, buys it and downloads it', { tag: '@critical' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Indie Games, No Filler')
  const title = 'Low Tide Motel'
  await page.getByRole('combobox', { name: 'Search games' }).fill(title)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for ‘${title}’`)
  await firstOf(page, 'link', new RegExp(`^${title}`)).click() // not the one that removes the filter
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()

  await firstOf(page, 'button', /^Buy for/).click()
  const dialog = page.getByRole('dialog', { name: 'Complete Purchase' })
  await dialog.getByRole('link', { name: 'Sign up' }).click()

  const person = newcomer()
  await expect(page).toHaveURL(/\/signup\?next=/)
  await signUpHere(page, person)

  await expect(page).toHaveURL(/\/verify/)
  await page.getByLabel('6-digit code').fill(await mailedCode(page, person.email))

  await expect(page).toHaveURL(/\/game\/.*buy=1/)
  await expect(dialog).toContainText(person.email)
  const invoice = await popupBy(dialog.getByRole('button', { name: /^Pay \$/ }))
  await expect(invoice.getByText('Amount to pay')).toBeVisible()
  await invoice.getByRole('button', { name: 'Payment seen' }).click()
  await expect(invoice.getByRole('button', { name: 'Payment confirmed' })).toBeEnabled()
  await invoice.getByRole('button', { name: 'Payment confirmed' }).click()
  await invoice.getByRole('link', { name: 'Get your download' }).click()
  await expect(invoice).toHaveURL(/\/thank-you\?order=/)
  await expect(invoice.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await expect(invoice.getByRole('link', { name: 'Download', exact: true })).toBeVisible({ timeout: 20_000 })

  const orderId = new URL(invoice.url()).searchParams.get('order') ?? ''
  const { bytes } = await savedBy(invoice.getByRole('link', { name: 'Download', exact: true }))
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  await invoice.close()

  // The first tab has waited at the orders and leads to the receipt by itself, once.
  await page.bringToFront()
  await expect(page).toHaveURL(/\/receipt\?order=/, { timeout: 30_000 })
  await expect(page.getByText('Total (USD)')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByText(orderId)).toBeVisible()
  await expect(page.getByText('PAID', { exact: true }).first()).toBeVisible()

  await page.goto('/library')
  await expect(page.getByRole('link', { name: new RegExp(title) })).toBeVisible()
  await page.goto(`/games?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('link', { name: new RegExp(`^${title}.*Owned`, 'i') })).toBeVisible()
})

test('A player claims a free game and downloads it from the library', { tag: '@critical' }, async ({
  page,
}) => {
  await newUser(page)
  // One click is enough, even before the session is confirmed.
  const answer = await holdBack(page, '**/api/whoami')
  await page.goto('/game/tape-hiss')
  await page.getByRole('button', { name: 'Get for free' }).first().click()
  answer()
  await expect(page.getByText(/^In your library/)).toBeVisible()
  await page.goto('/library')
  expect(
    (await savedBy(page.getByRole('button', { name: /^Download Tape Hiss/ }))).bytes
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test('An expired session is renewed, and a log-out reaches every tab', async ({ page, context }) => {
  const person = await newUser(page)
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.user)
    localStorage.user = JSON.stringify({ ...user, token: 'gone.stale.token' })
  })
  await page.goto('/orders')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/orders$/)
  expect(await page.evaluate(() => JSON.parse(localStorage.user).token)).not.toBe('gone.stale.token')

  const other = await context.newPage()
  await other.goto('/library')
  await page.getByRole('button', { name: new RegExp(person.username) }).click()
  await page
    .getByRole('button', { name: 'Logout' })
    .or(page.getByRole('menuitem', { name: 'Logout' }))
    .click()
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.user)).toBeUndefined()
})
