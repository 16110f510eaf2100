/** The admin area: users, games, messages, the lists and the audit log. */
import type { Page } from '@playwright/test'
import { ADMIN, aGame } from '../developer/a-game.ts'
import {
  account,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  giveRole,
  logIn,
  newcomer,
  newUser,
  openAs,
  otherPage,
  PASSWORD,
  press,
  savedCsv,
  test,
} from '../shop.ts'

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Presses a button, gives the reason that its dialog asks for, and does it. */
async function act(page: Page, button: string, reason: string, confirm = button) {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Takes a game down by a rule, about all of it. */
async function decide(page: Page, button: string, reason: string, confirm: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Rule', { exact: true }).selectOption({ index: 1 })
  await dialog.getByLabel('The whole page', { exact: true }).check()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
  await expect(dialog).toBeHidden()
}

async function askToBeDeveloper(theirs: Page) {
  await theirs.goto('/profile')
  await theirs.getByRole('link', { name: 'Become a developer' }).click()
  await theirs.getByLabel('Who are you?').fill('Night Stall, two people from Lisbon.')
  await theirs.getByLabel('Where can we see your work?').fill('nightstall.example')
  await theirs.getByLabel('What will you publish?').fill('A visual novel about a night market.')
  await sendRequest(theirs)
}

async function sendRequest(theirs: Page) {
  await theirs.getByLabel('I have read').check()
  await theirs.getByRole('button', { name: 'Ask to sell' }).click()
  await expect(theirs.getByText(/You asked to sell on/)).toBeVisible()
}

test('An admin changes what a user may do, and the log keeps the reason', async ({ page, browser }) => {
  const theirs = await otherPage(browser)
  const person = await newUser(theirs)
  await askToBeDeveloper(theirs)
  await openAs(page, ADMIN, '/dashboard')
  await expect(page).toHaveURL('/admin-dashboard')
  const places = page.getByRole('navigation', { name: 'Admin' })
  await expect(places.getByRole('link', { name: 'To do' })).toHaveAttribute('aria-current', 'page')
  await places.getByRole('link', { name: 'Users' }).click()
  await expect(places.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText(/^Showing 20 of [\d,]+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText(/^Showing (2[1-9]|[34]\d) of [\d,]+$/)).toBeVisible()
  await expect(page.locator('tbody tr').nth(20).getByRole('link')).toBeFocused()

  await page.getByLabel('State').selectOption('Wants to sell')
  await page.getByLabel('Search users').fill(person.username)
  await expect(page).toHaveURL(`/admin/users?q=${person.username}&state=asking`)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  const csv = await savedCsv(page, 'users.csv')
  expect(csv).toContain(person.email)
  expect(csv).not.toContain('admin@example.test')
  const details = page.getByRole('link', { name: `View Details of ${person.username}` })
  await details.click()
  await expect(page.getByRole('heading', { name: person.username, level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(`/admin/users?q=${person.username}&state=asking`)
  await details.click()

  await expect(page.getByText('No actions yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Read the request to sell' }).click()
  await expect(
    page.getByRole('heading', { name: `${person.username} wants to sell`, level: 1 }),
  ).toBeFocused()
  for (const words of ['Night Stall, two people from Lisbon.', 'A visual novel about a night market.'])
    await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('link', { name: 'https://nightstall.example' })).toHaveAttribute(
    'target',
    '_blank',
  )
  const refuse = page.getByRole('button', { name: 'Refuse' })
  await expect(page.getByText('Choose a reason and write a sentence first.')).toBeVisible()
  await expect(refuse).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Reason for refusing').selectOption('We could not see your work')
  await expect(page.getByText('Write a sentence first.')).toBeVisible()
  await page.getByLabel('What we write to them').fill('The link answers with an error.')
  await refuse.click()
  await expect(page.getByText('Refused', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('We could not see your work. The link answers with an error.')).toBeVisible()
  await theirs.goto('/sell')
  await expect(theirs.getByText('The link answers with an error.')).toBeVisible()
  await theirs.getByRole('button', { name: 'Ask again' }).click()
  await sendRequest(theirs) // with the words of before
  await page.reload()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  await expect(refuse).toBeHidden()
  await page.getByRole('link', { name: `Open ${person.username}` }).click()
  await expect(rowOf(page, 'The link answers with an error.')).toContainText('Refused the request to sell')
  await expect(rowOf(page, 'Approved the request to sell')).toContainText(/role: player .*developer$/)

  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByLabel('New role').selectOption('Player')
  await page.getByLabel('Reason').fill('Sold the studio')
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
  await expect(rowOf(page, 'Sold the studio')).toContainText(/role: developer .*player$/)

  await act(page, 'Log out everywhere', 'Lost a laptop', 'Log out')
  await expect(rowOf(page, 'Lost a laptop')).toContainText('Logged out everywhere')
  await expect(page.getByText('Not logged in anywhere.')).toBeVisible()
  await theirs.goto('/profile')
  await expect(theirs).toHaveURL(/\/login/)
  await logIn(theirs, person.email, PASSWORD)

  await page.getByRole('button', { name: 'Suspend' }).focus()
  await press(page, 'Enter', 'Tab') // past whether it is for fraud
  await page.keyboard.type('Uploads stolen games')
  await press(page, 'Tab', 'Tab', 'Enter')
  await expect(rowOf(page, 'Uploads stolen games')).toContainText('suspended: no')
  await theirs.goto('/profile')
  await expect(theirs).toHaveURL(/\/login/)
  await act(page, 'Restore', 'They were their own')
  await expect(rowOf(page, 'They were their own')).toContainText('Restored')

  await page.goto('/admin/audit')
  await page.getByLabel('Search the audit log').fill(person.username)
  await expect(page.getByText('Showing 6 of 6')).toBeVisible()
  await page.getByLabel('Sort by').selectOption('Oldest first')
  await expect(page.locator('tbody tr').first()).toContainText('Refused the request to sell')
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
  await theirs.close()
})

test('An admin page says what failed or is missing', async ({ page }) => {
  await logIn(page, ADMIN)
  await page.route('**/api/users?*', (route) => route.fulfill({ status: 403, body: '' }))
  await page.goto('/admin/users?role=player')
  await expect(page.getByText('Failed to fetch users')).toBeVisible()
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

const NO_LICENSE = 'It uses music without a license in all of its chapters.'
const POLICE = 'The police wrote to us that this game is against the law.'

test('An admin takes a game down and shows it again with a reason', async ({ page }) => {
  const { title, slug } = await aGame(page, 'Copper Garden')
  const status = async () => (await page.request.get(`/api/games/${slug}`)).status()
  await openAs(page, ADMIN, '/admin/games?state=public')
  await page.getByLabel('Search games').fill(title)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await page.getByRole('button', { name: `Take down ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(/^Illegal content/)).not.toBeChecked()
  await expect(dialog).toHaveCSS('text-align', 'start') // it lies in a cell whose text ends at the right and does not wrap
  await expect(dialog).toHaveCSS('white-space', 'normal')
  await expectAccessibleAtBothWidths(page)
  await page.keyboard.press('Escape')
  await decide(page, `Take down ${title}`, NO_LICENSE, 'Take down')
  await expect(page.getByText('No matching games.')).toBeVisible()
  await expect(page.getByText(`Try without the search “${title}” or the state “Public”.`)).toBeVisible()
  expect(await status()).toBe(404)

  await page.getByLabel('State').selectOption('Taken down')
  const row = rowOf(page, title)
  await expect(row).toContainText(`: ${NO_LICENSE}`)
  await page.getByRole('button', { name: `Mark illegal: ${title}` }).click()
  await expect(dialog).toContainText('nobody may download it anymore')
  await page.keyboard.press('Escape')
  await decide(page, `Mark illegal: ${title}`, POLICE, 'Mark illegal')
  await expect(row).toContainText('Taken down, illegal')
  await act(page, `Not illegal: ${title}`, 'It was another game', 'Not illegal')
  await expect(row).not.toContainText('illegal:')
  await act(page, `Restore ${title}`, 'The license was found', 'Restore')
  await expect(page.getByText('No matching games.')).toBeVisible()
  expect(await status()).toBe(200)

  await page.goto(`/admin/audit?q=${encodeURIComponent(title)}&sort=old`)
  for (const [reason, line] of [
    [NO_LICENSE, /Took the game down.*taken down: no/],
    [POLICE, /Took the game down.*illegal: no/],
    ['It was another game', /Took the game down.*illegal: yes/],
    ['The license was found', /Restored the game.*taken down: yes/],
  ] as const)
    await expect(rowOf(page, reason)).toContainText(line)
})

test('An admin finds a message on To do and answers it', async ({ page }) => {
  const person = await account(page)
  const subject = `Question of ${person.username}`
  await openAs(page, person.email, '/contact', PASSWORD)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message').fill('The archive stops at 61 %.\nIs it me?')
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(page.getByText("Thank you for your message! We'll get back to you soon.")).toBeVisible()

  await openAs(page, ADMIN, '/')
  await expect(page.getByText(/^Waiting for you: .*message/)).toBeVisible()
  await page.getByRole('link', { name: 'Open To do' }).click()
  await expect(page).toHaveURL('/admin-dashboard')
  const health = page.getByLabel('Health')
  for (const part of ['Payment provider', 'Mail', 'Storage', 'Database', 'Jobs', 'Disk'])
    await expect(health.getByText(part, { exact: true })).toBeVisible()
  const places = page.getByRole('navigation', { name: 'Admin' })
  await expect(places.getByRole('link', { name: 'Inbox' })).toHaveText(/[1-9]/)
  await page.goto(`/admin/inbox?q=${person.username}`)
  await page.getByRole('link', { name: `Reply to ${subject}` }).click()
  await expect(page.getByText('Sent while logged in: account confirmed.')).toBeVisible()
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('Write a reply first.')).toBeVisible()
  await page.getByLabel('Template').selectOption('A file is damaged')
  await expect(page.getByLabel('Your reply')).toHaveValue(/damaged when it was uploaded/)
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText(/^shopkeeper replied /)).toBeVisible()
  await expect(page.getByText('Answered', { exact: true })).toBeVisible()
  await page.goto(`/admin/inbox?q=${person.username}`)
  await expect(page.getByText(/^Try without the search “.+” or the state “Open”\.$/)).toBeVisible()
  const mailbox = async () => (await page.request.get('/sandbox/mail')).text()
  await expect.poll(mailbox).toContain(`Re: ${subject}`)
})

test('Several users are suspended at once, except the admin themselves', async ({ page }) => {
  const other = await account(page)
  await giveRole(page, other.email, 'admin') // the last admin is refused for another reason
  const person = await account(page)
  await openAs(page, ADMIN, `/admin/users?q=${person.username}`)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await page.getByLabel('Role').selectOption('Admin')
  await expect(page.getByRole('checkbox', { name: `Select ${person.username}` })).toBeHidden()
  await page.getByLabel('Role').selectOption('All roles')
  await page.getByRole('checkbox', { name: `Select ${person.username}` }).check()
  await expect(page.getByText('1 of 1 selected')).toBeVisible()
  await act(page, 'Suspend', 'Spam')
  await expect(page.getByText('1 of 1 done.').first()).toBeVisible()
  await expect(rowOf(page, person.username)).toContainText('Suspended')

  await page.goto('/admin/users?q=shopkeeper&role=admin')
  await page.getByRole('checkbox', { name: 'Select shopkeeper' }).check()
  await act(page, 'Suspend', 'Spam')
  await expect(page.getByText('0 of 1 done.').first()).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('shopkeeper: You can’t decide about your own.')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View Details of shopkeeper' }).click()
  await expect(page.getByRole('heading', { name: 'shopkeeper', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Tired of it')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText('You can’t decide about your own.')).toBeVisible()
})

test('A message is answered and reopened, and the log has both', async ({ page }) => {
  const { username, email } = newcomer()
  const sent = await page.request.post('/api/contact', {
    data: { email, subject: `About ${username}`, message: `First line\nSecond line ${'long'.repeat(200)}` },
  })
  expect(sent.ok()).toBe(true)
  await openAs(page, ADMIN, '/admin/inbox')
  await page.getByLabel('Search messages').fill(username.toUpperCase())
  const message = page.getByRole('listitem').filter({ hasText: username }).first()
  await expect(message.getByText('Second line')).toBeVisible()
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
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
  await expect(page.locator('tbody tr').nth(1)).toContainText(/Marked the message answered.*answered: no/)
})

/** The lists that no other test here sorts and saves, with the head of the CSV, and an order. */
const LISTS = [
  ['/admin/orders', 'orders.csv', 'Date,Email,Game,', 'Oldest first'],
  ['/admin/games', 'games.csv', 'ID,Title,Address,', 'Most sales'],
  ['/admin/cases?state=all', 'payment-cases.csv', 'Opened,Case,Amount,', 'Most money'],
] as const

test('A list is searched and sorted by its address and saved as CSV', async ({ page }) => {
  await logIn(page, ADMIN)
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
