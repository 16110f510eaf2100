/** The admin area: users, games, messages, the audit log and the store's figures. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { account, expect, expectAccessible, logIn, newcomer, PASSWORD, test } from './shop.ts'

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Fills the reason of the dialog that is open, and does it. */
async function giveReason(page: Page, reason: string, button: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

async function savedCsv(page: Page, name: string): Promise<string> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe(name)
  return readFile(await download.path(), 'utf8')
}

test('an admin finds a user and changes what they may do; the log keeps why', async ({ page, browser }) => {
  const theirs = await (await browser.newContext({ baseURL: test.info().project.use.baseURL })).newPage()
  await theirs.addInitScript(() => {
    localStorage.ageOk = '1'
  })
  await theirs.goto('/login')
  const person = await account(theirs)
  await logIn(theirs, person.email, PASSWORD)
  await theirs.goto('/profile')
  await theirs.getByRole('button', { name: 'Become a developer' }).click()
  await expect(theirs.getByText('You asked to become a developer')).toBeVisible()

  await logIn(page, 'admin@example.test')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/admin-dashboard')
  await expect(page.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible()
  const places = page.getByRole('navigation', { name: 'Admin' })
  await expect(places.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText(/^Showing 20 of [\d,]+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText(/^Showing (2[1-9]|[34]\d) of [\d,]+$/)).toBeVisible()
  await expect(page.locator('tbody tr').nth(20).getByRole('link')).toBeFocused()
  await expectAccessible(page)

  await page.getByLabel('State').selectOption('Wants to be a developer')
  await page.getByLabel('Search users').fill(person.username)
  await expect(page).toHaveURL(`/admin-dashboard?q=${person.username}&state=asking`)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  const csv = await savedCsv(page, 'users.csv')
  expect(csv).toContain(person.email)
  expect(csv).not.toContain('admin@example.test')

  await page.getByRole('link', { name: `View Details of ${person.username}` }).click()
  await expect(page.getByRole('heading', { name: person.username, level: 1 })).toBeFocused()
  await expect(page.getByText('Nothing was done to this user.')).toBeVisible()
  await page.getByRole('button', { name: 'Approve request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Say why, in a few words.')).toBeVisible()
  await giveReason(page, 'Three finished games elsewhere', 'Approve')
  await expect(rowOf(page, 'Three finished games elsewhere')).toContainText(/role: player .*developer$/)
  await expect(page.getByRole('button', { name: 'Approve request' })).toBeHidden()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Suspend' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Uploads stolen games')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Signed in nowhere.')).toBeVisible()
  await theirs.reload()
  await expect(theirs).toHaveURL(/\/login/)
  await page.getByRole('button', { name: 'Restore' }).click()
  await giveReason(page, 'They were their own', 'Restore')

  await page.goto('/admin/audit')
  await page.getByLabel('Search the audit log').fill(person.username)
  await expect(page.getByText('Showing 3 of 3')).toBeVisible()
  await page.getByLabel('Action').selectOption('Suspended')
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await expect(rowOf(page, 'Uploads stolen games')).toContainText('shopkeeper')
  await expectAccessible(page)
  expect(await savedCsv(page, 'audit.csv')).toContain('Uploads stolen games')
  await rowOf(page, 'Uploads stolen games').getByRole('link').click()
  await expect(page.getByRole('heading', { name: person.username })).toBeVisible()
  await theirs.context().close()
})

test('nobody suspends themselves, and the last admin stays one', async ({ page }) => {
  await logIn(page, 'admin@example.test')
  await page.goto('/admin/users?role=admin&sort=name')
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await page.getByRole('link', { name: 'View Details' }).click()
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Tired of it')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText('You cannot suspend yourself.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change role' }).click()
  await dialog.getByLabel('New role').selectOption('Player')
  await dialog.getByLabel('Reason').fill('Tired of it')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog.getByText('The store needs an admin: this is the last one.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing was done to this user.')).toBeVisible()
})

test('what fails, or is not there, is said in words', async ({ page }) => {
  await logIn(page, 'admin@example.test')
  await page.goto('/admin/users?q=nobody-of-this-name')
  await expect(page.getByText('No users found.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/admin/users')
  await page.route('**/api/users?*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/admin/users?role=player')
  await expect(page.getByText('Failed to fetch users')).toBeVisible({ timeout: 20_000 })
  await page.goto('/admin/users/11111111-1111-4111-8111-111111111111')
  await expect(page.getByText('Failed to load user details')).toBeVisible()
  await page.route('**/api/admin/analytics', (route) => route.fulfill({ status: 403, body: '' }))
  await page.goto('/admin/analytics')
  await expect(page.getByText('Failed to fetch analytics')).toBeVisible()
  await page.unroute('**/api/admin/analytics')
  await page.route('**/api/admin/analytics', async (route) => {
    const answer = await route.fetch()
    const figures = await answer.json()
    Object.assign(figures.overview, { totalOrders: 0, totalDownloads: 0 })
    await route.fulfill({ json: figures })
  })
  await page.reload()
  await expect(page.getByText('No analytics data available')).toBeVisible()
})

test('a game is taken down with a reason, and shown again', async ({ page }, { project }) => {
  await logIn(page, 'admin@example.test')
  await page.goto('/admin/games?state=public')
  await expect(page.getByText(/^Showing \d+ of \d+$/)).toBeVisible()
  await expectAccessible(page)
  // Each project takes another one: they run beside each other.
  const game = page.locator('tbody tr').nth(project.name === 'phone' ? 3 : 5)
  const title = await game.getByRole('link').first().innerText()
  const address = (await game.getByRole('link').first().getAttribute('href')) ?? ''
  await page.getByLabel('Search games').fill(title)
  await page.getByRole('button', { name: `Take down ${title}` }).click()
  await expect(page.getByRole('dialog').getByLabel(/^Illegal content/)).not.toBeChecked()
  await expectAccessible(page)
  await giveReason(page, 'Uses music without a licence', 'Take down')
  await expect(page.getByText('No matching games.')).toBeVisible()
  expect((await page.request.get(`/api/games/${address.split('/').at(-1)}`)).status()).toBe(404)
  await page.getByLabel('State').selectOption('Taken down')
  await expect(rowOf(page, title)).toContainText('Uses music without a licence')
  await page.getByRole('button', { name: `Restore ${title}` }).click()
  await giveReason(page, 'The licence was found', 'Restore')
  await expect(page.getByText('No matching games.')).toBeVisible()
  expect((await page.request.get(`/api/games/${address.split('/').at(-1)}`)).ok()).toBe(true)
})

test('a message is answered, and opened again', async ({ page }) => {
  const { username, email } = newcomer()
  const sent = await page.request.post('/api/contact', {
    data: { email, subject: `About ${username}`, message: `First line\nSecond line ${'long'.repeat(200)}` },
  })
  expect(sent.ok()).toBe(true)
  await logIn(page, 'admin@example.test')
  await page.goto('/admin/inbox')
  const message = page.getByRole('listitem').filter({ hasText: username }).first()
  await expect(message.getByText('Second line')).toBeVisible()
  await expect(message.getByRole('link', { name: /^Reply/ })).toHaveAttribute(
    'href',
    `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: About ${username}`)}`,
  )
  await expectAccessible(page)
  await message.getByRole('button', { name: /^Mark answered/ }).click()
  await expect(message).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(message).toBeVisible()
  await message.getByRole('button', { name: /^Mark answered/ }).click()
  await page.getByRole('button', { name: 'Answered', exact: true }).click()
  await expect(page).toHaveURL('/admin/inbox?state=answered')
  await expect(message.getByText(/by shopkeeper$/)).toBeVisible()
})

test('the figures can be read as a chart, as a table, by keyboard and as CSV', async ({ page }) => {
  await logIn(page, 'admin@example.test')
  await page.goto('/admin/orders')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Analytics' }).click()
  await expect(page).toHaveURL('/admin/analytics')
  for (const name of ['Total revenue', 'Orders', 'Users', 'Developers', 'Admins', 'Downloads'])
    await expect(
      page
        .getByRole('term')
        .filter({ hasText: new RegExp(`^${name}$`) })
        .first(),
    ).toBeVisible()
  await expect(rowOf(page, 'This month')).toContainText('$')
  for (const title of ['Top games', 'Downloads by game', 'Recent activity'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()

  const chart = page.getByRole('figure', { name: 'Revenue per day' })
  const slider = chart.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  const first = (await slider.getAttribute('aria-valuetext')) ?? ''
  expect(first).toMatch(/^\w{3} \d+: \$[\d,]+\.\d\d$/)
  await page.keyboard.press('ArrowRight')
  await expect(slider).not.toHaveAttribute('aria-valuetext', first)
  await page.getByText('Show as table: Revenue per day').click()
  const table = page.getByRole('table', { name: 'Revenue per day' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('row').nth(1)).toContainText(first.split(': ')[1] ?? 'a value')
  await expectAccessible(page)

  await page.getByRole('button', { name: '90 days' }).click()
  await expect(page).toHaveURL('/admin/analytics?days=90')
  await page.getByLabel('Columns').selectOption('By month')
  await expect(page).toHaveURL('/admin/analytics?days=90&by=month')
  await expect(page.getByRole('figure', { name: 'Orders per month' })).toBeVisible()
  const csv = await savedCsv(page, 'analytics.csv')
  expect(csv.trim().split('\n').length).toBeGreaterThan(3)
  await page.getByLabel('From (UTC)').fill('2026-02-01')
  await page.getByLabel('To (UTC)').fill('2026-01-01')
  await expect(page.getByText('The last day is before the first.')).toBeVisible()
})

test('a developer sees how their games do and what they earned; a view of a page is counted', async ({
  page,
}) => {
  await logIn(page, 'developer@example.test')
  await page.goto('/dev-dashboard')
  await page.getByRole('navigation', { name: 'Developer' }).getByRole('link', { name: 'Analytics' }).click()
  await expect(page).toHaveURL('/dev/analytics')
  await expect(page.getByRole('figure', { name: 'Page views per day' })).toBeVisible()
  const games = page.getByRole('table', { name: 'By game' })
  const title = await games.getByRole('link').first().innerText()
  await page.getByRole('combobox', { name: 'Game' }).selectOption(title)
  await expect(games.getByRole('link')).toHaveCount(1)
  await page.getByRole('button', { name: '365 days' }).click()
  await expect(page).toHaveURL(/\/dev\/analytics\?days=365&game=/)
  await expect(page.getByRole('figure', { name: 'Page views per week' })).toBeVisible()
  await expectAccessible(page)
  expect(await savedCsv(page, 'game-analytics.csv')).toContain(title)

  await page.goto('/dev/earnings')
  await expect(page.getByRole('term').filter({ hasText: 'Balance' })).toBeVisible()
  await expect(page.getByText(/^Showing \d+ of [\d,]+$/)).toBeVisible()
  await expectAccessible(page)
  expect((await savedCsv(page, 'earnings.csv')).split('\n').length).toBeGreaterThan(2)

  const counted = page.waitForRequest((request) => /\/api\/games\/[^/]+\/view$/.test(request.url()))
  await page.goto('/games')
  await page.locator('main a[href^="/game/"]').first().click()
  expect((await counted).postDataJSON()).toEqual({ referrer: '' })
})
