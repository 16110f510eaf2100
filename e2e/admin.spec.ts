/** The admin area: users, games, messages, the lists and the audit log. */
import type { Page } from '@playwright/test'
import {
  account,
  expect,
  expectAccessible,
  logIn,
  type Newcomer,
  newcomer,
  PASSWORD,
  passAgeGate,
  savedCsv,
  test,
} from './shop.ts'

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Presses a button, gives the reason that its dialog asks for, and does it. */
async function act(page: Page, button: string, reason: string, confirm = button) {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Someone with an account, in a browser of their own. */
async function elsewhere(page: Page): Promise<{ theirs: Page; person: Newcomer }> {
  const context = await page.context().browser()?.newContext({ baseURL: test.info().project.use.baseURL })
  if (!context) throw new Error('there is no browser')
  const theirs = await context.newPage()
  await theirs.addInitScript(passAgeGate)
  await theirs.goto('/login')
  const person = await account(theirs)
  await logIn(theirs, person.email, PASSWORD)
  return { theirs, person }
}

async function askToBeDeveloper(theirs: Page) {
  await theirs.goto('/profile')
  await theirs.getByRole('button', { name: 'Become a developer' }).click()
  await expect(theirs.getByText('You asked to become a developer')).toBeVisible()
}

/** Someone who signed up but never typed the code; the next one is mailed after two minutes at the earliest. */
let unverified: Newcomer

test.describe.configure({ timeout: 240_000 })
test.beforeAll(async ({ request }) => {
  unverified = newcomer()
  const sent = { ...unverified, notifyPurchases: true, notifyUpdates: false }
  expect((await request.post('/api/register-start', { data: sent })).ok()).toBe(true)
})

test('an admin finds a user and changes what they may do; the log keeps why', async ({ page }) => {
  const { theirs, person } = await elsewhere(page)
  await askToBeDeveloper(theirs)
  await logIn(page, 'admin@example.test')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/admin-dashboard')
  const places = page.getByRole('navigation', { name: 'Admin' })
  await expect(places.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText(/^Showing 20 of [\d,]+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText(/^Showing (2[1-9]|[34]\d) of [\d,]+$/)).toBeVisible()
  await expect(page.locator('tbody tr').nth(20).getByRole('link')).toBeFocused()

  await page.getByLabel('State').selectOption('Wants to be a developer')
  await page.getByLabel('Search users').fill(person.username)
  await expect(page).toHaveURL(`/admin-dashboard?q=${person.username}&state=asking`)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  const csv = await savedCsv(page, 'users.csv')
  expect(csv).toContain(person.email)
  expect(csv).not.toContain('admin@example.test')
  const details = page.getByRole('link', { name: `View Details of ${person.username}` })
  await details.click()
  await expect(page.getByRole('heading', { name: person.username, level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(`/admin-dashboard?q=${person.username}&state=asking`)
  await details.click()

  await expect(page.getByText('Nothing was done to this user.')).toBeVisible()
  await page.getByRole('button', { name: 'Decline request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Say why, in a few words.')).toBeVisible()
  await page.keyboard.press('Escape')
  await act(page, 'Decline request', 'No game to show yet', 'Decline')
  await expect(rowOf(page, 'No game to show yet')).toContainText('Declined the request')
  await askToBeDeveloper(theirs)
  await page.reload()
  await act(page, 'Approve request', 'Three finished games elsewhere', 'Approve')
  await expect(rowOf(page, 'Three finished games elsewhere')).toContainText(/role: player .*developer$/)
  await expect(page.getByRole('button', { name: 'Approve request' })).toBeHidden()

  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByLabel('New role').selectOption('Player')
  await page.getByLabel('Reason').fill('Sold the studio')
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
  await expect(rowOf(page, 'Sold the studio')).toContainText(/role: developer .*player$/)

  await act(page, 'Sign out everywhere', 'Lost a laptop', 'Sign out')
  await expect(rowOf(page, 'Lost a laptop')).toContainText('Signed out everywhere')
  await expect(page.getByText('Signed in nowhere.')).toBeVisible()
  await theirs.reload()
  await expect(theirs).toHaveURL(/\/login/)
  await logIn(theirs, person.email, PASSWORD)

  await page.getByRole('button', { name: 'Suspend' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Uploads stolen games')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Uploads stolen games')).toContainText('suspended: no')
  await theirs.goto('/profile')
  await expect(theirs).toHaveURL(/\/login/)
  await act(page, 'Restore', 'They were their own')
  await expect(rowOf(page, 'They were their own')).toContainText('Restored')

  await page.goto('/admin/audit')
  await page.getByLabel('Search the audit log').fill(person.username)
  await expect(page.getByText('Showing 6 of 6')).toBeVisible()
  await page.getByLabel('Sort by').selectOption('Oldest first')
  await expect(page.locator('tbody tr').first()).toContainText('Declined the request')
  await page.getByRole('combobox', { name: 'Admin' }).selectOption('command line')
  await expect(page.getByText('No matching entries.')).toBeVisible()
  await expect(page.getByText(/^Try without the search “.+” or the admin “command line”\.$/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Admin' }).selectOption('shopkeeper')
  await page.getByLabel('From (UTC)').fill('2020-01-01')
  await page.getByLabel('To (UTC)').fill('2020-12-31')
  await expect(page.getByText('No matching entries.')).toBeVisible()
  await page.getByLabel('From (UTC)').fill('')
  await page.getByLabel('To (UTC)').fill('')
  await page.getByLabel('Action').selectOption('Suspended')
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await expect(page).toHaveURL(`/admin/audit?q=${person.username}&action=suspended&actor=shopkeeper&sort=old`)
  await page.reload()
  await expect(rowOf(page, 'Uploads stolen games')).toContainText('shopkeeper')
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

test('a game is taken down, said to be illegal or not, and shown again, each with a reason', async ({
  page,
}) => {
  await logIn(page, 'admin@example.test')
  await page.goto('/admin/games?state=public')
  const title = 'Copper Garden'
  const status = async () => (await page.request.get('/api/games/copper-garden')).status()
  await page.getByLabel('Search games').fill(title)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await page.getByRole('button', { name: `Take down ${title}` }).click()
  await expect(page.getByRole('dialog').getByLabel(/^Illegal content/)).not.toBeChecked()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await act(page, `Take down ${title}`, 'Uses music without a licence', 'Take down')
  await expect(page.getByText('No matching games.')).toBeVisible()
  await expect(page.getByText(`Try without the search “${title}” or the state “Public”.`)).toBeVisible()
  expect(await status()).toBe(404)

  await page.getByLabel('State').selectOption('Taken down')
  const row = rowOf(page, title)
  await expect(row).toContainText(/Taken down.*Uses music without a licence/)
  await page.getByRole('button', { name: `Mark ${title} illegal` }).click()
  await expect(page.getByRole('dialog')).toContainText('nobody may download it any more')
  await page.keyboard.press('Escape')
  await act(page, `Mark ${title} illegal`, 'The police wrote', 'Mark illegal')
  await expect(row).toContainText('Taken down, illegal')
  await act(page, `Mark ${title} not illegal`, 'It was another game', 'Not illegal')
  await expect(row).not.toContainText('illegal:')
  await act(page, `Restore ${title}`, 'The licence was found', 'Restore')
  await expect(page.getByText('No matching games.')).toBeVisible()
  expect(await status()).toBe(200)

  await page.goto(`/admin/audit?q=${encodeURIComponent(title)}&sort=old`)
  for (const [nth, line] of [
    /Took the game down.*Uses music without a licence.*taken down: no/,
    /Took the game down.*The police wrote.*illegal: no/,
    /Took the game down.*It was another game.*illegal: yes/,
    /Restored the game.*The licence was found.*taken down: yes/,
  ].entries())
    await expect(page.locator('tbody tr').nth(nth)).toContainText(line)
})

test('a message is answered, and opened again; the log has both', async ({ page }) => {
  const { username, email } = newcomer()
  const sent = await page.request.post('/api/contact', {
    data: { email, subject: `About ${username}`, message: `First line\nSecond line ${'long'.repeat(200)}` },
  })
  expect(sent.ok()).toBe(true)
  await logIn(page, 'admin@example.test')
  await page.goto('/admin/inbox')
  await page.getByLabel('Search messages').fill(username.toUpperCase())
  const message = page.getByRole('listitem').filter({ hasText: username }).first()
  await expect(message.getByText('Second line')).toBeVisible()
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await expect(message.getByRole('link', { name: /^Reply/ })).toHaveAttribute(
    'href',
    `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: About ${username}`)}`,
  )
  expect(await savedCsv(page, 'inbox.csv')).toContain(`${email},About ${username},"First line`)
  await message.getByRole('button', { name: /^Mark answered/ }).click()
  await expect(message).toBeHidden()
  await expect(page.getByText(/^Try without the search “.+” or the state “Open”\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(message).toBeVisible()
  await message.getByRole('button', { name: /^Mark answered/ }).click()
  await page.getByRole('button', { name: 'Answered', exact: true }).click()
  await expect(page).toHaveURL(`/admin/inbox?q=${username.toUpperCase()}&state=answered`)
  await expect(message.getByText(/by shopkeeper$/)).toBeVisible()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await message.getByRole('button', { name: /^Mark open/ }).click()
  await expect(message.getByText(/by shopkeeper$/)).toBeHidden()
  await page.goto(`/admin/audit?q=${username}`)
  await expect(page.getByText('Showing 4 of 4')).toBeVisible()
  await expect(page.locator('tbody tr').nth(0)).toContainText(/Reopened the message.*answered: yes/)
  await expect(page.locator('tbody tr').nth(1)).toContainText(/Answered the message.*answered: no/)
})

/** Each list with the head of its CSV, and one of its orders. */
const LISTS = [
  ['/admin/users', 'users.csv', 'ID,Username,Email,', 'By name'],
  ['/admin/orders', 'orders.csv', 'Date,Email,Game,', 'Oldest first'],
  ['/admin/games', 'games.csv', 'ID,Title,Address,', 'Most sales'],
  ['/admin/cases?state=all', 'payment-cases.csv', 'Opened,Case,Amount,', 'Most money'],
  ['/admin/inbox?state=all', 'inbox.csv', 'ID,Time,Email,', 'Oldest first'],
  ['/admin/audit', 'audit.csv', 'ID,Time,Admin,', 'Oldest first'],
] as const

test('every list is searched and sorted by its address, and saved whole as CSV', async ({ page }) => {
  await logIn(page, 'admin@example.test')
  for (const [address, file, head, order] of LISTS) {
    await page.goto(address)
    await page.getByLabel('Sort by').selectOption(order)
    await expect(page).toHaveURL(/[?&]sort=\w+$/)
    await page.reload()
    await expect(page.getByLabel('Sort by').locator('option:checked')).toHaveText(order)
    const shown = await page.getByText(/^Showing [\d,]+ of [\d,]+\+?$/).innerText()
    const total = Number(shown.split(' of ')[1]?.replaceAll(/[,+]/g, ''))
    const lines = (await savedCsv(page, file))
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
    expect(lines[0]?.startsWith(head), `${file}: ${lines[0]}`).toBe(true)
    expect(lines.length - 1, file).toBeGreaterThanOrEqual(total)
    await page.getByRole('searchbox').fill('nothing-of-this-name')
    await expect(page.getByText(/^Try without the search “nothing-of-this-name”/)).toBeVisible()
    await expect(page).toHaveURL(/q=nothing-of-this-name/)
    await page.getByRole('main').getByRole('button', { name: 'Clear' }).last().click()
    await expect(page).toHaveURL(address.split('?')[0] ?? address)
  }
})

test('who never typed the code is mailed another one', async ({ page }) => {
  await logIn(page, 'admin@example.test')
  await page.goto(`/admin/users?state=unverified&q=${unverified.username}`)
  await page.getByRole('link', { name: 'View Details' }).click()
  await page.getByRole('button', { name: 'Resend verification' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Asked for it in the chat')
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await expect(dialog).toBeHidden({ timeout: 5_000 })
  }).toPass({ timeout: 150_000, intervals: [5_000] })
  await expect(rowOf(page, 'Asked for it in the chat')).toContainText('Resent the verification')
})
