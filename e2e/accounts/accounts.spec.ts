import type { Page } from '@playwright/test'
import {
  account,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  holdBack,
  logInHere,
  mailedCode,
  mailedLink,
  type Newcomer,
  newcomer,
  newUser,
  openAs,
  PASSWORD,
  signUpHere,
  test,
} from '../shop.ts'

const NEW_PASSWORD = 'another-Secret-phrase-8'

/** A sign-up of this browser whose code was mailed, by the call that the form makes. */
async function aSignUp(page: Page): Promise<Newcomer> {
  const person = newcomer()
  const data = { ...person, notifyPurchases: true, notifyUpdates: false }
  expect((await page.request.post('/api/register-start', { data })).ok()).toBe(true)
  return person
}

const verifyAddress = ({ email }: Newcomer): string => `/verify?email=${encodeURIComponent(email)}`

/** The menu button of a logged-in user. */
const accountMenu = (page: Page, { username }: Newcomer) =>
  page.getByRole('button', { name: new RegExp(username) })

test('The sign-up explains each wrong field and rates the password', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const isList = (url: string) => url.includes('/common-passwords')
  await page.goto('/signup')
  const create = page.getByRole('button', { name: 'Create account' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await expect(
    page.getByText('Still missing: a username, your email, a password, and the same password again.'),
  ).toBeVisible()
  await page.getByLabel('Username').fill('x')
  await page.getByLabel('Email', { exact: true }).fill('no address')
  expect(scripts.filter(isList), 'the list waits for somebody who chooses a password').toEqual([])
  const list = page.waitForResponse((response) => isList(response.url()))
  const password = page.getByLabel('Password', { exact: true })
  const strength = page.getByRole('meter', { name: 'Password strength' })
  for (const [text, label, advice] of [
    ['Acegikm1', 'Strong'],
    ['acegikmo', 'Okay', 'Add an upper-case letter and a digit or symbol'],
    ['Football1', 'Weak', 'Easy to guess: too common'],
  ] as const) {
    await password.fill(text)
    await expect(strength).toHaveAttribute('aria-valuetext', label)
    if (advice) await expect(page.getByText(advice, { exact: true })).toBeVisible()
  }
  await list
  await page.getByLabel('Confirm password').fill('other')
  await page.getByLabel('Confirm password').blur()
  for (const text of [
    '3–24 chars: letters, numbers, ., _ or -',
    'Please enter a valid email address.',
    'This password is too common. Please choose another.',
    'Passwords do not match.',
  ])
    await expect(page.getByText(text).first()).toBeVisible()
  await expect(page.getByText(/Still missing: .*, a stronger password/)).toBeVisible()
  await expectAccessible(page)
})

test('A visitor signs up with the code of the email and logs in', { tag: '@critical' }, async ({ page }) => {
  const person = newcomer()
  await page.goto('/signup')
  await signUpHere(page, person)
  const input = page.getByLabel('6-digit code')
  await expect(input).toBeVisible()
  await expect(page.getByRole('button', { name: /Resend in/ })).toBeDisabled()
  const code = await mailedCode(page, person.email)
  await input.fill(code === '000000' ? '000001' : '000000') // sends itself
  await expect(page.getByText('That code is wrong or has expired. Request a new one.')).toBeVisible()
  await expectAccessible(page)
  await input.fill(code)
  await expect(page).toHaveURL(/\/$/)
  await accountMenu(page, person).click()
  await page.getByText('Logout', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  await page.goto('/login')
  await logInHere(page, person.username)
  await expect(accountMenu(page, person)).toBeVisible()
})

test('A log-in before verification leads to the code and back', async ({ page }) => {
  const person = await aSignUp(page)
  await page.goto('/login?next=%2Forders')
  await logInHere(page, person.email)
  await expect(
    page.getByText('Please verify your email to continue. Enter your email below and resend a new code.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('6-digit code').fill(await mailedCode(page, person.email))
  await expect(page).toHaveURL(/\/orders$/)
  await expect(page.getByText(`You are logged in as ${person.username}.`).first()).toBeVisible()
})

test('A reload during sign-up keeps the code, the pause and the way back', async ({ page }) => {
  const person = await aSignUp(page)
  await page.goto('/verify')
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page.getByRole('button', { name: /Resend in/ })).toBeDisabled()
  await page.goto('/signup')
  await page.getByRole('link', { name: 'Enter code' }).click()
  await expect(page).toHaveURL(/\/verify\?email=/)
  await page.route('**/api/verify-email', (route) => route.abort())
  await page.getByLabel('6-digit code').fill(await mailedCode(page, person.email))
  await expect(page.getByText('Server error')).toBeVisible()
  await page.unroute('**/api/verify-email')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('A code sends itself as soon as the browser is known', async ({ page }) => {
  const person = await aSignUp(page)
  const answer = await holdBack(page, '**/api/registration')
  await page.goto(verifyAddress(person))
  await page.getByLabel('6-digit code').fill(await mailedCode(page, person.email))
  answer()
  await expect(page).toHaveURL(/\/$/)
})

test('The link of the email fills in the code, and another browser needs the password', async ({
  page,
  context,
}) => {
  const person = await aSignUp(page)
  const link = await mailedLink(page, person.email, '/verify')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/verify-email')) sent += 1
  })
  await page.goto(link)
  await expect(page.getByLabel('6-digit code')).toHaveValue(await mailedCode(page, person.email))
  await expect(page).toHaveURL(/\/verify\?email=[^#]+$/)
  expect(sent).toBe(0)

  await context.clearCookies() // what bound the registration to this browser
  await page.goto(link)
  await page.getByRole('button', { name: 'Verify' }).click()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await expectAccessible(page)
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(accountMenu(page, person)).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('A taken username is replaced where the code is entered', async ({ page, browser }) => {
  const person = await aSignUp(page)
  const away = await browser.newPage()
  await account(away, { ...newcomer(), username: person.username })
  await away.close()
  await page.goto(verifyAddress(person))
  await page.getByLabel('6-digit code').fill(await mailedCode(page, person.email))
  const username = page.getByLabel('Another username')
  await expect(username).toBeFocused()
  await expect(page.getByText('This username is taken.')).toBeVisible()
  await expectAccessible(page)
  await username.fill(`${person.username}_2`)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText(`You are logged in as ${person.username}_2.`).first()).toBeVisible()
})

test('A password reset ends the session', async ({ page, browser }) => {
  const person = await newUser(page)
  await page.goto('/signup')
  await expect(page.getByText(`You are logged in as ${person.username}.`)).toBeVisible()
  await expect(page.getByLabel('Username')).toBeHidden()
  await page.goto('/login?next=%2Fsettings')
  await expect(page).toHaveURL(/\/settings$/)
  await page.getByRole('link', { name: 'Reset Password' }).click()
  await expect(page).toHaveURL(/\/forgot-password/)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(
    page.getByText("If an account with that email exists, we've sent you a password reset link."),
  ).toBeVisible()

  const fresh = await browser.newPage()
  await fresh.goto('/reset-password')
  await expect(fresh.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
  await expect(
    fresh.getByText('Invalid or missing reset token. Please request a new password reset link.'),
  ).toBeVisible()
  await fresh.goto(await mailedLink(page, person.email, 'reset-password'))
  await fresh.getByLabel('New password').fill(NEW_PASSWORD)
  await fresh.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await fresh.getByRole('button', { name: 'Reset password' }).click()
  await expect(fresh).toHaveURL(/\/login/)
  await fresh.close()
  await page.goto('/orders')
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
})

test('A session is renewed during a click, and once for two tabs', async ({ page, context }) => {
  const person = await newUser(page)
  const makeStale = () =>
    page.evaluate(() => {
      localStorage.user = JSON.stringify({ ...JSON.parse(localStorage.user), token: 'gone.stale.token' })
    })
  await page.goto('/settings')
  const updates = page.getByLabel(/updates/i)
  await updates.check()
  await makeStale()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings saved.').first()).toBeVisible()
  await page.reload()
  await expect(updates).toBeChecked()

  await page.goto('/robots.txt') // a page of the store would renew the session, too
  const tabs = [await context.newPage(), await context.newPage()]
  let refreshes = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/refresh')) refreshes += 1
  })
  await makeStale()
  await Promise.all(tabs.map((tab) => tab.goto('/orders')))
  for (const tab of tabs) await expect(accountMenu(tab, person)).toBeVisible()
  expect(refreshes).toBe(1)
})

test('A server that is down says so and logs nobody out', async ({ page }) => {
  const person = await newUser(page)
  await page.goto('/')
  await expect(accountMenu(page, person)).toBeVisible()
  const down = page.getByText('We can’t reach the store right now. You are still logged in')
  for (const outage of [429, 503] as const) {
    await page.route('**/api/whoami', (route) =>
      route.fulfill({ status: outage, json: { error: 'Not now.' } }),
    )
    await page.goto('/settings/security')
    await expect(down).toBeVisible()
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
    await expect(accountMenu(page, person)).toBeVisible()
    if (outage === 503) await expectAccessible(page)
    await page.unroute('**/api/whoami')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(down).toBeHidden()
  }
  await page.route('**/api/logout', (route) => route.abort())
  await accountMenu(page, person).click()
  await page.getByText('Logout', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.user)).toBeUndefined()
})

test('The menus can be used by keyboard alone', async ({ page }) => {
  await openAs(page, 'developer@example.test', '/settings')
  const menu = page.getByRole('button', { name: /Low Battery Club/ })
  await expect(menu).toBeVisible()
  await menu.focus()
  await page.keyboard.press('Enter')
  const link = (name: string) => page.getByRole('menuitem', { name, exact: true })
  for (const name of ['Library', 'Orders', 'Profile', 'Settings', 'Dashboard', 'Logout'])
    await expect(link(name)).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await page.keyboard.press('Escape')
  await expect(link('Logout')).toBeHidden()
  await expect(menu).toBeFocused()
})
